/**
 * How many feed requests per second the service answers, against a bare Node server that answers
 * the same bytes with the same headers, in one run; what CPU time each takes; and how long the
 * service takes to start. Everything runs on this machine, so only the ratios say something about
 * the service. The servers take turns, and each ratio is the median of the rounds.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { generateFeed } from '../generate-feed.mjs';
import { median, percentile } from '../statistics.mjs';
import { cpuOf } from './cpu.mjs';
import { cli, install, start } from './installation.mjs';

const ROUNDS = 5;
/** Seconds per server before it is measured: V8 compiles what runs often, and each member's app is noted once. */
const WARM_UP_SECONDS = 5;

/**
 * Members of a service who are polled, at random. More would not be remembered as noted; what these
 * take in memory, spread over that of all members, is more than the caches of a CPU hold.
 */
const POLLED = 50_000;
/** First polls that are sent before the service may write them down: more would be dropped. */
const NOTED_AT_ONCE = 5_000;

/** The service notes which app fetched a feed. */
const USER_AGENTS = [
  'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)',
  'PocketCasts/1.0 (Pocket Casts Feed Parser; +http://pocketcasts.com/)',
  'AntennaPod/3.4.0',
  'Podcasts/1600.1 CFNetwork/1490.0.4 Darwin/23.2.0',
];
/** @param {number} member */
const userAgentOf = (member) => USER_AGENTS[member % USER_AGENTS.length] ?? '';
/** Headers that Node's server adds by itself. */
const ADDED = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/** @typedef {{ url: string, pid: number | undefined, paths: readonly string[], name: string }} Target */
/** @typedef {{ name: string, headers: Record<string, string>, status: number }} Kind */

/**
 * Sends requests for some seconds over all connections.
 * @param {Target} target
 * @param {Kind} kind
 * @param {number} seconds @param {number} connections
 */
