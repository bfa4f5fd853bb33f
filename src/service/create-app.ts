/** The service's routes (docs/interface.md), and what all of them have in common. */
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { requestId as giveId } from 'hono/request-id';
import { matchedRoutes } from 'hono/route';
import { problemResponse } from '../errors/problem-details.js';
import type { Log, SubscribeConfig } from './config.js';
import { consumePage, openConsumePage } from './consume-page/consume-page.js';
import { describeFailure, logRequests, requestId } from './log.js';
import {
  deleteGrant,
  listGrants,
  listMemberConnections,
  putGrant,
  reloadCatalogue,
  resetFeed,
  sendBackup,
} from './routes/admin.js';
import { serveEmbed } from './routes/assets.js';
import { requireScope } from './routes/bearer.js';
import { access, autoOnboard, listConnections, resetOwnFeed } from './routes/entitlements.js';
import { parseFeed } from './routes/parser.js';
import { servePrivateFeed } from './routes/private-feed.js';
import { problemOf } from './routes/problem.js';
import { openRecording } from './routes/recording.js';
import { findUser } from './routes/profile.js';
import { checkReady } from './routes/ready.js';
import type { RouteContext } from './routes/route-context.js';
import { serveSubscribe } from './subscribe/subscribe-route.js';
import { issueToken } from './routes/token.js';

/** Maximum size of a request's body. */
const MAX_BODY_BYTES = 64 * 1024;

function addRoutes(app: Hono, context: RouteContext): void {
  app.post('/oauth/token', issueToken(context));
  app.get('/profile/email/:email', requireScope(context, 'profile:user:read'), findUser(context));
  app.use('/vault/*', requireScope(context, 'vault:impersonate'));
  app.post('/vault/entitlements/auto-onboard', autoOnboard(context));
  app.get('/vault/entitlements/:entitlementId/access', access(context));
  app.get('/vault/entitlements/:entitlementId/connections', listConnections(context));
  app.post('/vault/entitlements/:entitlementId/reset', resetOwnFeed(context));
  app.get('/feeds/:secret/:filename', servePrivateFeed(context));
  app.get('/recordings/:code/:filename', openRecording(context));
  app.get('/rss', parseFeed(context));
  app.get('/consume/:locale', openConsumePage(context));
  app.get('/consume/:locale/:code', consumePage(context));
  app.get('/embed/*', serveEmbed());
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/ready', checkReady(context));
  app.get('/metrics', context.metrics.handler());

  const admin = requireScope(context, 'service:admin');
  app.get('/admin/grants', admin, listGrants(context));
  app.put('/admin/grants/:sku/:email', admin, putGrant(context));
  app.delete('/admin/grants/:sku/:email', admin, deleteGrant(context));
  app.get('/admin/connections', admin, listMemberConnections(context));
  app.post('/admin/feeds/reset', admin, resetFeed(context));
  app.post('/admin/reload', admin, reloadCatalogue(context));
  app.get('/admin/backup', requireScope(context, 'service:backup'), sendBackup(context));
}

/** Skips a check of the body for methods that have none: looking for one builds a whole Request. */
function onlyWithBody(check: MiddlewareHandler): MiddlewareHandler {
  return (c, next) => (['GET', 'HEAD'].includes(c.req.method) ? next() : check(c, next));
}

/** Lets any site read the answers. Hono's `cors` alone copies each of them to do so. */
function openToAll(preflight: MiddlewareHandler): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next);
    await next();
    c.res.headers.set('Access-Control-Allow-Origin', '*');
    c.res.headers.set('Access-Control-Expose-Headers', 'ETag');
    return undefined;
  };
}

/** @throws {PrivatePodcastError} `config` if `subscribe` is invalid. */
export function createApp(
  context: RouteContext,
  log: Log,
  subscribe: SubscribeConfig | undefined,
): Hono {
  const app = new Hono();
  app.use(giveId());
  app.use(logRequests(log, context.now, matchedRoutes, context.metrics));
  app.use(async (c, next) => {
    await next();
    // Not with `c.header`, which copies the whole answer each time.
    const { headers } = c.res;
    headers.set('X-Request-Id', requestId(c));
    headers.set('X-Content-Type-Options', 'nosniff');
  });
  app.use(
    onlyWithBody(
      bodyLimit({
        maxSize: MAX_BODY_BYTES,
        onError: () => problemResponse(413, 'bad-input', `Send at most ${MAX_BODY_BYTES} bytes.`),
      }),
    ),
  );
  // Any site may read these: the feed URL alone gives access, never a cookie or header.
  const anyOrigin = openToAll(cors({ origin: '*', allowMethods: ['GET', 'HEAD'] }));
  for (const path of ['/rss', '/feeds/*', '/recordings/*', '/embed/*']) app.use(path, anyOrigin);

  addRoutes(app, context);
  if (subscribe) {
    // By name: the log takes a route for all methods for middleware.
    const methods = ['GET', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'];
    app.on(methods, '/subscribe', serveSubscribe(context, subscribe, log));
  }
  app.notFound(() => problemResponse(404, 'not-found', 'There is nothing at this path.'));
  app.onError((error, c) => {
    const answer = problemOf(error);
    if (answer.status >= 500) log({ id: requestId(c), ...describeFailure(error) });
    return answer;
  });
  return app;
}
