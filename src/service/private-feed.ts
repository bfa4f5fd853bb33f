/** A member's private feed: GET /feeds/{secret}/{sku}_private.rss, the `url` of 4.4. */
import type { Handler } from 'hono';
import { PrivatePodcastError } from '../api/errors.js';
import { findProduct, hasAccess, type CatalogueData } from './catalogue.js';
import { feedFilename, type FeedLinks } from './feed-links.js';
import { markFeed, type Notice } from './mark-feed.js';
import type { Parts } from './parts.js';
import { hash } from './secrets.js';
import type { ShowFeed, ShowFeeds } from './show-feed.js';

/** What one or many members get: nothing in it is of one member alone. */
export interface PrivateFeed {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  /** Where the show's feed came from, for relative addresses. */
  showUrl: string | undefined;
}

const membershipEnded: Notice = {
  guid: 'membership-ended',
  title: 'Your membership has ended',
  description:
    'The episodes of this podcast are for members. Renew your membership with the publisher, and they come back here.',
};

function render({ xml, url }: ShowFeed, notice?: Notice): PrivateFeed {
  const body = Buffer.from(markFeed(xml, notice), 'utf8');
  return { body, etag: `"${hash(body)}"`, showUrl: url };
}

/** Renders each version of a show once for all its members. */
function createRenderer(notice?: Notice) {
  const rendered = new WeakMap<ShowFeed, PrivateFeed>();
  return (show: ShowFeed): PrivateFeed => {
    const feed = rendered.get(show) ?? render(show, notice);
    rendered.set(show, feed);
    return feed;
  };
}

export interface PrivateFeedSources {
  catalogue: CatalogueData;
  feedLinks: FeedLinks;
  showFeed: ShowFeeds;
  now: () => Date;
}

export function createPrivateFeeds({ catalogue, feedLinks, showFeed, now }: PrivateFeedSources) {
  const forMembers = createRenderer();
  const forLapsed = createRenderer(membershipEnded);

  /**
   * The feed behind a feed URL; after the membership, one episode that says it ended.
   * @throws {PrivatePodcastError} `not-found` where the URL is no feed's.
   */
  return async function privateFeed(secret: string, filename: string): Promise<PrivateFeed> {
    const link = await feedLinks.find(secret);
    const product = link && findProduct(catalogue, link.sku);
    if (!product || filename !== feedFilename(link.sku)) {
      throw new PrivatePodcastError(
        'not-found',
        'There is no feed here. Get the current feed link from the publisher.',
      );
    }
    const show = await showFeed(product);
    return hasAccess(catalogue, product, link.email, now()) ? forMembers(show) : forLapsed(show);
  };
}

export type PrivateFeeds = ReturnType<typeof createPrivateFeeds>;

/** Whether the client has this version already (RFC 9110 §13.1.2, weak comparison). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}

/** A show that cannot be had is the publisher's to mend: to the member's app it is away for now. */
function unavailable(cause: unknown): never {
  if (cause instanceof PrivatePodcastError && cause.code !== 'not-found') {
    throw new PrivatePodcastError('unavailable', 'The podcast is away. Try again later.', {
      cause,
    });
  }
  throw cause;
}

export function servePrivateFeed({ privateFeeds }: Parts): Handler {
  return async (c) => {
    const { secret = '', filename = '' } = c.req.param();
    const { body, etag } = await privateFeeds(secret, filename).catch(unavailable);
    const headers = {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      ETag: etag,
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
    };
    return matches(c.req.header('If-None-Match'), etag)
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers });
  };
}
