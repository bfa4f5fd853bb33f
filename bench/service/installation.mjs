/** A service with many members, as an operator has it: a catalogue, a show and a data folder. */
import { spawn } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const cli = fileURLToPath(
  new URL('../../packages/service/dist/service/cli.js', import.meta.url),
);
export const sku = 'sid:bench';

/** @typedef {{ path: string, email: string, userId: string, entitlementId: string }} Member */

/**
 * A backup of a service with many members.
 * @param {number} count
 */
function generateBackup(count) {
  const key = randomBytes(32).toString('base64url');
  /** @type {{ table: string, row: object }[]} */
  const rows = [{ table: 'pps_settings', row: { name: 'feed-key', value: key } }];
  /** @type {Member[]} */
  const members = [];
  for (let index = 0; index < count; index += 1) {
    const id = index.toString(16).padStart(24, '0');
    const userId = `email|${id}`;
    const email = `m${index}@example.org`;
    const secret = createHmac('sha256', key)
      .update(`${id}:1`)
      .digest()
      .subarray(0, 24)
      .toString('base64url');
    const hash = createHash('sha256').update(secret).digest('base64url');
    rows.push(
      { table: 'pps_users', row: { id: userId, email } },
      { table: 'pps_entitlements', row: { id, origin: 'EXTERNAL', user_id: userId, sku } },
      { table: 'pps_feed_links', row: { entitlement_id: id, version: 1, secret_hash: hash } },
    );
    const path = `/feeds/${secret}/${sku}_private.rss`;
    members.push({ path, email, userId, entitlementId: id });
  }
  const header = { format: 'private-podcast-service backup', schema: 1, rows: rows.length };
  return { members, text: [header, ...rows].map((line) => JSON.stringify(line)).join('\n') };
}

/**
 * Fills a folder: `catalogue.json`, `show.xml` and the data folder `data`.
 * @param {string} folder @param {number} count of members
 * @param {{ show: string, clients?: object[], products?: object[] }} more
 */
export async function install(folder, count, { show, clients = [], products = [] }) {
  const { members, text } = generateBackup(count);
  writeFileSync(join(folder, 'backup.jsonl'), text);
  writeFileSync(join(folder, 'show.xml'), show);
  const catalogue = {
    clients: [{ clientId: 'first', clientSecret: 'not used', scopes: [] }, ...clients],
    onboardingOrigins: ['site'],
    products: [{ sku, title: 'Bench', feed: 'show.xml', access: 'granted' }, ...products],
    grants: members.map(({ email }) => ({ email, sku })),
  };
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
  const args = [cli, 'restore', '--data', 'data', '--file', 'backup.jsonl'];
  const restore = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' });
  const [code] = await once(restore, 'close');
  if (code !== 0) throw new Error('The members could not be restored.');
  return members;
}

/**
 * Starts a process and waits for a URL in its output.
 * @param {string[]} args @param {string} cwd
 */
export async function start(args, cwd) {
  const program = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  const started = performance.now();
  const url = await new Promise((resolve, reject) => {
    let output = '';
    program.stdout?.on('data', (data) => {
      output += data;
      const [, found] = /(http:\/\/\S+)\n/.exec(output) ?? [];
      if (found) resolve(found);
    });
    program.once('close', () => reject(new Error(`${args[0]} ended: ${output}`)));
  });
  const ended = new AbortController();
  program.once('exit', () => ended.abort());
  return {
    url: String(url),
    seconds: (performance.now() - started) / 1000,
    pid: program.pid,
    /** Tells the process something, and waits for its answer; rejects if it has ended. @param {object} message */
    async tell(message) {
      program.send(message);
      return (await once(program, 'message', { signal: ended.signal }))[0];
    },
    isRunning: () => !ended.signal.aborted,
    /** @param {NodeJS.Signals} [signal] @returns {Promise<number | null>} the exit code */
    async stop(signal = 'SIGTERM') {
      const closed = once(program, 'close');
      program.kill(signal);
      return (await closed)[0];
    },
  };
}
