/** All that asks for something during a soak, at once: members and publishers, the operator, gPodder, and the hostile. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { cli, sku } from '../service/installation.mjs';
import { createCalls } from './calls.mjs';
import { runGpodder } from './gpodder.mjs';
import { createHostileActs } from './hostile.mjs';
import { createActs } from './members.mjs';
import { runClient } from './mixed-load.mjs';

const HOSTILE_CLIENTS = 3;
/** Milliseconds between two things that a client does. */
const PAUSE_MS = 120;
const COMMAND_PAUSE_MS = 8_000;

/** The operator's ways to change a running service, one after the other. @param {string} url */
const commands = (url) =>
  [
    ['grant', sku, 'by-command@example.org', '--until', '2030-12-31'],
    ['grants', '--email', 'by-command@example.org'],
    ['revoke', sku, 'by-command@example.org'],
    ['reload'],
  ].map((args) => [cli, ...args, '--catalogue', 'catalogue.json', '--url', url]);

/**
 * Loads everything until the time is over.
 * @param {object} options
 * @param {import('./rig.mjs').Rig} options.rig @param {number} options.clients @param {string} options.token
 * @param {(number: number) => ReturnType<typeof import('./mixed-load.mjs').createAsk>} options.askFrom returns how
 * a client asks, from an address of its own
 * @param {readonly import('../service/installation.mjs').Member[]} options.members
 * @param {readonly string[]} options.hosted paths of feeds whose show is at the host
 * @param {ReturnType<typeof import('./mixed-load.mjs').createTally>} options.tally
 * @param {ReturnType<typeof import('./ledger.mjs').createLedger>} options.ledger
 * @param {ReturnType<typeof import('./marks.mjs').createMarks>} options.marks
 * @param {number} options.patience @param {() => boolean} options.isOver @param {AbortSignal} options.interrupted
 * @returns what went wrong in the clients themselves
 */
export async function runLoad({ rig, clients, token, askFrom, members, hosted, ...judged }) {
  const { tally, ledger, marks, patience, isOver, interrupted } = judged;
  const { places, secret, folder } = rig;
  const feedPath = String(members[0]?.path);
  const shared = { places, secret, members, hosted, ledger, marks, patience, isOver };

  const runMember = (/** @type {number} */ number) => {
    const ask = askFrom(number + 1);
    const calls = createCalls(ask, token, places.url, places.direct);
    return runClient({ isOver, pause: PAUSE_MS, acts: createActs({ ...shared, ask, calls }) });
  };
  const runHostile = (/** @type {number} */ number) => {
    const acts = createHostileActs({ ask: askFrom(100 + number), tally, places, feedPath });
    return runClient({ isOver, pause: 2 * PAUSE_MS, acts });
  };
  const runCommands = async () => {
    let isGranted = false;
    for (let turn = 0; !isOver(); turn++) {
      const args = commands(places.direct())[turn % 4] ?? [];
      // A grant that a fault has prevented cannot be ended.
      if (args.includes('revoke') && !isGranted) continue;
      const from = performance.now();
      const program = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
      const [code] = await once(program, 'exit');
      if (args.includes('grant')) isGranted = code === 0;
      tally.record('command', `exit ${code}`, from);
      await setTimeout(COMMAND_PAUSE_MS, undefined, { signal: interrupted }).catch(() => undefined);
    }
  };
  const gpodder = { folder, tally, feedUrl: places.url + feedPath, isOver, interrupted };
  const results = await Promise.allSettled([
    ...Array.from({ length: clients }, (_, number) => runMember(number)),
    ...Array.from({ length: HOSTILE_CLIENTS }, (_, number) => runHostile(number)),
    runCommands(),
    runGpodder(gpodder),
  ]);
  // Its message may name what it read.
  return results.flatMap((result) =>
    result.status === 'rejected' ? `A client ended by itself (${result.reason?.name}).` : [],
  );
}
