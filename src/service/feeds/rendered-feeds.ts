/** Renders each version of a show once, for all of its members. */
import type { Product } from '../catalogue/catalogue.js';
import type { Metrics } from '../metrics.js';
import type { Encoded, ParsedFeed } from './feed-tasks.js';
import type { FeedWorkers } from './feed-workers.js';
import type { Enclosures } from './rewrite/hidden-enclosures.js';
import type { Notice } from './rewrite/render-feed.js';
import type { ShowFeed } from './show-feed.js';

/**
 * A version of a show, made private. It contains nothing personal: all members share it. If
 * recordings are signed, it has placeholders in place of its enclosures' URLs.
 */
export interface SharedFeed {
  body: Encoded;
  /** The same feed as a podcast; parsed when it is first asked for. */
  parsed: () => Promise<ParsedFeed>;
  enclosures: Enclosures;
}

export interface RenderedFeeds {
  /**
   * @param hasEnded whether it is for members whose membership has ended
   * @throws {PrivatePodcastError} what the worker throws; the next call tries again
   */
  of(show: ShowFeed, product: Product, hasEnded: boolean): Promise<SharedFeed>;
}

const membershipEnded: Notice = {
  guid: 'membership-ended',
  title: 'Your membership has ended',
  description:
    'This podcast is for members. Renew your membership with the publisher, and the episodes will reappear here.',
};

/** Keeps the result of a call, and calls again only if it failed. */
function once<T>(call: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () =>
    (result ??= call().catch((error: unknown) => {
      result = undefined;
      throw error;
    }));
}

export function createRenderedFeeds(
  workers: Pick<FeedWorkers, 'run'>,
  metrics: Pick<Metrics, 'cache'>,
): RenderedFeeds {
  /** The renderings of a show, by the settings of the product that they depend on. */
  const renderings = new WeakMap<ShowFeed, Map<string, () => Promise<SharedFeed>>>();

  async function render(show: ShowFeed, product: Product, notice?: Notice): Promise<SharedFeed> {
    const signed = product.recordings === 'signed';
    const { body, enclosures } = await workers.run('render', { show, notice, signed });
    const { spotifyId } = product;
    const task = {
      feed: body.identity,
      baseUrl: show.url,
      contentType: 'application/rss+xml; charset=utf-8',
      externalIds: spotifyId === undefined ? undefined : { spotifyId },
    };
    return { body, enclosures, parsed: once(() => workers.run('parse', task)) };
  }

  return {
    of(show, product, hasEnded) {
      const made = renderings.get(show) ?? new Map<string, () => Promise<SharedFeed>>();
      renderings.set(show, made);
      const name = [product.spotifyId, product.recordings, hasEnded].join(' ');
      metrics.cache('rendered', made.has(name));
      const rendering =
        made.get(name) ?? once(() => render(show, product, hasEnded ? membershipEnded : undefined));
      made.set(name, rendering);
      return rendering();
    },
  };
}
