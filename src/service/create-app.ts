/** The service's routes (docs/interface.md), and what all of them have in common. */
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { matchedRoutes } from 'hono/route';
import { problemResponse } from '../errors/problem-details.js';
import type { Log, SubscribeConfig } from './config.js';
import { consumePage, openConsumePage } from './http/consume-page/consume-page.js';
import { createRequestLog, giveRequestId, logRequests, requestId } from './log.js';
import {
  listMemberConnections,
  reloadCatalogue,
  resetFeed,
  sendBackup,
} from './http/routes/admin.js';
import { headersForAnySite, headersOfAll } from './http/answers/answer-headers.js';
import { serveEmbed } from './http/routes/assets.js';
import { requireScope } from './http/requests/bearer.js';
import { access, autoOnboard, listConnections, resetOwnFeed } from './http/routes/entitlements.js';
import { takeEvents } from './http/routes/events.js';
import { deleteGrant, importGrants, listGrants, putGrant } from './http/routes/admin-grants.js';
import {
  endMember,
  endSource,
  listMembers,
  stateMember,
  stateMembers,
} from './http/routes/admin-members.js';
import { serveNotice } from './http/routes/notices.js';
import { parseFeed } from './http/routes/parser.js';
import { feedPath, servePrivateFeed } from './http/routes/private-feed.js';
import { answerError } from './http/answers/problem.js';
import { openRecording } from './http/routes/recording.js';
import { findUser } from './http/routes/profile.js';
import { checkReady } from './operations/readiness/check-ready.js';
import type { RouteContext } from './http/routes/route-context.js';
import { sendStatus } from './operations/status/send-status.js';
import { refuseUnusableUrls } from './http/requests/unusable-text.js';
import { serveSubscribe } from './http/subscribe/subscribe-route.js';
import { issueToken } from './http/routes/issue-token.js';

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
  app.get(feedPath, servePrivateFeed(context));
  app.get('/recordings/:code/:filename', openRecording(context));
  app.get('/notices/:file', serveNotice(context));
  app.get('/rss', parseFeed(context));
  app.get('/consume/:locale', openConsumePage(context));
  app.get('/consume/:locale/:code', consumePage(context));
  app.get('/embed/*', serveEmbed());
  app.post('/events/:name', takeEvents(context));
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/ready', checkReady(context));
  app.get('/metrics', context.metrics.handler());

  const admin = requireScope(context, 'service:admin');
  app.get('/admin/grants', admin, listGrants(context));
  app.post('/admin/grants', admin, importGrants(context));
  app.put('/admin/grants/:sku/:email', admin, putGrant(context));
  app.delete('/admin/grants/:sku/:email', admin, deleteGrant(context));
  const ofPath = requireScope(context, 'service:admin', (c) => c.req.param('source'));
  const ofQuery = requireScope(context, 'service:admin', (c) => c.req.query('source'));
  app.get('/admin/members', ofQuery, listMembers(context));
  app.delete('/admin/members', admin, endSource(context));
  app.post('/admin/members/:source', ofPath, stateMembers(context));
  app.put('/admin/members/:source/:subject', ofPath, stateMember(context));
  app.delete('/admin/members/:source/:subject', ofPath, endMember(context));
  app.get('/admin/connections', admin, listMemberConnections(context));
  app.post('/admin/feeds/reset', admin, resetFeed(context));
  app.post('/admin/reload', admin, reloadCatalogue(context));
  app.get('/admin/status', admin, sendStatus(context));
  app.get('/admin/backup', requireScope(context, 'service:backup'), sendBackup(context));
}

/**
 * Skips a check of the body for methods that have none, because looking for one builds a whole
 * Request; and for a file, which is read line by line.
 */
function onlyWithBody(check: MiddlewareHandler): MiddlewareHandler {
  const isFile = (c: Context) =>
    c.req.method === 'POST' && /^\/admin\/(?:grants$|members\/)/.test(c.req.path);
  return (c, next) =>
    ['GET', 'HEAD'].includes(c.req.method) || isFile(c) ? next() : check(c, next);
}

/** Not with `c.header`, which copies the whole answer each time. */
function addHeaders(c: Context, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
}

/** Lets any site read the answers. Hono's `cors` alone copies each of them to do so. */
function openToAll(preflight: MiddlewareHandler): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next);
    await next();
    addHeaders(c, headersForAnySite);
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
  app.use(giveRequestId);
  app.use(logRequests(createRequestLog(log, context.now, context.metrics), matchedRoutes));
  app.use(async (c, next) => {
    await next();
    addHeaders(c, headersOfAll(requestId(c)));
  });
  app.use(refuseUnusableUrls);
  app.use(
    onlyWithBody(
      bodyLimit({
        maxSize: MAX_BODY_BYTES,
        onError: () => problemResponse(413, 'bad-input', `Send at most ${MAX_BODY_BYTES} bytes.`),
      }),
    ),
  );
  const anyOrigin = openToAll(cors({ origin: '*', allowMethods: ['GET', 'HEAD'] }));
  const open = ['/rss', '/feeds/*', '/recordings/*', '/notices/*', '/embed/*'];
  for (const path of open) app.use(path, anyOrigin);

  addRoutes(app, context);
  if (subscribe) {
    // By name: the log takes a route for all methods for middleware.
    const methods = ['GET', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'];
    app.on(methods, '/subscribe', serveSubscribe(context, subscribe, log));
  }
  app.notFound(() => problemResponse(404, 'not-found', 'There is nothing at this path.'));
  app.onError((error, c) => answerError(error, requestId(c), log));
  return app;
}
