/**
 * `npm run bench:service`: how many feed requests per second the service answers, against a static
 * Node server that answers the same bytes, in one run; and how long the service takes to start.
 * Everything runs on this machine, so only the ratios say something about the service.
 *
 *   npm run bench:service -- [--members 1000,100000] [--seconds 5] [--connections 32]
 */
import { spawn } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  return { url: String(url), seconds: (performance.now() - started) / 1000, stop };
}

/**
 * Sends requests for some seconds over all connections.
 * @param {string} url
 * @param {readonly string[]} paths
 * @param {Record<string, string>} headers
 * @param {number} expected status
 */
async function load(url, paths, headers, expected) {
  const pool = new Pool(url, { connections });
  /** @type {number[]} */
  const times = [];
  const end = performance.now() + seconds * 1000;
  const client = async () => {
    while (performance.now() < end) {
      const path = /** @type {string} */ (paths[Math.floor(Math.random() * paths.length)]);
      const before = performance.now();
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
      await body.dump();
      if (statusCode !== expected) throw new Error(`${url} answered ${statusCode}`);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  await pool.close();
  times.sort((a, b) => a - b);
  return { rate: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? NaN };
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

/** @param {number} members */
async function measure(members) {
  const folder = mkdtempSync(join(tmpdir(), 'pps-bench-'));
  try {
    const { paths, text } = generateBackup(members);
    writeFileSync(join(folder, 'backup.jsonl'), text);
    writeFileSync(join(folder, 'show.xml'), generateFeed(Number(values.episodes)));
    const grants = paths.map((_, index) => ({ email: `m${index}@example.org`, sku }));
    const catalogue = {
      clients: [{ clientId: 'site', clientSecret: 'not used', scopes: [] }],
      onboardingOrigins: ['site'],
      products: [{ sku, title: 'Bench', feed: 'show.xml', access: 'granted' }],
      grants,
    };
    writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
    const restore = spawn(
      process.execPath,
      [cli, 'restore', '--data', 'data', '--file', 'backup.jsonl'],
      { cwd: folder, stdio: 'inherit' },
    );
    await new Promise((resolve) => restore.once('close', resolve));

    const args = [cli, '--catalogue', 'catalogue.json', '--data', 'data', '--port', '0'];
    await (await start(args, folder)).stop();
    const service = await start(args, folder);
    const response = await fetch(service.url + paths[0]);
    const etag = String(response.headers.get('ETag'));
    const body = Buffer.from(await response.arrayBuffer());
    writeFileSync(join(folder, 'answer.rss'), body);
    const plain = await start(['--input-type=module', '-e', staticServer, etag], folder);

    /** @type {Record<string, object>} */
    const table = {};
    for (const [name, headers, status] of /** @type {const} */ ([
      ['304', { 'If-None-Match': etag }, 304],
      ['full', {}, 200],
    ])) {
      const ours = await load(service.url, paths, headers, status);
      const theirs = await load(plain.url, paths, headers, status);
      table[`${members} members, ${name}`] = {
        'requests/s': Math.round(ours.rate),
        'p99 ms': Number(ours.p99.toFixed(1)),
        'static requests/s': Math.round(theirs.rate),
        'static p99 ms': Number(theirs.p99.toFixed(1)),
        ratio: Number((ours.rate / theirs.rate).toFixed(2)),
      };
    }
    console.table(table);
    console.log(
      `restart with ${members} grants: ${service.seconds.toFixed(2)} s; feed: ${body.length} bytes\n`,
    );
    await service.stop();
    await plain.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const members of values.members.split(',')) await measure(Number(members));
