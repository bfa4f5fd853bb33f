/** Opens the reading of feeds: the shows of the catalogue with what is kept of them, and foreign feeds. */
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import type { Log, ServiceConfig } from '../config.js';
import { describeFailure } from '../log.js';
import type { Metrics } from '../metrics.js';
import type { Database } from '../store/database/database.js';
import { createFeedCopies } from '../store/feed-copies.js';
import { openFeedReading } from './feed-reading.js';
import type { ForeignFeeds } from './foreign-feeds.js';
import { createPings } from './pings.js';
import { createRenderedFeeds, type RenderedFeeds } from './rendered-feeds.js';
import { createShowFeeds, type ShowFeed, type ShowFeeds } from './show-feed.js';
import { showStates, type ShowState } from './show-states.js';

export interface FeedsOptions {
  config: ServiceConfig;
  /** Without a trailing slash. */
  publicUrl: string | undefined;
  catalogue: LiveCatalogue;
  database: Database;
  now: () => Date;
  log: Log;
  metrics: Metrics;
}

export interface OpenFeeds {
  showFeed: ShowFeeds;
  rendered: RenderedFeeds;
  foreignFeeds: ForeignFeeds;
  /** The state of each show's copy. */
  shows: () => ShowState[];
  close(): Promise<void>;
}

/** @throws {PrivatePodcastError} `config` if the catalogue asks for pings without a public URL. */
export function openFeeds(options: FeedsOptions): OpenFeeds {
  const { config, publicUrl, catalogue, database, now, log, metrics } = options;
  // First, because it refuses a wrong configuration, and threads would have to be ended.
  const pings = createPings({ catalogue, publicUrl, pingUrl: config.overcastPingUrl, now, log });
  const reading = openFeedReading(config, metrics, log);
  const { fetchShow, workers, foreignFeeds } = reading;
  const rendered = createRenderedFeeds(workers, metrics, now);
  const feedCopies = createFeedCopies(database);
  let closed = false;

  /** The feeds of the catalogue, each with its place. */
  const feedsInUse = () =>
    catalogue.current.products.flatMap(({ sku, sources }) =>
      sources.map(({ feed }, index) => ({ sku, source: index, feed })),
    );

  async function pingIfNew(before: ShowFeed, after: ShowFeed): Promise<void> {
    if (catalogue.current.pings.length === 0) return;
    const versions = { before: before.xml, after: after.xml };
    try {
      if (await workers.run('hasNewEpisode', versions)) pings.newEpisode();
    } catch (error) {
      if (!closed) log(describeFailure(error));
    }
  }

  const showFeed = createShowFeeds({
    fetchGuarded: fetchShow,
    now,
    async accept(show, product, before) {
      await (product.isComposed ? workers.run('inspect', show) : rendered.of(show, product, false));
      if (before) void pingIfNew(before, show);
    },
    store: {
      get: (source) => feedCopies.get(source),
      put: (source, copy) => {
        const inUse = feedsInUse().map(({ feed }) => feed);
        return feedCopies.put(source, copy, inUse);
      },
    },
    merge: (parts) => workers.run('merge', parts),
    log,
    metrics,
  });
  metrics.feedSources(() =>
    feedsInUse().map(({ feed, ...place }) => ({ ...place, isDown: showFeed.state(feed).isDown })),
  );
  const shows = () => showStates(catalogue.current.products, (feed) => showFeed.state(feed), now());
  metrics.showCopies(shows);

  return {
    showFeed,
    rendered,
    foreignFeeds,
    shows,
    async close() {
      closed = true;
      pings.close();
      await reading.close();
      await showFeed.close();
    },
  };
}
