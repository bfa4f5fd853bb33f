/** Memory and descriptors of a process, and whether they are flat. Linux's /proc, where there is one. */
import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { median } from '../statistics.mjs';

/** @typedef {{ minute: number, rss: number, heap: number, descriptors: number }} Sample `rss` and `heap` in MiB, after a collection */
/** @typedef {Exclude<keyof Sample, 'minute'>} Measure */

/** Flat: the last third of a run needs no more than this, compared with the middle third. */
const MAX_GROWTH = 1.1;
/**
 * Connections come and go, and large answers leave room that the process keeps: so many descriptors and MiB more
 * are no growth.
 */
const SLACK = { rss: 48, heap: 2, descriptors: 20 };
/** Shorter runs only fill caches: theirs is shown, not judged. */
export const MIN_JUDGED_MINUTES = 4;

const PAUSE_MS = 10_000;
const MEBIBYTE = 2 ** 20;

/** @param {number | undefined} pid */
function countDescriptors(pid) {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return NaN;
  }
}

/**
 * Looks at programs every few seconds until the time is over.
 * @param {Readonly<Record<string, import('./part.mjs').Part>>} living Node programs that say what memory they need
 * @param {Readonly<Record<string, import('./part.mjs').Part>>} others
 * @param {() => boolean} isOver @param {AbortSignal} interrupted
 */
export async function sampleAll(living, others, isOver, interrupted) {
  const from = performance.now();
  /** @type {Record<string, Sample[]>} */
  const samples = {};
  while (!isOver()) {
    const minute = (performance.now() - from) / 60_000;
    for (const [name, part] of Object.entries({ ...living, ...others })) {
      const { rss, heapUsed } = (name in living && (await part.tell({}))) || {};
      const descriptors = countDescriptors(part.pid());
      // It has just been ended.
      if (Number.isNaN(descriptors) || (name in living && rss === undefined)) continue;
      const memory = { rss: rss / MEBIBYTE, heap: heapUsed / MEBIBYTE };
      (samples[name] ??= []).push({ minute, ...memory, descriptors });
    }
    await setTimeout(PAUSE_MS, undefined, { signal: interrupted }).catch(() => undefined);
  }
  return samples;
}

/**
 * The medians of a run's thirds. The first one fills caches.
 * @param {readonly Sample[]} samples of one process, from its start to the end @param {Measure} measure
 */
export function judgeGrowth(samples, measure) {
  const values = samples.map((sample) => sample[measure]);
  const third = Math.floor(values.length / 3);
  const start = median(values.slice(0, third));
  const middle = median(values.slice(third, -third));
  const end = median(values.slice(-third));
  const minutes = (samples.at(-1)?.minute ?? 0) - (samples[0]?.minute ?? 0);
  const isJudged = minutes >= MIN_JUDGED_MINUTES && !values.every(Number.isNaN);
  return { start, middle, end, isJudged, isFlat: end <= middle * MAX_GROWTH + SLACK[measure] };
}
