/** Opens the reading of feeds: the shows of the catalogue with what is kept of them, and foreign feeds. */
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import type { Log } from '../failures/log.js';
import { describeFailure } from '../failures/describe-failure.js';
import type { Registry } from 'prom-client';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { Product } from '../catalogue/catalogue.js';
import { feedFailure } from '../failures/placed-failures.js';
import type { Database } from '../store/database/database.js';
import { createFeedCopies } from '../store/feed-copies.js';
import { findUnreadableFeeds } from './check-feeds.js';
import { createFeedMetrics, showFeedStates } from './feed-metrics.js';
import type { FirstLoad } from './first-loads.js';
import { openFeedReading, type FeedReadingConfig } from './feed-reading.js';
import type { ForeignFeeds } from './foreign-feeds.js';
import { createPings } from './pings.js';
import { createRenderedFeeds, type RenderedFeeds } from './rendered-feeds.js';
import { createShowFeeds, type ShowFeed, type ShowFeeds } from './show-feed.js';
import { showStates, type ShowState } from './show-states.js';

export interface FeedsOptions {
  config: FeedReadingConfig & { overcastPingUrl?: string | undefined };
  /** Without a trailing slash. */
  publicUrl: string | undefined;
  catalogue: LiveCatalogue;
  database: Database;
  now: () => Date;
  log: Log;
  registry: Registry;
  firstLoad: FirstLoad;
}

export interface OpenFeeds {
  showFeed: ShowFeeds;
  rendered: RenderedFeeds;
  foreignFeeds: ForeignFeeds;
  /** The state of each show's copy. */
  shows: () => ShowState[];
  /** Reads a show as members get it. @throws if that fails */
  readShow: (product: Product) => Promise<void>;
  /** Whether a show was given to somebody, by its product in force. */
  wasShown: (product: Product) => boolean;
  /** Reads all shows, and logs those whose feed cannot be read. */
  checkFeeds: () => Promise<void>;
  close(): Promise<void>;
}

/** @throws {PrivatePodcastError} `config` if the catalogue asks for pings without a public URL. */
export function openFeeds(options: FeedsOptions): OpenFeeds {
  const { config, publicUrl, catalogue, database, now, log, registry, firstLoad } = options;
  const metrics = createFeedMetrics(registry);
  // First, because it refuses a wrong configuration, and threads would have to be ended.
  const pings = createPings({ catalogue, publicUrl, now, log });
  const reading = openFeedReading(config, metrics.parses, log);
  const { fetchShow, workers, foreignFeeds } = reading;
  const shared = createRenderedFeeds(workers, metrics.cached, now);
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
      await (product.isComposed ? workers.run('inspect', show) : shared.of(show, product));
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
  const shows = () => showStates(catalogue.current.products, (feed) => showFeed.state(feed), now());
  const states = () =>
    feedsInUse().map(({ feed, ...place }) => ({ ...place, isDown: showFeed.state(feed).isDown }));
  showFeedStates(registry, states, shows);

  const shown = new WeakSet<Product>();
  /** Shows whose feed was read, and is none. */
  const unusable = new Set<string>();
  const rendered: RenderedFeeds = {
    async of(show, product, instead) {
      const { sku, isComposed, sources } = product;
      const feed = await shared.of(show, product, instead).catch((error: unknown) => {
        const isBad = error instanceof PrivatePodcastError && error.code === 'bad-feed';
        if (!isBad || isComposed) throw error;
        unusable.add(sku);
        throw feedFailure(error, sku, 0, sources[0]?.feed ?? '');
      });
      shown.add(product);
      if (unusable.delete(sku)) log({ show: 'readable again', sku, source: 0 });
      return feed;
    },
  };

  async function readShow(product: Product): Promise<void> {
    await rendered.of(await showFeed(product), product);
  }

  return {
    showFeed,
    rendered,
    foreignFeeds,
    shows,
    readShow,
    wasShown: (product) => shown.has(product),
    async checkFeeds() {
      const unreadable = await findUnreadableFeeds(catalogue.current.products, async (product) => {
        await readShow(product);
        await firstLoad(product.sku);
      });
      if (closed) return;
      for (const { sku, error } of unreadable) log({ sku, ...describeFailure(error) });
    },
    async close() {
      closed = true;
      pings.close();
      await reading.close();
      await showFeed.close();
    },
  };
}
