/** One fault after the other, and how everything gets well again after each. */
import { setTimeout } from 'node:timers/promises';
import { faults } from './faults.mjs';
import { quiet } from './mixed-load.mjs';
import { untilAllWell } from './recovery.mjs';
import { clock, outcomesOf } from './report.mjs';

/** Seconds: of a fault, if there is time, and of the quiet after it. */
const FAULT_SECONDS = 12;
const LEAST_SECONDS = 2;
const QUIET_SECONDS = 5;
/** How long a recovery takes, to reckon how long a fault may be. */
const RECOVERY_SECONDS = 3;

/**
 * @param {object} options
 * @param {import('./rig.mjs').Rig} options.rig
 * @param {ReturnType<typeof import('./mixed-load.mjs').createPhases>} options.phases
 * @param {ReturnType<typeof import('./mixed-load.mjs').createTally>} options.tally
 * @param {Parameters<typeof untilAllWell>[0]} options.checks
 * @param {AbortSignal} options.interrupted
 */
export function createTroubles({ rig, phases, tally, checks, interrupted }) {
  const started = performance.now();
  const pause = (/** @type {number} */ seconds) =>
    setTimeout(seconds * 1000, undefined, { signal: interrupted }).catch(() => undefined);
  /** @type {import('./report.mjs').Turn[]} */
  const turns = [];

  /** Sets a fault for some seconds, and sees how long everything needs after it. @param {string} name @param {number} seconds */
  async function suffer(name, seconds) {
    const fault = faults[name];
    const at = (performance.now() - started) / 1000;
    const isSet = phases.begin(name);
    await fault?.begin?.(rig);
    isSet();
    await pause(Math.max(seconds, fault?.atLeast ?? 0));
    const ended = performance.now();
    await fault?.end?.(rig);
    const { seconds: more, last } = await untilAllWell(checks);
    const recovered = Number.isFinite(more) ? (performance.now() - ended) / 1000 : more;
    phases.begin(quiet)();
    turns.push({ name, at, recovered });
    const after = `well again after ${recovered.toFixed(1)} s${last && `, last ${last}`}`;
    console.log(`${clock(at)} ${name}: ${after}; ${outcomesOf(tally.byPhase.get(name))}`);
    await pause(QUIET_SECONDS);
  }

  return {
    turns,
    /**
     * Gives each of the faults its turn, and goes on until the time is over.
     * @param {readonly string[]} names @param {number} minutes
     * @param {number} turnsOfEach for which there should be time
     */
    async sufferAll(names, minutes, turnsOfEach = 1) {
      const end = performance.now() + minutes * 60_000;
      const each = (minutes * 60) / (turnsOfEach * names.length) - QUIET_SECONDS - RECOVERY_SECONDS;
      const seconds = Math.max(LEAST_SECONDS, Math.min(FAULT_SECONDS, each));
      await pause(QUIET_SECONDS);
      for (let turn = 0; !interrupted.aborted; turn++) {
        // In a short run too, each fault has its turn.
        if (turn >= names.length && performance.now() > end) return;
        await suffer(String(names[turn % names.length]), seconds);
      }
    },
  };
}
