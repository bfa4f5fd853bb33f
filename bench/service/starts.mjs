/**
 * How long the service takes to start with many members: with their grants in the database or in the
 * catalogue, beside one with a single member. They take turns; each figure is a median.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateFeed } from '../generate-feed.mjs';
import { median } from '../statistics.mjs';
import { cpuOf } from './cpu.mjs';
import { cli, install, start } from './installation.mjs';

const ROUNDS = 5;

/** Seconds until a service says that it is ready: by the clock, and of CPU time. @param {string} folder */
async function measureStart(folder) {
  const args = [cli, '--catalogue', 'catalogue.json', '--data', 'data', '--port', '0'];
  const service = await start(args, folder);
  const cpu = cpuOf(service.pid) / 1e6;
  await service.stop();
  return { clock: service.seconds, cpu };
}

/** @param {number} count of members */
export async function compareStarts(count) {
  const root = mkdtempSync(join(tmpdir(), 'pps-starts-'));
  const show = generateFeed(100);
  /** @type {{ name: string, count: number, grantsIn: 'catalogue' | 'database' }[]} */
  const kinds = [
    { name: 'one member', count: 1, grantsIn: 'database' },
    { name: `${count} links and grants in the database`, count, grantsIn: 'database' },
    { name: `${count} links, grants in the catalogue`, count, grantsIn: 'catalogue' },
  ];
  try {
    const folders = [];
    for (const [index, kind] of kinds.entries()) {
      const folder = join(root, String(index));
      mkdirSync(folder);
      await install(folder, kind.count, { show, grantsIn: kind.grantsIn });
      // The first start of a data folder has more to do.
      await measureStart(folder);
      folders.push(folder);
    }
    /** @type {Awaited<ReturnType<typeof measureStart>>[][]} */
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const row = [];
      for (const folder of folders) row.push(await measureStart(folder));
      rounds.push(row);
    }
    const of = (/** @type {number} */ index, /** @type {'clock' | 'cpu'} */ measure) =>
      median(rounds.map((row) => row[index]?.[measure] ?? NaN));
    console.table(
      kinds.map(({ name }, index) => ({
        service: name,
        's by the clock': of(index, 'clock').toFixed(2),
        's of CPU': of(index, 'cpu').toFixed(2),
        'CPU × one member': (of(index, 'cpu') / of(0, 'cpu')).toFixed(2),
      })),
    );
    console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
