/** The parts of an open service that its routes use. */
import type { Context } from 'hono';
import type { HasAccess } from '../catalogue/access.js';
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import type { GuardedFetch } from '../feeds/guarded-fetch.js';
import type { Log } from '../config.js';
import type { PageCodes } from '../consume-page/page-codes.js';
import type { ParsedFeeds } from '../feeds/parsed-feeds.js';
import type { Metrics } from '../metrics.js';
import type { Database } from '../store/database.js';
import type { FeedLinks } from '../store/feed-links.js';
import type { Grants } from '../store/grants.js';
import type { MemberFeeds } from '../feeds/member-feed.js';
import type { Store } from '../store/store.js';

export interface RouteContext {
  catalogue: LiveCatalogue;
  /** Logs the products whose feed cannot be read. */
  checkFeeds: () => Promise<void>;
  hasAccess: HasAccess;
  log: Log;
  metrics: Metrics;
  database: Database;
  store: Store;
  grants: Grants;
  feedLinks: FeedLinks;
  memberFeed: MemberFeeds;
  parsedFeed: ParsedFeeds;
  pageCodes: PageCodes;
  fetchFeed: GuardedFetch;
  sanitizeHtml: (html: string) => string;
  now: () => Date;
  /** Base URL that members reach the service at, without a trailing slash. */
  baseUrl: (c: Context) => string;
}
