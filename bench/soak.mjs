/**
 * `npm run soak`: trouble for an hour, by hand. Two service processes on one Postgres, members, apps and an
 * operator, all at once, while one part after the other fails. It ends with a report: what was lost, who got
 * what is not theirs, what grew, how long each recovery took. The exit code is 0 if all is well, 1 if not.
 *
 *   npm run soak -- [--minutes 60]
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from '../scripts/setup.mjs';
import { createClient } from './soak/clients.mjs';
import { faults } from './soak/faults.mjs';
import { sampleMemory } from './soak/memory.mjs';
import { createOperator } from './soak/operator.mjs';
import { printReport } from './soak/report.mjs';
import { createRig } from './soak/rig.mjs';
import { createTally } from './soak/tally.mjs';

const CLIENTS = 12;
/** After a fault. */
const QUIET_MS = 5_000;
/** How much of the run comes before the last kill of a process whose memory is judged. */
const SHARE_BEFORE = 0.45;
/** Milliseconds between two things that a client does, on average. */
const PAUSE_MS = 120;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(values.minutes);
/** A short run has all faults, too, for less time each. */
const faultMs = 1000 * Math.min(12, Math.max(2, minutes));
const logs = join(root, '.cache/soak');
rmSync(logs, { recursive: true, force: true });
mkdirSync(logs, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'pps-soak-'));

const tally = createTally();
const turns = /** @type {import('./soak/report.mjs').Turn[]} */ ([]);
let isOver = false;
const rig = await createRig(folder, logs);
const operator = createOperator(rig);

/** Does one thing after the other. @param {() => Promise<unknown>} act */
async function repeat(act) {
  for (; !isOver; await setTimeout(Math.random() * 2 * PAUSE_MS)) await act();
}

/** Sets a fault for some seconds, and sees how long everything needs after it. @param {string} name */
async function suffer(name) {
  const fault = faults[name];
  if (!fault || isOver) return;
  const isGone = tally.begin(fault);
  await fault.begin(rig);
  await setTimeout(faultMs);
  const ended = performance.now();
  await fault.end(rig);
  await operator.untilAllWell();
  isGone();
  const seconds = (performance.now() - ended) / 1000;
  turns.push({ name, seconds });
  console.log(`${name}: well again after ${seconds.toFixed(1)} s`);
  await setTimeout(QUIET_MS);
}

/** Gives each fault its turn, and goes on until the time is over. @param {string[]} names @param {number} share of it */
async function sufferAll(names, share) {
  const end = performance.now() + share * minutes * 60_000;
  for (let turn = 0; !isOver && (turn < names.length || performance.now() < end); turn += 1)
    await suffer(String(names[turn % names.length]));
}

try {
  const members = await rig.start();
  const names = Object.keys(faults).filter((name) => !faults[name]?.needsSmallDisk || rig.canFill);
  console.log(`${minutes} minutes, ${members.length} members, ${names.length} faults`);
  // A client that throws is a mistake of the soak's own: it ends it.
  const load = Promise.all(
    Array.from({ length: CLIENTS }, () => repeat(createClient({ rig, tally, operator, members }))),
  );
  const gentle = names.filter((name) => !faults[name]?.endsService);
  await Promise.race([load, sufferAll(names, SHARE_BEFORE)]);
  const sampling = sampleMemory(Object.values(rig.services), () => isOver);
  await Promise.race([load, sufferAll(gentle, 1 - SHARE_BEFORE)]);
  isOver = true;
  await load;
  const samples = await sampling;
  process.exitCode = printReport({ turns, tally, samples, losses: await operator.findLosses() });
} finally {
  isOver = true;
  await rig.stop();
  rmSync(folder, { recursive: true, force: true });
}