async function load({ url, pid, paths }, { headers, status }, seconds, connections) {
  const pool = new Pool(url, { connections });
  /** @type {number[]} */
  const times = [];
  const started = performance.now();
  const cpu = cpuOf(pid);
  const client = async () => {
    while (performance.now() - started < seconds * 1000) {
      const member = Math.floor(Math.random() * paths.length);
      const path = /** @type {string} */ (paths[member]);
      const sent = { ...headers, 'user-agent': userAgentOf(member) };
      const before = performance.now();
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers: sent });
      await body.dump();
      if (statusCode !== status) throw new Error(`${url} answered ${statusCode}`);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const rate = (times.length * 1000) / (performance.now() - started);
  const cpuPerRequest = (cpuOf(pid) - cpu) / times.length;
  await pool.close();
  return { rate, cpu: cpuPerRequest, p99: percentile(times, 0.99) };
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

/**
 * Polls each member once and waits until it is noted, which takes as long as many polls. The service
 * notes them again after five minutes.
 * @param {{ url: string, paths: readonly string[] }} service
 */
async function noteAll({ url, paths }) {
  const pool = new Pool(url, { connections: 16 });
  for (let start = 0; start < paths.length; start += NOTED_AT_ONCE) {
    const polls = paths.slice(start, start + NOTED_AT_ONCE).map(async (path, index) => {
      const headers = { 'user-agent': userAgentOf(start + index), 'if-none-match': '*' };
      const { body } = await pool.request({ path, method: 'GET', headers });
      await body.dump();
    });
    await Promise.all(polls);
    await becomeIdle(url);
  }
  await pool.close();
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
const bareServer = `
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
const body = readFileSync('answer.rss');
const headers = JSON.parse(process.argv[1]);
createServer((request, response) => {
  if (request.headers['if-none-match'] === headers.etag) response.writeHead(304, headers).end();
  else response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
}).listen(0, '127.0.0.1', function () {
  console.log('http://127.0.0.1:' + this.address().port);
});`;

/**
 * Starts a service with many members for the second time, as after a restart.
 * @param {string} root @param {number} count of members @param {number} episodes
 */
async function startService(root, count, episodes) {
  const folder = join(root, String(count));
  mkdirSync(folder);
  const members = await install(folder, count, { show: generateFeed(episodes) });
  const args = [cli, '--catalogue', 'catalogue.json', '--data', 'data', '--port', '0'];
  await (await start(args, folder)).stop();
  const service = await start(args, folder);
  await becomeIdle(service.url);
  const step = Math.ceil(count / POLLED);
  const paths = members.filter((_, index) => index % step === 0).map(({ path }) => path);
  return { ...service, count, paths, name: `${count} members` };
}

/** @param {{ rate: number }[]} row @param {number} index */
const rateIn = (row, index) => row[index]?.rate ?? NaN;
/** @param {{ cpu: number }[]} row @param {number} index */
const cpuIn = (row, index) => row[index]?.cpu ?? NaN;

/**
 * Loads all servers in turn, round after round, so that whatever else the machine does
 * slows all of them.
 * @param {readonly Target[]} targets
 * @param {Kind} kind
 * @param {{ seconds: number, connections: number }} options
 */
async function compare(targets, kind, { seconds, connections }) {
  for (const target of targets) await load(target, kind, WARM_UP_SECONDS, connections);
  /** @type {{ rate: number, cpu: number, p99: number }[][]} */
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const results = [];
    for (const target of targets) {
      results.push(await load(target, kind, seconds / ROUNDS, connections));
    }
    rounds.push(results);
  }
  return targets.map(({ name }, index) => {
    /** @param {number} other */
    const ratioTo = (other) =>
      Number(median(rounds.map((row) => rateIn(row, index) / rateIn(row, other))).toFixed(2));
    const cpuRatio = median(rounds.map((row) => cpuIn(row, index) / cpuIn(row, 0)));
    return {
      answers: kind.name,
      server: name,
      'requests/s': Math.round(median(rounds.map((row) => rateIn(row, index)))),
      'CPU µs': Number(median(rounds.map((row) => cpuIn(row, index))).toFixed(0)),
      'p99 ms': Number(median(rounds.map((row) => row[index]?.p99 ?? NaN)).toFixed(1)),
      '× bare': ratioTo(targets.length - 1),
      [`× ${targets[0]?.name}`]: ratioTo(0),
      [`CPU × ${targets[0]?.name}`]: Number(cpuRatio.toFixed(2)),
    };
  });
}

/**
 * Compares services of each size with the bare server, and prints it.
 * @param {{ members: number[], seconds: number, connections: number, episodes: number }} options
 */
export async function compareServices({ members, episodes, ...options }) {
  const root = mkdtempSync(join(tmpdir(), 'pps-bench-'));
  /** @type {{ stop: () => Promise<unknown> }[]} */
  const running = [];
  try {
    const services = [];
    for (const count of members) {
      const service = await startService(root, count, episodes);
      running.push(service);
      services.push(service);
      console.log(`${service.name}: restart ${service.seconds.toFixed(2)} s`);
    }
    const [first] = services;
    if (!first) throw new Error('--members is empty.');
    for (const service of services) {
      await noteAll(service);
      const memory = memoryOf(service.pid);
      const each = ((memory - memoryOf(first.pid)) * 1024) / (service.count - first.count);
      const compared = service === first ? '' : `, ${each.toFixed(2)} kB for each further member`;
      console.log(`${service.name}: memory ${memory} MB${compared}`);
    }
    const { url, paths } = first;
    const response = await fetch(url + paths[0], { headers: { 'Accept-Encoding': 'identity' } });
    const etag = String(response.headers.get('ETag'));
    const headers = [...response.headers].filter(([name]) => !ADDED.has(name));
    const body = Buffer.from(await response.arrayBuffer());
    writeFileSync(join(root, 'answer.rss'), body);
    const args = [bareServer, JSON.stringify(Object.fromEntries(headers))];
    const bare = await start(['--input-type=module', '-e', ...args], root);
    running.push(bare);
    const targets = [...services, { ...bare, paths, name: 'bare Node' }];
    const unchanged = { name: '304', headers: { 'If-None-Match': etag }, status: 304 };
    console.log(`feed: ${body.length} bytes; load of the machine: ${loadavg()[0]?.toFixed(1)}`);
    console.table([
      ...(await compare(targets, unchanged, options)),
      ...(await compare(targets, { name: 'full', headers: {}, status: 200 }, options)),
    ]);
  } finally {
    for (const { stop } of running) await stop();
    rmSync(root, { recursive: true, force: true });
  }
}
