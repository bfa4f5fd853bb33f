/** Opens the parts of the service: catalogue, database, feeds. */
import { withoutTrailingSlash } from '../urls/web-url.js';
import { createAccess } from './catalogue/access.js';
import { openCatalogue, type LiveCatalogue } from './catalogue/live-catalogue.js';
import type { ServiceConfig } from './config.js';
import { createPageCodes } from './consume-page/page-codes.js';
import { findUnreadableFeeds } from './feeds/check-feeds.js';
import { createGuardedFetch } from './feeds/guarded-fetch.js';
import { createMemberFeeds } from './feeds/member-feed.js';
import { createNotesSanitizer } from './feeds/notes.js';
import { createParsedFeeds } from './feeds/parsed-feeds.js';
import { createShowFeeds } from './feeds/show-feed.js';
import { describeFailure, openLog } from './log.js';
import { createMetrics } from './metrics.js';
import type { RouteContext } from './routes/route-context.js';
import type { OpenDatabase } from './store/database.js';
import { openFeedKey } from './store/feed-key.js';
import { createFeedLinks } from './store/feed-links.js';
import { createGrants } from './store/grants.js';
import { openDatabase } from './store/open-database.js';
import { createStore } from './store/store.js';

export interface OpenContext {
  context: RouteContext;
  close: () => Promise<void>;
}

async function createContext(
  config: ServiceConfig,
  catalogue: LiveCatalogue,
  opened: OpenDatabase,
): Promise<OpenContext> {
  const { dataDir, publicUrl } = config;
  const now = () => new Date(config.now?.() ?? Date.now());
  const log = openLog(config.log, now);
  const metrics = await createMetrics();
  const database = metrics.database(opened);
  const sanitizeHtml = await createNotesSanitizer();
  const store = createStore(database);
  const grants = createGrants(database);
  const feedKey = await openFeedKey(store, dataDir);
  const feedLinks = createFeedLinks(store, feedKey);
  const hasAccess = createAccess({ catalogue, grants, now });
  const fetchFeed = await createGuardedFetch(config.parser);
  const showFeed = createShowFeeds(fetchFeed, now, log);
  let closed = false;
  const base = publicUrl && withoutTrailingSlash(publicUrl);
  return {
    context: {
      catalogue,
      async checkFeeds() {
        const unreadable = await findUnreadableFeeds(catalogue.current.products, showFeed);
        if (closed) return;
        for (const { sku, error } of unreadable) log({ sku, ...describeFailure(error) });
      },
      hasAccess,
      log,
      metrics,
      database,
      store,
      grants,
      feedLinks,
      memberFeed: createMemberFeeds({ catalogue, hasAccess, feedLinks, showFeed }),
      parsedFeed: createParsedFeeds(sanitizeHtml),
      pageCodes: createPageCodes(feedKey, feedLinks, now),
      fetchFeed,
      sanitizeHtml,
      now,
      baseUrl: (c) => base ?? new URL(c.req.url).origin,
    },
    async close() {
      closed = true;
      await fetchFeed.close();
      await database.close();
    },
  };
}

/** @throws {PrivatePodcastError} `config`; the message says what to fix. */
export async function openContext(config: ServiceConfig): Promise<OpenContext> {
  // First, because it takes no time to find a mistake in it.
  const catalogue = await openCatalogue(config.catalogue);
  const database = await openDatabase(config);
  try {
    return await createContext(config, catalogue, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}
