/** A service with many members, as an operator has it: a catalogue, a show and a data folder. */
import { spawn } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

export const cli = fileURLToPath(
  new URL('../../packages/service/dist/service/cli.js', import.meta.url),
);
export const sku = 'sid:bench';

/** @typedef {{ path: string, email: string, userId: string, entitlementId: string }} Member */

const key = randomBytes(32).toString('base64url');

/** A member and the secret of its feed link. @param {number} index */
function memberOf(index) {
  const id = index.toString(16).padStart(24, '0');
  const secret = createHmac('sha256', key)
    .update(`${id}:1`)
    .digest()
    .subarray(0, 24)
    .toString('base64url');
  /** @type {Member} */
  const member = {
    path: `/feeds/${secret}/${sku}_private.rss`,
    email: `m${index}@example.org`,
    userId: `email|${id}`,
    entitlementId: id,
  };
  return { member, secret };
}

/**
 * The lines of a backup of a service with many members: that of a million is too long for one text.
 * @param {number} count @param {boolean} withGrants
 * @param {Member[]} members takes those that were written
 */
function* generateBackup(count, withGrants, members) {
  const rows = 1 + (withGrants ? 4 : 3) * count;
  yield `${JSON.stringify({ format: 'private-podcast-service backup', schema: 1, rows })}\n`;
  const setting = { table: 'pps_settings', row: { name: 'feed-key', value: key } };
  yield `${JSON.stringify(setting)}\n`;
  for (let index = 0; index < count; index += 1) {
    const { member, secret } = memberOf(index);
    const { userId, email, entitlementId: id } = member;
    const hash = createHash('sha256').update(secret).digest('base64url');
    const lines = [
      { table: 'pps_users', row: { id: userId, email } },
      { table: 'pps_entitlements', row: { id, origin: 'EXTERNAL', user_id: userId, sku } },
      { table: 'pps_feed_links', row: { entitlement_id: id, version: 1, secret_hash: hash } },
      ...(withGrants ? [{ table: 'pps_grants', row: { email, sku } }] : []),
    ].map((line) => `${JSON.stringify(line)}\n`);
    members.push(member);
    yield lines.join('');
  }
}

/**
 * Fills a folder: `catalogue.json`, `show.xml` and the data folder `data`, or a database in its place.
 * @param {string} folder @param {number} count of members
 * @param {object} more
 * @param {string} more.show @param {object} [more.product] more of the members' product
 * @param {object[]} [more.clients] @param {object[]} [more.products] @param {object} [more.events] of the catalogue
 * @param {'catalogue' | 'database'} [more.grantsIn] @param {string[]} [more.place] options that say where the data is
 */
export async function install(
  folder,
  count,
  {
    show,
    product = {},
    clients = [],
    products = [],
    events = {},
    grantsIn = 'catalogue',
    place = ['--data', 'data'],
  },
) {
  /** @type {Member[]} */
  const members = [];
  const file = createWriteStream(join(folder, 'backup.jsonl'));
  await pipeline(Readable.from(generateBackup(count, grantsIn === 'database', members)), file);
  writeFileSync(join(folder, 'show.xml'), show);
  const catalogue = {
    clients: [{ clientId: 'first', clientSecret: 'not used', scopes: [] }, ...clients],
    onboardingOrigins: ['site'],
    products: [
      { sku, title: 'Bench', feed: 'show.xml', access: 'granted', ...product },
      ...products,
    ],
    events,
    grants: grantsIn === 'catalogue' ? members.map(({ email }) => ({ email, sku })) : [],
  };
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
  const args = [cli, 'restore', ...place, '--file', 'backup.jsonl'];
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
