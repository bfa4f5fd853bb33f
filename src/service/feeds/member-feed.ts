/** The feed that a member's app gets: the show's feed made private, or a notice that the membership ended. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { HasAccess } from '../catalogue/access.js';
import { findProduct, type Product } from '../catalogue/catalogue.js';
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import { feedFilename, type FeedLinks } from '../store/feed-links.js';
import type { Encoded, ParsedFeed } from './feed-tasks.js';
import type { FeedWorkers } from './feed-workers.js';
import type { Metrics } from '../metrics.js';
import type { Notice } from './mark-feed.js';
import type { ShowFeed, ShowFeeds } from './show-feed.js';

/** A version of a member's feed. It contains nothing personal: all members of a show share it. */
export interface MemberFeed {
  body: Encoded;
  /** The same feed as a podcast; parsed when it is first asked for. */
  parsed(): Promise<ParsedFeed>;
}

const membershipEnded: Notice = {
  guid: 'membership-ended',
  title: 'Your membership has ended',
  description:
    'This podcast is for members. Renew your membership with the publisher, and the episodes will reappear here.',
};

export interface MemberFeedSources {
  catalogue: LiveCatalogue;
  hasAccess: HasAccess;
  feedLinks: FeedLinks;
  showFeed: ShowFeeds;
  workers: FeedWorkers;
  metrics?: Pick<Metrics, 'cache'> | undefined;
}

/** Keeps the result of a call, and calls again only if it failed. */
function once<T>(call: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () =>
    (result ??= call().catch((error: unknown) => {
      result = undefined;
      throw error;
    }));
}

export function createMemberFeeds(sources: MemberFeedSources) {
  const { catalogue, hasAccess, feedLinks, showFeed, workers, metrics } = sources;
  /** The feeds made of each version of a show: one for each product, and one for lapsed members. */
  const versions = new WeakMap<ShowFeed, Map<string, () => Promise<MemberFeed>>>();

  async function render(
    show: ShowFeed,
    { spotifyId }: Product,
    notice: Notice | undefined,
  ): Promise<MemberFeed> {
    const body = await workers.run('render', { show, notice });
    const task = {
      feed: body.identity,
      baseUrl: show.url,
      contentType: 'application/rss+xml; charset=utf-8',
      externalIds: spotifyId === undefined ? undefined : { spotifyId },
    };
    return { body, parsed: once(() => workers.run('parse', task)) };
  }

  function rendered(show: ShowFeed, product: Product, hasEnded: boolean): Promise<MemberFeed> {
    const made = versions.get(show) ?? new Map<string, () => Promise<MemberFeed>>();
    versions.set(show, made);
    const name = `${product.sku} ${hasEnded ? 'ended' : ''}`;
    metrics?.cache('rendered', made.has(name));
    const feed =
      made.get(name) ?? once(() => render(show, product, hasEnded ? membershipEnded : undefined));
    made.set(name, feed);
    return feed();
  }

  /**
   * The feed of a feed URL. Once the membership has ended, it holds one episode that says so.
   * @throws {PrivatePodcastError} `not-found` if there is no feed at this URL, and what
   * loading the show's feed throws.
   */
  return async function memberFeed(secret: string, filename: string): Promise<MemberFeed> {
    const link = await feedLinks.find(secret);
    const product = link && findProduct(catalogue.current, link.sku);
    if (!product || filename !== feedFilename(link.sku)) {
      throw new PrivatePodcastError(
        'not-found',
        'This feed link does not exist or no longer works. Get a new one from the publisher.',
      );
    }
    const show = await showFeed(product);
    return rendered(show, product, !(await hasAccess(product, link.email)));
  };
}

export type MemberFeeds = ReturnType<typeof createMemberFeeds>;
