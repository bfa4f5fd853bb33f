/**
 * The service with millions of members on a Postgres of this machine, beside one with a thousand: memory,
 * start, what a poll costs, and how soon an end is known in three processes while a million members are
 * renewed. No member's app is noted first: what it costs in its first hour is in the figures.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { ensurePostgres } from '../../scripts/postgres.mjs';
import { generateFeed } from '../generate-feed.mjs';
import { median } from '../statistics.mjs';
import { cpuOf } from './cpu.mjs';
import { cli, install, rowsOf, sku, start } from './installation.mjs';
import { startPostgres } from './postgres.mjs';

const ROUNDS = 9;
const FEW = 1_000;
/** Members of a round, each polled twice: the first time, their app is seen for the first time. */
const POLLED = 10_000;
const RENEWED = 1_000_000;

/** Large enough for the machine to hold the working set, as an operator would have it. */
const SETTINGS = ['shared_buffers=1GB', 'max_wal_size=8GB', 'maintenance_work_mem=512MB'];

const client = {
  clientId: 'operator',
  clientSecret: 'a secret of the bench, which is long',
  scopes: ['service:admin'],
};

/** Memory of a process in bytes; Linux only. @param {number | undefined} pid @param {'VmRSS' | 'VmHWM'} what */
function memoryOf(pid, what) {
  const [, kB] =
    new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) * 1024;
}

/** @param {string} database @param {string} text */
function sql(database, text) {
  const psql = join(String(ensurePostgres()), 'psql');
  const done = spawnSync(psql, [
    database,
    '-X',
    '-q',
    '-A',
    '-t',
    '-v',
    'ON_ERROR_STOP=1',
    '-c',
    text,
  ]);
  if (done.status !== 0) throw new Error(`psql: ${done.stderr.toString()}`);
  return done.stdout.toString().trim();
}

/** @param {unknown} value */
const cell = (value) => (value === null || value === undefined ? '\\N' : String(value));

