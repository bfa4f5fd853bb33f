/**
 * `npm run bench:service`: how many feed requests per second the service answers, against a static
 * Node server that answers the same bytes, in one run; and how long the service takes to start.
 * Everything runs on this machine, so only the ratios say something about the service. The servers
 * take turns, and each ratio is the median of the rounds.
 *
 *   npm run bench:service -- [--members 1000,100000] [--seconds 5] [--connections 32]
 */
import { spawn } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { generateFeed } from './generate-feed.mjs';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '1000,100000' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    episodes: { type: 'string', default: '100' },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const cli = fileURLToPath(new URL('../dist/service/cli.js', import.meta.url));
const sku = 'sid:bench';
const ROUNDS = 5;
/** Seconds per server before it is measured: V8 compiles what runs often. */
const WARM_UP_SECONDS = 2;

/** @typedef {{ url: string, paths: readonly string[], name: string }} Target */
/** @typedef {{ name: string, headers: Record<string, string>, status: number }} Kind */

/**
 * A backup of a service with many members, and the paths of their feeds.
 * @param {number} members
 */
function generateBackup(members) {
  const key = randomBytes(32).toString('base64url');
  /** @type {{ table: string, row: object }[]} */
  const rows = [{ table: 'pps_settings', row: { name: 'feed-key', value: key } }];
  const paths = [];
  for (let index = 0; index < members; index += 1) {
    const id = index.toString(16).padStart(24, '0');
    const user = `email|${id}`;
    const secret = createHmac('sha256', key)
      .update(`${id}:1`)
      .digest()
      .subarray(0, 24)
      .toString('base64url');
    const hash = createHash('sha256').update(secret).digest('base64url');
    rows.push(
      { table: 'pps_users', row: { id: user, email: `m${index}@example.org` } },
      { table: 'pps_entitlements', row: { id, origin: 'EXTERNAL', user_id: user, sku } },
      { table: 'pps_feed_links', row: { entitlement_id: id, version: 1, secret_hash: hash } },
    );
    paths.push(`/feeds/${secret}/${sku}_private.rss`);
  }
  const header = { format: 'private-podcast-service backup', schema: 1, rows: rows.length };
  return { paths, text: [header, ...rows].map((line) => JSON.stringify(line)).join('\n') };
}

/**
 * Starts a process and waits for a URL in its output.
 * @param {string[]} args
 * @param {string} cwd
 */
