/** The parts of an open service that its routes use. */
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
  /** Base URL that members reach the service at, without a trailing slash. */
  baseUrl: (c: Context) => string;
}
