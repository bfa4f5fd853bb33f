/**
 * The cost of a poll for two service processes on Postgres behind nginx, beside one on the embedded
 * database, at the same rate: CPU time of the service processes alone, and nginx's on its own. A
 * rate that all can answer makes the two comparable; a poll is a 304.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { generateFeed } from '../generate-feed.mjs';
import { median } from '../statistics.mjs';
import { cpuOf } from './cpu.mjs';
import { cli, install, start } from './installation.mjs';
import { startNginx } from './nginx.mjs';
import { startPostgres } from './postgres.mjs';

const ROUNDS = 7;
/** Polls that each process answers before it is measured. */
const WARM_UP = 25_000;

/** @typedef {{ url: string, pids: (number | undefined)[], nginx?: number | undefined, name: string }} Target */

/** Database queries so far. @param {string} url of a service */
async function queriesOf(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, count = '0'] = /^pps_database_query_duration_seconds_count\S* (\d+)$/m.exec(text) ?? [];
  return Number(count);
}

/**
 * Polls at a rate. The clients share a clock: one that is late sends at once.
 * @param {Target} target @param {readonly string[]} paths @param {string} etag
 * @param {{ rate: number, seconds: number, connections: number }} options
 */
async function poll({ url, pids, nginx }, paths, etag, { rate, seconds, connections }) {
  const pool = new Pool(url, { connections, connect: { rejectUnauthorized: false } });
  const headers = {
    'if-none-match': etag,
    'user-agent': 'Overcast/3.0',
    host: 'listen.example.com',
  };
  const total = rate * seconds;
  const before = pids.map(cpuOf);
  const beforeProxy = cpuOf(nginx);
  const started = performance.now();
  let sent = 0;
  const client = async () => {
    while (sent < total) {
      const number = sent++;
      const wait = started + (number * 1000) / rate - performance.now();
      if (wait > 1) await setTimeout(wait);
      const path = /** @type {string} */ (paths[number % paths.length]);
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
      await body.dump();
      if (statusCode !== 304) throw new Error(`${url} answered ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const took = (performance.now() - started) / 1000;
  await pool.close();
  const cpu = before.reduce((sum, each, index) => sum + cpuOf(pids[index]) - each, 0);
  return {
    rate: total / took,
    cpu: cpu / total,
    proxy: nginx === undefined ? NaN : (cpuOf(nginx) - beforeProxy) / total,
  };
}

/**
 * @param {{ members: number, rate: number, seconds: number, connections: number, episodes: number }} options
 */
export async function compareLayouts({ members: count, episodes, ...options }) {
  const root = mkdtempSync(join(tmpdir(), 'pps-many-'));
  /** @type {{ stop: () => Promise<unknown> }[]} */
  const running = [];
  try {
    const folder = join(root, 'one');
    mkdirSync(folder);
    const members = await install(folder, count, { show: generateFeed(episodes) });
    const postgres = await startPostgres();
    running.push(postgres);
    const restore = ['restore', '--database', postgres.url, '--file', 'backup.jsonl'];
    const { status } = spawnSync(process.execPath, [cli, ...restore], { cwd: folder });
    if (status !== 0) throw new Error('The members could not be restored.');

    const serve = (/** @type {string[]} */ ...place) =>
      start([cli, '--catalogue', 'catalogue.json', '--port', '0', ...place], folder);
    const one = await serve('--data', 'data');
    running.unshift(one);
    const two = [await serve('--database', postgres.url), await serve('--database', postgres.url)];
    running.unshift(...two);
    const urls = two.map(({ url }) => url);
    const nginx = await startNginx(join(root, 'nginx'), urls);
    running.unshift(nginx);

    const paths = members.map(({ path }) => path);
    const response = await fetch(one.url + paths[0], {
      headers: { 'Accept-Encoding': 'identity' },
    });
    const etag = String(response.headers.get('ETag'));
    await response.arrayBuffer();
    /** @type {Target[]} */
    const targets = [
      { name: 'one, embedded', url: one.url, pids: [one.pid] },
      {
        name: 'two, Postgres, nginx',
        url: nginx.url,
        pids: two.map(({ pid }) => pid),
        nginx: nginx.pid,
      },
    ];
    // Every member twice, so that all are known, and as fast as each process can until V8 has compiled it.
    for (const target of targets) {
      const total = Math.max(WARM_UP, 2 * count) * target.pids.length;
      await poll(target, paths, etag, { ...options, rate: total, seconds: 1 });
    }
    // The CPU that one process needs for a poll depends on how busy it is: each of the two has half the rate.
    const [alone, both] = targets.map((target) => ({ ...target, ...options }));
    if (!alone || !both) throw new Error('There is nothing to compare.');
    const half = { ...alone, name: `${alone.name}, half the rate`, rate: options.rate / 2 };
    const measured = [alone, both, half];
    const before = await Promise.all(urls.map(queriesOf));
    /** @type {Awaited<ReturnType<typeof poll>>[][]} */
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const results = [];
      for (const target of measured) results.push(await poll(target, paths, etag, target));
      rounds.push(results);
    }
    const after = await Promise.all(urls.map(queriesOf));
    const of = (/** @type {number} */ index, /** @type {'rate' | 'cpu' | 'proxy'} */ measure) =>
      median(rounds.map((row) => row[index]?.[measure] ?? NaN));
    console.table(
      measured.map(({ name }, index) => ({
        layout: name,
        'polls/s': Math.round(of(index, 'rate')),
        'CPU µs/poll': Math.round(of(index, 'cpu')),
        '× one': Number(
          median(rounds.map((row) => (row[index]?.cpu ?? NaN) / (row[0]?.cpu ?? NaN))).toFixed(2),
        ),
        'nginx µs/poll': Math.round(of(index, 'proxy')),
      })),
    );
    const polls = ROUNDS * options.rate * options.seconds;
    const queries = after.reduce((sum, number, index) => sum + number - Number(before[index]), 0);
    console.log(`queries of the two: ${queries} for ${polls} polls of known links`);
    console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    for (const { stop } of running) await stop();
    rmSync(root, { recursive: true, force: true });
  }
}
