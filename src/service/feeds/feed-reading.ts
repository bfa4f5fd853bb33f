/**
 * Everything that reads feeds, in two halves that do not share anything: the catalogue's feeds,
 * which the operator trusts, and foreign feeds, which anyone may name.
 */
import type { Log, ServiceConfig } from '../config.js';
import type { Metrics } from '../metrics.js';
import { createFeedWorkers, type FeedWorkers } from './feed-workers.js';
import { createForeignFeeds, type ForeignFeeds } from './foreign-feeds.js';
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.js';

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

function measured(workers: FeedWorkers, metrics: Pick<Metrics, 'parse'>): FeedWorkers {
  return {
    run: (name, task, signal) => {
      const work = () => workers.run(name, task, signal);
      return name === 'parse' ? metrics.parse(work) : work();
    },
    close: () => workers.close(),
  };
}

export function openFeedReading(
  config: ServiceConfig,
  metrics: Pick<Metrics, 'parse'>,
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
  const workers = measured(createFeedWorkers({ ...SHOW_WORKERS, log }), metrics);
  const foreignWorkers = measured(createFeedWorkers({ ...FOREIGN_WORKERS, log }), metrics);
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
