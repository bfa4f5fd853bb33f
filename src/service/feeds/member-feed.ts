import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { absoluteUrls } from './absolute-urls.js';
import { findProduct, hasAccess, type CatalogueData } from '../catalogue/catalogue.js';
import { feedFilename, type FeedLinks } from '../store/feed-links.js';
import { markFeed, type Notice } from './mark-feed.js';
import { hash } from '../store/secrets.js';
import type { ShowFeed, ShowFeeds } from './show-feed.js';

/** What one or many members get: nothing in it is of one member alone. */
export interface MemberFeed {
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

function render({ xml, url }: ShowFeed, notice?: Notice): MemberFeed {
  const absolute = url === undefined ? xml : absoluteUrls(xml, url);
  const body = Buffer.from(markFeed(absolute, notice), 'utf8');
  return { body, etag: `"${hash(body)}"`, showUrl: url };
}

/** Renders each version of a show once for all its members. */
function createRenderer(notice?: Notice) {
  const rendered = new WeakMap<ShowFeed, MemberFeed>();
  return (show: ShowFeed): MemberFeed => {
    const feed = rendered.get(show) ?? render(show, notice);
    rendered.set(show, feed);
    return feed;
  };
}

export interface MemberFeedSources {
  catalogue: CatalogueData;
  feedLinks: FeedLinks;
  showFeed: ShowFeeds;
  now: () => Date;
}

export function createMemberFeeds({ catalogue, feedLinks, showFeed, now }: MemberFeedSources) {
  const forMembers = createRenderer();
  const forLapsed = createRenderer(membershipEnded);

  /**
   * The feed behind a feed URL; after the membership, one episode that says it ended.
   * @throws {PrivatePodcastError} `not-found` where the URL is no feed's.
   */
  return async function memberFeed(secret: string, filename: string): Promise<MemberFeed> {
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

export type MemberFeeds = ReturnType<typeof createMemberFeeds>;
