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

const STATED_AT = '2026-01-01T00:00:00.000Z';
/** No date of the service is later. */
const NO_END = '9999-12-31T23:59:59.999Z';

/** The rows of a member in each table. @param {number} index @param {boolean} isGranted by an operator */
export function rowsOf(index, isGranted) {
  const { member, secret } = memberOf(index);
  const { userId, email, entitlementId: id } = member;
  const link = { id, user_id: userId, sku, origin: 'EXTERNAL', version: 1, apps: 0 };
  const hash = createHash('sha256').update(secret).digest('hex').slice(0, 16);
  const key = { source: 'admin', subject: `email:${email}` };
  /** @type {Record<string, object>} */
  const rows = {
    pps_users: { id: userId, email },
    pps_entitlements: { ...link, hash, made_at: STATED_AT, ends_at: isGranted ? NO_END : null },
    ...(isGranted && {
      pps_members: { ...key, addresses: 'typed', email, stated_at: STATED_AT },
      pps_member_users: { ...key, user_id: userId },
      pps_grants: { ...key, sku, since: STATED_AT, ends_at: NO_END, is_stated: true },
    }),
  };
  return { member, rows };
}

/** The setting from which all secrets are derived. */
export const feedKey = { name: 'feed-key', value: key };

/**
 * The lines of a backup of a service with many members: that of a million is too long for one text.
 * @param {number} count @param {boolean} withGrants
 * @param {Member[]} members takes those that were written
 */
function* generateBackup(count, withGrants, members) {
  const rows = 1 + (withGrants ? 5 : 2) * count;
  yield `${JSON.stringify({ format: 'private-podcast-service backup', schema: 1, rows })}\n`;
  yield `${JSON.stringify({ table: 'pps_settings', row: feedKey })}\n`;
  for (let index = 0; index < count; index += 1) {
    const { member, rows: tables } = rowsOf(index, withGrants);
    members.push(member);
    const lines = Object.entries(tables).map(([table, row]) => JSON.stringify({ table, row }));
    yield `${lines.join('\n')}\n`;
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
 * @param {string[]} args @param {string} cwd @param {number | 'ignore'} [log] a file for what it says of failures
 */
export async function start(args, cwd, log = 'ignore') {
  const program = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', log, 'ipc'],
  });
  const started = performance.now();
  const url = await new Promise((resolve, reject) => {
    let output = '';
    program.stdout?.on('data', (data) => {
      output += data;
      const [, found] = /(http:\/\/[^\s"]+)(?:\n|.*\}\n)/.exec(output) ?? [];
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
