/** The summary of a soak: times, errors and memory, each with its verdict. */
import { availableParallelism, loadavg } from 'node:os';
import { quiet } from './mixed-load.mjs';
import { median, percentile } from '../statistics.mjs';

/** @typedef {import('./mixed-load.mjs').Observation} Observation */
/** @typedef {{ minute: number, rss: number, heap: number }} MemorySample in MB, after a collection */

/** Memory counts as flat if the last third of a run needs no more than this, compared with the middle third. */
const MAX_GROWTH = 1.1;
/** Shorter runs only fill caches: their memory is printed, not judged. */
export const MIN_JUDGED_MINUTES = 4;

const { log } = console;

/**
 * Compares the last third of a run with the one before; the first third fills caches.
 * @param {readonly MemorySample[]} samples @param {'rss' | 'heap'} measure
 */
export function judgeMemory(samples, measure) {
  const values = samples.map((sample) => sample[measure]);
  const third = Math.floor(values.length / 3);
  const middle = median(values.slice(third, -third));
  const last = median(values.slice(-third));
  const minutes = (samples.at(-1)?.minute ?? 0) - (samples[0]?.minute ?? 0);
  return { middle, last, growth: last / middle, isJudged: minutes >= MIN_JUDGED_MINUTES };
}

/** @param {readonly Observation[]} observations @param {'kind' | 'phase'} by */
function groupsOf(observations, by) {
  /** @type {Map<string, Observation[]>} */
  const groups = new Map();
  for (const observation of observations) {
    const group = groups.get(observation[by]);
    if (group) group.push(observation);
    else groups.set(observation[by], [observation]);
  }
  return groups;
}

/** "p50/p99" of some observations. @param {readonly Observation[]} observations */
function timesOf(observations) {
  if (observations.length === 0) return '';
  const times = observations.map(({ milliseconds }) => milliseconds);
  return [0.5, 0.99].map((share) => percentile(times, share).toFixed(0)).join('/');
}

/** @param {readonly Observation[]} observations @param {'kind' | 'phase'} by */
function summary(observations, by) {
  const groups = groupsOf(observations, by);
  return Object.fromEntries(
    [...groups].map(([name, group]) => [
      name,
      {
        requests: group.length,
        errors: group.filter(({ isError }) => isError).length,
        'p50/p99 ms': timesOf(group),
        ...(by === 'kind' && {
          'without a fault': timesOf(group.filter(({ phase }) => phase === quiet)),
        }),
      },
    ]),
  );
}

/**
 * Prints everything and gives the verdict.
 * @param {object} run
 * @param {readonly Observation[]} run.observations
 * @param {ReadonlyMap<string, number>} run.unexplained
 * @param {readonly MemorySample[]} run.memory of one process, from its start to the end
 * @param {readonly string[]} run.kinds all of which must have been asked
 * @param {readonly string[]} [run.failures] what else went wrong
 * @returns whether the soak is passed
 */
export function printVerdict({ observations, unexplained, memory, kinds, failures = [] }) {
  const wrong = [...failures];
  console.table(summary(observations, 'kind'));
  console.table(summary(observations, 'phase'));
  for (const kind of kinds) {
    if (!observations.some((observation) => observation.kind === kind)) {
      wrong.push(`Nobody asked for "${kind}".`);
    }
  }
  for (const measure of /** @type {const} */ (['rss', 'heap'])) {
    const { middle, last, growth, isJudged } = judgeMemory(memory, measure);
    log(
      `${measure}: ${middle.toFixed(1)} MB in the middle third, ${last.toFixed(1)} MB in the last: × ${growth.toFixed(2)} (at most ${MAX_GROWTH}${isJudged ? '' : '; not judged, the run is too short'})`,
    );
    // Also if there was nothing to measure.
    if (isJudged && !(growth <= MAX_GROWTH)) wrong.push(`The ${measure} grows.`);
  }
  // A machine with more work than cores makes every time longer, and may cause timeouts.
  const [load = NaN] = loadavg();
  log(`load of the machine: ${load.toFixed(1)} for ${availableParallelism()} cores`);
  const errors = observations.filter(({ isError }) => isError).length;
  const count = [...unexplained.values()].reduce((sum, number) => sum + number, 0);
  log(
    `${observations.length} requests, ${errors} errors, ${count} of them not explained by a fault`,
  );
  for (const [line, number] of unexplained) wrong.push(`${number} × ${line}`);
  for (const line of wrong) log(`FAILED: ${line}`);
  if (wrong.length === 0) log('passed');
  return wrong.length === 0;
}
