/** The parts of an open service that its routes use. */
import type { Context } from 'hono';
import type { HasAccess } from '../catalogue/access.js';
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import type { Connections } from '../connections/connections.js';
import type { ForeignFeeds } from '../feeds/foreign-feeds.js';
import type { Log } from '../config.js';
import type { PageCodes } from '../consume-page/page-codes.js';
import type { MemberAccess } from '../members/member-access.js';
import type { Metrics } from '../metrics.js';
import type { OneOrMany } from '../store/database/transaction.js';
import type { FeedLinks, OwnFeed } from '../store/feed-links.js';
import type { GrantList } from '../grants/list-grants.js';
import type { Grants } from '../store/grants/grants.js';
import type { MemberFeeds } from '../feeds/member-feed.js';
import type { ShowState } from '../feeds/show-states.js';
import type { Readiness } from '../readiness/readiness.js';
import type { Store } from '../store/store.js';

export interface RouteContext {
  catalogue: LiveCatalogue;
  /** Logs the products whose feed cannot be read. */
  checkFeeds: () => Promise<void>;
  hasAccess: HasAccess;
  memberAccess: MemberAccess;
  readiness: () => Promise<Readiness>;
  /** The state of each show's copy. */
  shows: () => ShowState[];
  lastBackup: () => Promise<Date | undefined>;
  log: Log;
  metrics: Metrics;
  database: OneOrMany;
  store: Store;
  grants: Grants;
  grantList: GrantList;
  feedLinks: FeedLinks;
  connections: Connections;
  memberFeed: MemberFeeds['memberFeed'];
  enclosureUrl: MemberFeeds['enclosureUrl'];
  pageCodes: PageCodes;
  foreignFeeds: ForeignFeeds;
  /** The feed of this service at a URL, under any name of the service. */
  ownFeed: (c: Context, url: string) => Promise<OwnFeed | undefined>;
  now: () => Date;
  /** Base URL that members reach the service at, without a trailing slash. */
  baseUrl: (c: { req: { url: string } }) => string;
}
