/**
 * `npm run bench:feeds`: how long a feed takes to read, against the best readers there are.
 * Each reading is the first of a fresh process, as in a service that has just started; the
 * median of several is printed, with its ratio to ours and the process's peak memory.
 *
 *   node bench/feeds.mjs [--runs 5] [--module dist/podcast.js]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateFeed } from './generate-feed.mjs';
import { readers } from './readers.mjs';
import { median } from './statistics.mjs';

const self = fileURLToPath(import.meta.url);
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    module: {
      type: 'string',
      default: fileURLToPath(new URL('../dist/podcast.js', import.meta.url)),
    },
    reader: { type: 'string' },
    file: { type: 'string' },
  },
});

/** @typedef {{ time: number, items: number, memory: number }} Result milliseconds, episodes, MB at the peak */

/**
 * Reads one file once and tells what it took.
 * @param {string} name
 * @param {string} file
 * @returns {Promise<Result>}
 */
async function measure(name, file) {
  const read = await readers[name]?.(values.module);
  if (!read) throw new Error(`There is no reader ${name}.`);
  const bytes = new Uint8Array(readFileSync(file));
  const before = performance.now();
  const items = await read(bytes);
  const time = performance.now() - before;
  return { time, items, memory: process.resourceUsage().maxRSS / 1024 };
}

/**
 * One run in a fresh process; nothing where the reader cannot read this feed.
 * @param {string} name
 * @param {string} file
 * @returns {Result | undefined}
 */
function measureAfresh(name, file) {
  try {
    const args = [self, '--module', values.module, '--reader', name, '--file', file];
    const output = execFileSync(process.execPath, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

/**
 * The medians of all readers. They take turns, so that what else the machine does meanwhile
 * falls on all of them.
 * @param {string} file
 * @returns {Map<string, Result | undefined>}
 */
function measureAll(file) {
  const names = Object.keys(readers);
  const rounds = Array.from({ length: Number(values.runs) }, () =>
    names.map((name) => measureAfresh(name, file)),
  );
  return new Map(
    names.map((name, at) => {
      const results = rounds.flatMap((round) => round[at] ?? []);
      if (results.length < rounds.length) return [name, undefined];
      const time = median(results.map((result) => result.time));
      const memory = median(results.map((result) => result.memory));
      return [name, { time, memory, items: results[0]?.items ?? 0 }];
    }),
  );
}

/**
 * @param {string} label
 * @param {string} file
 */
function compare(label, file) {
  const megabytes = statSync(file).size / 1e6;
  console.log(`\n${label}, ${megabytes.toFixed(megabytes < 1 ? 3 : 1)} MB`);
  console.log(
    `${'reader'.padEnd(20)}${'median'.padStart(12)}${'ours / it'.padStart(12)}${'peak'.padStart(10)}${'items'.padStart(9)}`,
  );
  const results = measureAll(file);
  const ours = results.get('ours')?.time ?? NaN;
  for (const [name, result] of results) {
    if (!result) {
      console.log(`${name.padEnd(20)}${'cannot read it'.padStart(12)}`);
      continue;
    }
    const cells = [
      `${result.time.toFixed(1)} ms`.padStart(12),
      `${(ours / result.time).toFixed(2)}`.padStart(12),
      `${result.memory.toFixed(0)} MB`.padStart(10),
      (name === 'UTF-8 decoding' ? '' : String(result.items)).padStart(9),
    ];
    console.log(name.padEnd(20) + cells.join(''));
  }
}

function main() {
  if (!existsSync(values.module)) {
    console.error(`There is nothing at ${values.module}: run \`npm run build\` first.`);
    process.exitCode = 1;
    return;
  }
  const open = new URL('../../shared/feeds/open/', import.meta.url);
  const real = { small: 'serial.xml', middle: 'giant-bombcast.xml', large: 'heidi-st-john.xml' };
  for (const [size, name] of Object.entries(real)) {
    const file = fileURLToPath(new URL(name, open));
    if (existsSync(file)) compare(`a ${size} real feed`, file);
    else console.log(`\nskipped: a ${size} real feed (../shared/feeds is not there)`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'bench-feeds-'));
  try {
    const file = join(folder, 'generated.xml');
    writeFileSync(file, generateFeed(10_000));
    compare('a generated feed of 10,000 episodes', file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (values.reader && values.file)
  console.log(JSON.stringify(await measure(values.reader, values.file)));
else main();
