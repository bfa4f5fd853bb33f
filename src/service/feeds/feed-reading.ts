/**
 * Everything that reads feeds, in two halves that do not share anything: the catalogue's feeds,
 * which the operator trusts, and foreign feeds, which anyone may name.
 */
import type { Log } from '../failures/log.js';
import type { Histogram } from 'prom-client';
import { createFeedWorkers, type FeedWorkers } from './feed-workers.js';
import { createForeignFeeds, type ForeignFeeds } from './foreign-feeds.js';
import { createGuardedFetch, type FetchLimits, type GuardedFetch } from './guarded-fetch.js';

/** The settings for reading feeds. */
export interface FeedReadingConfig {
  allowHosts?: readonly string[] | undefined;
  parserHosts?: readonly string[] | undefined;
  fetchLimits?: FetchLimits | undefined;
}

export interface FeedReading {
  /** Fetches a feed of the catalogue. */
  fetchShow: GuardedFetch;
  /** Threads for the feeds of the catalogue. */
  workers: FeedWorkers;
  foreignFeeds: ForeignFeeds;
  close(): Promise<void>;
}

/** A large show on a slow machine: the catalogue's feeds are the operator's own. */
const SHOW_WORKERS = { threads: 2, timeout: 60_000 };
const FOREIGN_WORKERS = { threads: 2, timeout: 10_000 };

/** Measures how long feeds take to parse. */
function measured(workers: FeedWorkers, parses: Histogram<'result'>): FeedWorkers {
  return {
    async run(name, task, signal) {
      const stop = name === 'parse' ? parses.startTimer() : undefined;
      try {
        const done = await workers.run(name, task, signal);
        stop?.({ result: 'ok' });
        return done;
      } catch (error) {
        stop?.({ result: 'error' });
        throw error;
      }
    },
    close: () => workers.close(),
  };
}

export function openFeedReading(
  config: FeedReadingConfig,
  parses: Histogram<'result'>,
  log: Log,
): FeedReading {
  const { allowHosts, parserHosts = [], fetchLimits } = config;
  const fetchShow = createGuardedFetch(
    { hosts: allowHosts, anyPublic: true, option: '--allow-host' },
    fetchLimits,
  );
  const fetchForeign = createGuardedFetch(
    { hosts: parserHosts, anyPublic: parserHosts.includes('*'), option: '--parser-host' },
    fetchLimits,
  );
  const workers = measured(createFeedWorkers({ ...SHOW_WORKERS, log }), parses);
  const foreignWorkers = measured(createFeedWorkers({ ...FOREIGN_WORKERS, log }), parses);
  return {
    fetchShow,
    workers,
    foreignFeeds: createForeignFeeds(fetchForeign, foreignWorkers),
    async close() {
      await Promise.all(
        [fetchShow, fetchForeign, workers, foreignWorkers].map((part) => part.close()),
      );
    },
  };
}
