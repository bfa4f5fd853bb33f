/** Renders each version of a show once, for all of its members. */
import type { Product } from '../catalogue/catalogue.js';
import type { Counter } from 'prom-client';
import { untilItFails } from './until-it-fails.js';
import type { Encoded, ParsedFeed } from './feed-tasks.js';
import type { FeedWorkers } from './feed-workers.js';
import type { Enclosures } from './rewrite/hidden-enclosures.js';
import type { Instead, NoticePlace } from './rewrite/render-feed.js';
import type { ShowFeed } from './show-feed.js';
import { basesOf, type Base } from './stores/stored-files.js';

/**
 * A version of a show, made private. It contains nothing personal: all members share it. If
 * recordings are signed, it has placeholders in place of its enclosures' URLs.
 */
export interface SharedFeed {
  body: Encoded;
  /** When this process first had this version of the show. */
  modifiedAt: Date;
  /** The same feed as a podcast; parsed when it is first asked for. */
  parsed: () => Promise<ParsedFeed>;
  /** Reads a feed that was made of this one. */
  parse: (feed: Uint8Array) => Promise<ParsedFeed>;
  enclosures: Enclosures;
  /** Where a notice goes: a feed without episodes is never given out without one. */
  notice: NoticePlace | undefined;
}

/** What was made of one version of a show. */
interface Renderings {
  modifiedAt: Date;
  made: Map<string, () => Promise<SharedFeed>>;
}

export interface RenderedFeeds {
  /**
   * @param instead the notice in place of the episodes
   * @throws {PrivatePodcastError} what the worker throws; the next call tries again
   */
  of(show: ShowFeed, product: Product, instead?: Instead): Promise<SharedFeed>;
}

const basesIn = ({ store }: Product): Base[] => (store ? basesOf(store) : []);

export function createRenderedFeeds(
  workers: Pick<FeedWorkers, 'run'>,
  cached: Counter<'cache' | 'result'>,
  now: () => Date,
): RenderedFeeds {
  /** The renderings of a show, by the settings of the product that they depend on. */
  const renderings = new WeakMap<ShowFeed, Renderings>();

  async function render(
    show: ShowFeed,
    product: Product,
    instead: Instead | undefined,
    modifiedAt: Date,
  ): Promise<SharedFeed> {
    const { spotifyId, renewUrl, feedTitle, recordings } = product;
    const rendered = await workers.run('render', {
      show,
      instead,
      renewUrl,
      feedTitle,
      signed: recordings === 'signed',
      bases: basesIn(product),
    });
    const { body, enclosures, ownUrls, notice } = rendered;
    const parse = (feed: Uint8Array) =>
      workers.run('parse', {
        feed,
        baseUrl: show.url,
        contentType: 'application/rss+xml; charset=utf-8',
        externalIds: spotifyId === undefined ? undefined : { spotifyId },
        hiddenUrls: [...ownUrls, ...Object.values(enclosures)],
      });
    return {
      body,
      modifiedAt,
      enclosures,
      notice,
      parse,
      parsed: untilItFails(() => parse(body.identity)),
    };
  }

  return {
    of(show, product, instead) {
      const known: Renderings = renderings.get(show) ?? { modifiedAt: now(), made: new Map() };
      renderings.set(show, known);
      const { made, modifiedAt } = known;
      const { spotifyId, recordings, renewUrl, feedTitle } = product;
      const notice = instead && `${instead} ${renewUrl}`;
      const name = [spotifyId, recordings, basesIn(product), notice, feedTitle].join(' ');
      cached.inc({ cache: 'rendered', result: made.has(name) ? 'hit' : 'miss' });
      const rendering =
        made.get(name) ?? untilItFails(() => render(show, product, instead, modifiedAt));
      made.set(name, rendering);
      return rendering();
    },
  };
}
