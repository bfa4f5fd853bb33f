/** The feed that a member's app gets: the show's feed made private, or a notice that the membership ended. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { absoluteUrls } from './absolute-urls.js';
import type { HasAccess } from '../catalogue/access.js';
import { findProduct } from '../catalogue/catalogue.js';
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import { feedFilename, type FeedLinks } from '../store/feed-links.js';
import { markFeed, type Notice } from './mark-feed.js';
import { hash } from '../store/secrets.js';
import type { ShowFeed, ShowFeeds } from './show-feed.js';

/** A rendered feed. It contains nothing personal, so all members of a show share it. */
export interface MemberFeed {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  /** URL of the show's feed, for relative URLs; `undefined` for a file. */
  showUrl: string | undefined;
}

const membershipEnded: Notice = {
  guid: 'membership-ended',
  title: 'Your membership has ended',
  description:
    'This podcast is for members. Renew your membership with the publisher, and the episodes will reappear here.',
};

function render({ xml, url, source }: ShowFeed, notice?: Notice): MemberFeed {
  const absolute = url === undefined ? xml : absoluteUrls(xml, url);
  const urls = [url, source].filter((own) => own !== undefined);
  const body = Buffer.from(markFeed(absolute, { notice, urls }), 'utf8');
  return { body, etag: `"${hash(body)}"`, showUrl: url };
}

/** Renders each version of a show once, for all its members. */
function createRenderer(notice?: Notice) {
  const rendered = new WeakMap<ShowFeed, MemberFeed>();
  return (show: ShowFeed): MemberFeed => {
    const feed = rendered.get(show) ?? render(show, notice);
    rendered.set(show, feed);
    return feed;
  };
}

export interface MemberFeedSources {
  catalogue: LiveCatalogue;
  hasAccess: HasAccess;
  feedLinks: FeedLinks;
  showFeed: ShowFeeds;
}

export function createMemberFeeds({
  catalogue,
  hasAccess,
  feedLinks,
  showFeed,
}: MemberFeedSources) {
  const forMembers = createRenderer();
  const forLapsed = createRenderer(membershipEnded);

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
    return (await hasAccess(product, link.email)) ? forMembers(show) : forLapsed(show);
  };
}

export type MemberFeeds = ReturnType<typeof createMemberFeeds>;
