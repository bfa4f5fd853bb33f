/** Whether memory and file descriptors of the services grow. */
import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { percentile } from '../statistics.mjs';

const PAUSE_MS = 5_000;
/** A shorter stretch is shown, and not judged: what a process loads in its first minutes it keeps. */
const MIN_JUDGED_SAMPLES = 50;
/** A tenth more in the end than in the middle is noise, and so is this much. */
const MAX_GROWTH = 1.1;
const slack = { 'memory MiB': 12, descriptors: 12 };

/** @typedef {Record<keyof typeof slack, number>} Sample */

/** @typedef {import('./rig.mjs').Rig['services']['A']} Service */

/** @param {Service} service @returns {Promise<Sample>} */
async function measure({ url, pid }) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(text) ?? [];
  return {
    'memory MiB': Number(bytes) / 2 ** 20,
    descriptors: process.platform === 'linux' ? readdirSync(`/proc/${pid()}/fd`).length : NaN,
  };
}

/** Looks every few seconds until the time is over. @param {Service[]} services @param {() => boolean} isOver */
export async function sampleMemory(services, isOver) {
  const samples = services.map(({ name }) => ({ name, all: /** @type {Sample[]} */ ([]) }));
  for (; !isOver(); await setTimeout(PAUSE_MS))
    for (const [index, service] of services.entries()) {
      const sample = await measure(service).catch(() => undefined);
      if (sample) samples[index]?.all.push(sample);
    }
  return samples;
}

/**
 * What each process needs in each third of a run: the lower quartile, as garbage lies about above it.
 * @param {Awaited<ReturnType<typeof sampleMemory>>} samples
 */
export const judgeGrowth = (samples) =>
  samples.flatMap(({ name, all }) =>
    /** @type {(keyof Sample)[]} */ (Object.keys(slack)).map((measure) => {
      const values = all.map((sample) => sample[measure]);
      const third = Math.floor(values.length / 3);
      const [start = NaN, middle = NaN, end = NaN] = [0, 1, 2].map((part) =>
        Math.round(percentile(values.slice(part * third, (part + 1) * third), 0.25)),
      );
      const isMore = end > middle * MAX_GROWTH + slack[measure];
      const grows = isMore && values.length >= MIN_JUDGED_SAMPLES;
      return { what: `${measure} of ${name}`, start, middle, end, grows };
    }),
  );