/** Copies the rows of all members into one table. @param {string} database @param {string} table @param {number} count */
async function copy(database, table, count) {
  const columns = Object.keys(/** @type {object} */ (rowsOf(0, true).rows[table]));
  const psql = join(String(ensurePostgres()), 'psql');
  const into = `copy ${table} (${columns.join()}) from stdin`;
  const program = spawn(psql, [database, '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-c', into], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const closed = once(program, 'close');
  function* lines() {
    let text = '';
    for (let index = 0; index < count; index += 1) {
      const row = /** @type {Record<string, unknown>} */ (rowsOf(index, true).rows[table]);
      text += `${columns.map((column) => cell(row[column])).join('\t')}\n`;
      if (index % 1000 < 999 && index < count - 1) continue;
      yield text;
      text = '';
    }
  }
  await pipeline(Readable.from(lines()), program.stdin);
  const [code] = await closed;
  if (code !== 0) throw new Error(`${table} could not be copied.`);
}

/** Fills a database with members. @param {string} folder @param {string} database @param {number} count */
async function fill(folder, database, count) {
  mkdirSync(folder);
  await install(folder, 0, {
    show: generateFeed(100),
    clients: [client],
    place: ['--database', database],
  });
  const indexes = sql(
    database,
    `select indexdef from pg_indexes where tablename like 'pps%' and indexname not in (
       select conname from pg_constraint)`,
  ).split('\n');
  for (const index of indexes) sql(database, `drop index ${/INDEX (\S+)/.exec(index)?.[1]}`);
  for (const table of Object.keys(rowsOf(0, true).rows)) await copy(database, table, count);
  for (const index of indexes) sql(database, index);
  sql(database, 'analyze');
}

/** @param {string} url @param {string} name of a measurement */
async function metric(url, name) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:\\{\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
}

/** Starts a service, and waits until all links are loaded. @param {string} folder @param {string} database @param {number} count */
async function startService(folder, database, count) {
  const begun = performance.now();
  const service = await start(
    [cli, '--catalogue', 'catalogue.json', '--port', '0', '--database', database],
    folder,
  );
  while ((await metric(service.url, 'pps_links')) < count) await setTimeout(100);
  const seconds = (performance.now() - begun) / 1000;
  return { ...service, seconds, count, cpu: cpuOf(service.pid) / 1e6 };
}

/** @typedef {Awaited<ReturnType<typeof startService>>} Service */

/** Polls members of a service, each once. @param {Service} service @param {readonly string[]} paths @param {string} etag */
async function poll({ url, pid }, paths, etag) {
  const pool = new Pool(url, { connections: 16 });
  const headers = { 'if-none-match': etag, 'user-agent': 'Overcast/3.0' };
  const cpu = cpuOf(pid);
  let next = 0;
  const one = async () => {
    for (;;) {
      const path = paths[next++];
      if (path === undefined) return;
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
      await body.dump();
      if (statusCode !== 304) throw new Error(`${url} answered ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
  // What the polls have to write is written afterwards.
  for (let before = NaN; ;) {
    const rows = Number(
      await metric(url, 'pps_database_query_duration_seconds_count\\{result="ok"\\}'),
    );
    if (rows === before) break;
    before = rows;
    await setTimeout(600);
  }
  await pool.close();
  return (cpuOf(pid) - cpu) / paths.length;
}

/** @param {string} database */
const writesOf = (database) =>
  Number(
    sql(
      database,
      `select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) from pg_stat_user_tables
       where relname in ('pps_connections', 'pps_entitlements')`,
    ),
  );

/** @param {Service} service */
async function signIn({ url }) {
  const form = { grant_type: 'client_credentials', scope: 'service:admin' };
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...form,
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }),
  });
  const { access_token: token } = await response.json();
  return { Authorization: `Bearer ${token}` };
}

/** Milliseconds until each of some services knows that a member's access has ended. @param {readonly Service[]} services @param {string} path @param {string} etag */
async function timeUntilEnd(services, path, etag) {
  const begun = performance.now();
  return Promise.all(
    services.map(async ({ url }) => {
      for (;;) {
        const response = await fetch(url + path, { headers: { 'If-None-Match': etag } });
        await response.arrayBuffer();
        if (response.status === 200) return performance.now() - begun;
        await setTimeout(20);
      }
    }),
  );
}

/** A file that renews many members. */
function* renewals(/** @type {number} */ count) {
  yield 'email,sku,until\n';
  for (let index = 0; index < count; index += 1) yield `m${index}@example.org,${sku},2090-12-31\n`;
}

/** @param {readonly Service[]} services @param {string} etag */
async function renewWhileEnding(services, etag) {
  const [first] = services;
  if (!first) return [];
  const headers = await signIn(first);
  const count = Math.min(RENEWED, Math.floor(first.count / 2));
  let isDone = false;
  const renewing = fetch(`${first.url}/admin/grants`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'text/csv' },
    body: /** @type {BodyInit} */ (
      Readable.toWeb(Readable.from(renewals(count), { objectMode: false }))
    ),
    // @ts-expect-error The types lack what a stream needs.
    duplex: 'half',
  }).then(async (response) => {
    if (!response.ok) throw new Error(`The file was answered with ${response.status}.`);
    isDone = true;
  });
  const times = [];
  // The ends go on for as long as the links of the file are read.
  for (let index = first.count - 1; !isDone || times.length < 20; index -= 1) {
    const { member } = rowsOf(index, true);
    const path = `/admin/grants/${encodeURIComponent(sku)}/${encodeURIComponent(member.email)}`;
    const response = await fetch(first.url + path, { method: 'DELETE', headers });
    if (response.status !== 204) throw new Error(`An end was answered with ${response.status}.`);
    times.push(...(await timeUntilEnd(services, member.path, etag)));
  }
  await renewing;
  return times;
}

/** @param {number} count of members */
export async function compareMillions(count) {
  const root = mkdtempSync(join(tmpdir(), 'pps-millions-'));
  /** @type {{ stop: () => Promise<unknown> }[]} */
  const running = [];
  try {
    const postgres = await startPostgres(SETTINGS);
    running.push(postgres);
    sql(postgres.url, 'create database few');
    const databases = [postgres.url.replace(/postgres$/, 'few'), postgres.url];
    const counts = [FEW, count];
    const services = [];
    for (const [index, database] of databases.entries()) {
      const folder = join(root, String(index));
      await fill(folder, database, Number(counts[index]));
      const service = await startService(folder, database, Number(counts[index]));
      running.unshift(service);
      services.push(service);
    }
    const [few, many] = services;
    const [, database] = databases;
    if (!few || !many || !database) return;
    const [little, much] = [few, many].map(({ pid }) => ({
      rss: memoryOf(pid, 'VmRSS'),
      peak: memoryOf(pid, 'VmHWM'),
    }));
    const response = await fetch(few.url + rowsOf(0, true).member.path, {
      headers: { 'Accept-Encoding': 'identity' },
    });
    const etag = String(response.headers.get('ETag'));
    await response.arrayBuffer();

    /** @type {Record<'first' | 'known', number[][]>} */
    const rounds = { first: [], known: [] };
    const before = writesOf(database);
    for (let round = 0; round <= ROUNDS; round += 1) {
      /** @type {Record<'first' | 'known', number[]>} */
      const row = { first: [], known: [] };
      for (const service of services) {
        const paths = Array.from({ length: POLLED }, () => {
          const index = Math.floor(Math.random() * service.count);
          return rowsOf(index, true).member.path;
        });
        for (const kind of /** @type {const} */ (['first', 'known']))
          row[kind].push(await poll(service, paths, etag));
      }
      // The first round warms both up.
      if (round > 0)
        for (const kind of /** @type {const} */ (['first', 'known'])) rounds[kind].push(row[kind]);
    }
    const written = (writesOf(database) - before) / ((ROUNDS + 1) * POLLED * 2);
    const bytes = await metric(many.url, 'pps_links_bytes');

    const others = [];
    for (let more = 0; more < 2; more += 1) {
      const service = await startService(join(root, '1'), database, count);
      running.unshift(service);
      others.push(service);
    }
    const ends = await renewWhileEnding([many, ...others], etag);

    const ratio = (/** @type {number[][]} */ rows) =>
      median(rows.map(([one = NaN, other = NaN]) => other / one)).toFixed(2);
    const cpu = (/** @type {number[][]} */ rows, /** @type {number} */ index) =>
      Math.round(median(rows.map((row) => row[index] ?? NaN)));
    console.table({
      'bytes a member, in the index': (bytes / count).toFixed(1),
      'bytes a member, of the process': Math.round(
        (Number(much?.rss) - Number(little?.rss)) / count,
      ),
      'bytes a member, at the peak of loading': Math.round(
        (Number(much?.peak) - Number(little?.rss)) / count,
      ),
      's until all are loaded': many.seconds.toFixed(1),
      's of CPU until then': many.cpu.toFixed(1),
      'CPU of a poll, app seen first: µs, × few': `${cpu(rounds.first, 1)}, × ${ratio(rounds.first)}`,
      'CPU of a poll, app known: µs, × few': `${cpu(rounds.known, 1)}, × ${ratio(rounds.known)}`,
      'rows written a poll, first and known': written.toFixed(3),
      'ms until an end is known in three, median': Math.round(median(ends)),
      'ms until an end is known in three, most': Math.round(Math.max(...ends)),
      'ends while a million were renewed': ends.length / 3,
    });
    console.log(
      `members: ${count}, beside ${FEW}; load of the machine: ${loadavg()[0]?.toFixed(1)}`,
    );
  } finally {
    for (const { stop } of running) await stop();
    rmSync(root, { recursive: true, force: true });
  }
}
