/** The feed service (docs/interface.md): opens its parts and routes requests to them. */
import type { Context, Hono } from 'hono';
import { problemResponse } from '../errors/problem-details.js';
import { withoutTrailingSlash } from '../urls/web-url.js';
import { serveEmbed, serveText } from './routes/assets.js';
import { requireScope } from './routes/bearer.js';
import { loadCatalogue } from './catalogue/catalogue.js';
import consumeScript from './consume-page/consume-page-script.js?raw';
import { consumePage, openConsumePage } from './consume-page/consume-page.js';
import { openDatabase } from './store/database.js';
import { access, autoOnboard } from './routes/entitlements.js';
import { openFeedKey } from './store/feed-key.js';
import { createFeedLinks } from './store/feed-links.js';
import type { ServiceConfig } from './config.js';
import { createGuardedFetch } from './feeds/guarded-fetch.js';
import { describeFailure, logRequests } from './log.js';
import { createPageCodes } from './consume-page/page-codes.js';
import { createParsedFeeds } from './feeds/parsed-feeds.js';
import { createMemberFeeds } from './feeds/member-feed.js';
import { createNotesSanitizer } from './feeds/notes.js';
import { parseFeed } from './routes/parser.js';
import type { RouteContext } from './routes/route-context.js';
import { loadPeer } from './peers.js';
import { servePrivateFeed } from './routes/private-feed.js';
import { problemOf } from './routes/problem.js';
import { findUser } from './routes/profile.js';
import { createShowFeeds } from './feeds/show-feed.js';
import { createStore } from './store/store.js';
import { issueToken } from './routes/token.js';

export interface Service {
  /** Answers a request. The first one opens the service, and rejects if that fails. */
  fetch(request: Request): Promise<Response>;
  /** Opens the service now. @throws {PrivatePodcastError} `config`; the message says what to fix. */
  open(): Promise<void>;
  close(): Promise<void>;
}

interface OpenService {
  app: Hono;
  close(): Promise<void>;
}

/** Maximum size of a request's body. */
const MAX_BODY_BYTES = 64 * 1024;

async function openParts(
  config: ServiceConfig,
): Promise<{ context: RouteContext; close: () => Promise<void> }> {
  const { dataDir, publicUrl, log } = config;
  const now = () => new Date(config.now?.() ?? Date.now());
  const catalogue = await loadCatalogue(config.catalogue);
  const sanitizeHtml = await createNotesSanitizer();
  const fetchFeed = await createGuardedFetch(config.parser);
  const database = await openDatabase(config);
  const store = createStore(database);
  const feedKey = await openFeedKey(store, dataDir);
  const feedLinks = createFeedLinks(store, feedKey);
  const pageCodes = createPageCodes(feedKey, feedLinks, now);
  const showFeed = createShowFeeds(fetchFeed, now, log);
  const memberFeed = createMemberFeeds({ catalogue, feedLinks, showFeed, now });
  const base = publicUrl && withoutTrailingSlash(publicUrl);
  const baseUrl = (c: Context) => base ?? new URL(c.req.url).origin;
  return {
    context: {
      catalogue,
      store,
      feedLinks,
      memberFeed,
      parsedFeed: createParsedFeeds(sanitizeHtml),
      pageCodes,
      fetchFeed,
      sanitizeHtml,
      now,
      baseUrl,
    },
    async close() {
      await fetchFeed.close();
      await database.close();
    },
  };
}

async function openService(config: ServiceConfig): Promise<OpenService> {
  const { Hono, bodyLimit, cors, matchedRoutes } = await loadHono();
  const { context, close } = await openParts(config);
  const { log = () => undefined } = config;

  const app = new Hono();
  app.use(logRequests(log, context.now, matchedRoutes));
  app.use(async (c, next) => {
    await next();
    c.header('X-Content-Type-Options', 'nosniff');
  });
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => problemResponse(413, 'bad-input', `Send at most ${MAX_BODY_BYTES} bytes.`),
    }),
  );
  // Any site may read these: the feed URL alone gives access, never a cookie or header.
  const anyOrigin = cors({ origin: '*', allowMethods: ['GET', 'HEAD'], exposeHeaders: ['ETag'] });
  for (const path of ['/rss', '/feeds/*', '/embed/*']) app.use(path, anyOrigin);

  app.post('/oauth/token', issueToken(context));
  app.get('/profile/email/:email', requireScope(context, 'profile:user:read'), findUser(context));
  app.use('/vault/*', requireScope(context, 'vault:impersonate'));
  app.post('/vault/entitlements/auto-onboard', autoOnboard(context));
  app.get('/vault/entitlements/:entitlementId/access', access(context));
  app.get('/feeds/:secret/:filename', servePrivateFeed(context));
  app.get('/rss', parseFeed(context));
  app.get('/consume/:locale', openConsumePage(context));
  app.get('/consume/:locale/:code', consumePage(context));
  app.get('/assets/consume.js', serveText(consumeScript, 'text/javascript'));
  app.get('/embed/*', serveEmbed());
  app.get('/health', (c) => c.json({ status: 'ok' }));

  app.notFound(() => problemResponse(404, 'not-found', 'There is nothing at this path.'));
  app.onError((error) => {
    const answer = problemOf(error);
    if (answer.status >= 500) log(describeFailure(error));
    return answer;
  });
  return { app, close };
}

async function loadHono() {
  const { Hono } = await loadPeer('hono');
  const [{ cors }, { bodyLimit }, { matchedRoutes }] = await Promise.all([
    import('hono/cors'),
    import('hono/body-limit'),
    import('hono/route'),
  ]);
  return { Hono, cors, bodyLimit, matchedRoutes };
}

/**
 * Creates the service. It opens once, at the first request or `open()`. If opening fails, the
 * next request tries again.
 * @example
 * const service = createService({ catalogue: './catalogue.json', dataDir: './data' });
 * const response = await service.fetch(new Request('https://listen.example.com/health'));
 */
export function createService(config: ServiceConfig): Service {
  let opening: Promise<OpenService> | undefined;
  const opened = () =>
    (opening ??= openService(config).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));

  return {
    async fetch(request) {
      const { app } = await opened();
      return app.fetch(request);
    },
    async open() {
      await opened();
    },
    async close() {
      const service = await opening;
      opening = undefined;
      await service?.close();
    },
  };
}
