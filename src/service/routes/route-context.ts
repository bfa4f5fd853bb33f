/** What the answers of the service are made from. Each answer takes the parts it uses. */
import type { Context } from 'hono';
import type { CatalogueData } from '../catalogue/catalogue.js';
import type { GuardedFetch } from '../feeds/guarded-fetch.js';
import type { FeedLinks } from '../store/feed-links.js';
import type { MemberFeeds } from '../feeds/member-feed.js';
import type { Store } from '../store/store.js';

export interface RouteContext {
  catalogue: CatalogueData;
  store: Store;
  feedLinks: FeedLinks;
  memberFeed: MemberFeeds;
  fetchFeed: GuardedFetch;
  sanitizeHtml: (html: string) => string;
  now: () => Date;
  /** The address that members reach the service at, without a slash at its end. */
  baseUrl: (c: Context) => string;
}
