/** The parts of an open service that its routes use. */
import type { Context } from 'hono';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import type { Connections } from '../../connections/connections.js';
import type { ForeignFeeds } from '../../feeds/foreign-feeds.js';
import type { Log } from '../../config.js';
import type { PageCodes } from '../consume-page/page-codes.js';
import type { MemberAccess } from '../../members/member-access.js';
import type { Metrics } from '../../metrics.js';
import type { FeedLinks, OwnFeed } from '../../store/links/feed-links.js';
import type { OpenDatabase } from '../../store/database/database.js';
import type { Ledger } from '../../store/ledger/ledger.js';
import type { MemberFeeds } from '../../feeds/member-feed.js';
import type { ShowState } from '../../feeds/show-states.js';
import type { Readiness } from '../../operations/readiness/readiness.js';
import type { Entitlements } from '../../store/entitlements.js';
import type { Store } from '../../store/store.js';

export interface RouteContext {
  catalogue: LiveCatalogue;
  /** Logs the products whose feed cannot be read. */
  checkFeeds: () => Promise<void>;
  memberAccess: MemberAccess;
  readiness: () => Promise<Readiness>;
  /** The state of each show's copy. */
  shows: () => ShowState[];
  lastBackup: () => Promise<Date | undefined>;
  log: Log;
  metrics: Metrics;
  database: OpenDatabase;
  store: Store;
  entitlements: Entitlements;
  ledger: Ledger;
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
