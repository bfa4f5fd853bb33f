/** What is measured of the reading of feeds, for GET /metrics. A feed is named by its place in `feeds`: its URL may be a secret. */
import prom, { type Counter, type Histogram, type Registry } from 'prom-client';
import { createDurations } from '../metrics/durations.js';
import type { ShowState } from './show-states.js';

export interface FeedMetrics {
  parses: Histogram<'result'>;
  cached: Counter<'cache' | 'result'>;
  readFailures: Counter<'sku' | 'source'>;
}

export function createFeedMetrics(registry: Registry): FeedMetrics {
  const registers = [registry];
  return {
    parses: createDurations(registry, {
      name: 'pps_feed_parse_duration_seconds',
      help: 'Feeds that were parsed, by result.',
      labelNames: ['result'],
    }),
    cached: new prom.Counter({
      name: 'pps_feed_cache_total',
      help: 'Feeds that were needed, by cache and by whether it had them.',
      labelNames: ['cache', 'result'],
      registers,
    }),
    readFailures: new prom.Counter({
      name: 'pps_feed_read_failures_total',
      help: 'Attempts to read a feed of the catalogue that failed, by sku and place.',
      labelNames: ['sku', 'source'],
      registers,
    }),
  };
}

/** A feed of a product, by its place in `feeds`. */
export interface FeedSourceState {
  sku: string;
  source: number;
  /** Whether the last attempt failed; `undefined` before the first. */
  isDown: boolean | undefined;
}

/** Shows at each GET /metrics which feeds could be read, and how old the copies are that members are given. */
export function showFeedStates(
  registry: Registry,
  sources: () => readonly FeedSourceState[],
  shows: () => readonly ShowState[],
): void {
  const registers = [registry];
  new prom.Gauge({
    name: 'pps_feed_source_up',
    help: 'Feeds of the catalogue, by sku and place: 1 if the last attempt to read them succeeded.',
    labelNames: ['sku', 'source'],
    registers,
    collect() {
      this.reset();
      for (const { isDown, ...labels } of sources())
        if (isDown !== undefined) this.set(labels, isDown ? 0 : 1);
    },
  });
  new prom.Gauge({
    name: 'pps_show_has_copy',
    help: 'Shows of the catalogue: 1 if there is a copy of the feed to give to members.',
    labelNames: ['sku'],
    registers,
    collect() {
      this.reset();
      for (const { sku, ageSeconds } of shows())
        this.set({ sku }, ageSeconds === undefined ? 0 : 1);
    },
  });
  new prom.Gauge({
    name: 'pps_show_copy_age_seconds',
    help: 'Seconds since the feed of a show was last read, or found unchanged.',
    labelNames: ['sku'],
    registers,
    collect() {
      this.reset();
      for (const { sku, ageSeconds } of shows())
        if (ageSeconds !== undefined) this.set({ sku }, ageSeconds);
    },
  });
}