async function start(args, cwd) {
  const program = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  const started = performance.now();
  const url = await new Promise((resolve, reject) => {
    let output = '';
    program.stdout.on('data', (data) => {
      output += data;
      const [, found] = /(http:\/\/\S+)\n/.exec(output) ?? [];
      if (found) resolve(found);
    });
    program.once('close', () => reject(new Error(`${args[0]} ended: ${output}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      program.once('close', resolve);
      program.kill('SIGTERM');
    });
  const { pid } = program;
  return { url: String(url), seconds: (performance.now() - started) / 1000, pid, stop };
}

/**
 * Sends requests for some seconds over all connections.
 * @param {Target} target
 * @param {Kind} kind
 * @param {number} seconds
 */
async function load({ url, paths }, { headers, status }, seconds) {
  const pool = new Pool(url, { connections });
  /** @type {number[]} */
  const times = [];
  const started = performance.now();
  const client = async () => {
    while (performance.now() - started < seconds * 1000) {
      const path = /** @type {string} */ (paths[Math.floor(Math.random() * paths.length)]);
      const before = performance.now();
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
      await body.dump();
      if (statusCode !== status) throw new Error(`${url} answered ${statusCode}`);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const rate = (times.length * 1000) / (performance.now() - started);
  await pool.close();
  times.sort((a, b) => a - b);
  return { rate, p99: times[Math.floor(times.length * 0.99)] ?? NaN };
}

/** Waits until a service asks its database nothing more: it has read the feed links into memory. @param {string} url */
async function becomeIdle(url) {
  for (let before = ''; ;) {
    const text = await (await fetch(`${url}/metrics`)).text();
    const [, count = ''] = /^pps_database_query_duration_seconds_count\S* (\d+)$/m.exec(text) ?? [];
    if (count === before) return;
    before = count;
    await setTimeout(1000);
  }
}

/** Memory of a process in MB; Linux only. @param {number | undefined} pid */
function memoryOf(pid) {
  try {
    const [, kB] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kB) / 1024);
  } catch {
    return NaN;
  }
}

/** Answers one feed at every path, or 304. */
const staticServer = `
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
const body = readFileSync('answer.rss');
const etag = process.argv[1];
createServer((request, response) => {
  const headers = { 'Content-Type': 'application/rss+xml; charset=utf-8', ETag: etag };
  if (request.headers['if-none-match'] === etag) response.writeHead(304, headers).end();
  else response.writeHead(200, { ...headers, 'Content-Length': body.length }).end(body);
}).listen(0, '127.0.0.1', function () {
  console.log('http://127.0.0.1:' + this.address().port);
});`;

/**
 * Starts a service with many members for the second time, as after a restart.
 * @param {string} root
 * @param {number} members
 */
async function startService(root, members) {
  const folder = join(root, String(members));
  mkdirSync(folder);
  const { paths, text } = generateBackup(members);
  writeFileSync(join(folder, 'backup.jsonl'), text);
  writeFileSync(join(folder, 'show.xml'), generateFeed(Number(values.episodes)));
  const catalogue = {
    clients: [{ clientId: 'site', clientSecret: 'not used', scopes: [] }],
    onboardingOrigins: ['site'],
    products: [{ sku, title: 'Bench', feed: 'show.xml', access: 'granted' }],
    grants: paths.map((_, index) => ({ email: `m${index}@example.org`, sku })),
  };
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
  const restore = spawn(
    process.execPath,
    [cli, 'restore', '--data', 'data', '--file', 'backup.jsonl'],
    { cwd: folder, stdio: 'inherit' },
  );
  const [code] = await once(restore, 'close');
  if (code !== 0) throw new Error('The members could not be restored.');
  const args = [cli, '--catalogue', 'catalogue.json', '--data', 'data', '--port', '0'];
  await (await start(args, folder)).stop();
  const service = await start(args, folder);
  await becomeIdle(service.url);
  return { ...service, paths, name: `${members} members` };
}

/** @param {number[]} numbers */
const median = (numbers) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

/** @param {{ rate: number }[]} row @param {number} index */
const rateIn = (row, index) => row[index]?.rate ?? NaN;

/**
 * Loads all servers in turn, round after round, so that whatever else the machine does
 * slows all of them.
 * @param {readonly Target[]} targets
 * @param {Kind} kind
 */
async function compare(targets, kind) {
  for (const target of targets) await load(target, kind, WARM_UP_SECONDS);
  /** @type {{ rate: number, p99: number }[][]} */
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const results = [];
    for (const target of targets) results.push(await load(target, kind, seconds / ROUNDS));
    rounds.push(results);
  }
  return targets.map(({ name }, index) => {
    /** @param {number} other */
    const ratioTo = (other) =>
      Number(median(rounds.map((row) => rateIn(row, index) / rateIn(row, other))).toFixed(2));
    return {
      answers: kind.name,
      server: name,
      'requests/s': Math.round(median(rounds.map((row) => rateIn(row, index)))),
      'p99 ms': Number(median(rounds.map((row) => row[index]?.p99 ?? NaN)).toFixed(1)),
      '× static': ratioTo(targets.length - 1),
      [`× ${targets[0]?.name}`]: ratioTo(0),
    };
  });
}

const root = mkdtempSync(join(tmpdir(), 'pps-bench-'));
/** @type {{ stop: () => Promise<unknown> }[]} */
const running = [];
try {
  const services = [];
  for (const members of values.members.split(',')) {
    const service = await startService(root, Number(members));
    running.push(service);
    services.push(service);
    console.log(
      `${service.name}: restart ${service.seconds.toFixed(2)} s, memory ${memoryOf(service.pid)} MB`,
    );
  }
  const [first] = services;
  if (!first) throw new Error('--members is empty.');
  const { url, paths } = first;
  const response = await fetch(url + paths[0], { headers: { 'Accept-Encoding': 'identity' } });
  const etag = String(response.headers.get('ETag'));
  const body = Buffer.from(await response.arrayBuffer());
  writeFileSync(join(root, 'answer.rss'), body);
  const plain = await start(['--input-type=module', '-e', staticServer, etag], root);
  running.push(plain);
  const targets = [...services, { ...plain, paths, name: 'static' }];
  console.log(`feed: ${body.length} bytes`);
  console.table([
    ...(await compare(targets, { name: '304', headers: { 'If-None-Match': etag }, status: 304 })),
    ...(await compare(targets, { name: 'full', headers: {}, status: 200 })),
  ]);
} finally {
  for (const { stop } of running) await stop();
  rmSync(root, { recursive: true, force: true });
}
