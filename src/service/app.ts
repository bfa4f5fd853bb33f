/** The service's routes (docs/interface.md), and what all of them have in common. */
import { Hono, type Context, type Handler, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { matchedRoutes } from 'hono/route';
import type { Registry } from 'prom-client';
import { problemResponse } from '../errors/problem-details.js';
import type { LiveCatalogue } from './catalogue/live-catalogue.js';
import type { Scope } from './catalogue/scopes.js';
import type { Connections } from './connections/connections.js';
import { createEventLog } from './events/event-log.js';
import type { Log } from './failures/log.js';
import type { ForeignFeeds } from './feeds/foreign-feeds.js';
import type { MemberFeeds } from './feeds/member-feed.js';
import { createPolls, type AnswerPoll } from './http/answer-polls.js';
import type { PageCodes } from './http/consume-page/page-codes.js';
import type { BaseUrl, ServiceUrls } from './http/requests/base-url.js';
import type { MemberAccess } from './members/member-access.js';
import { packageVersion } from './operations/version.js';
import type { ActivationStore } from './store/activation.js';
import type { OpenDatabase } from './store/database/database.js';
import type { Entitlements } from './store/entitlements.js';
import type { Ledger } from './store/ledger/ledger.js';
import type { FeedLinks } from './store/links/feed-links.js';
import type { OldLinks } from './store/links/old-links.js';
import type { Store } from './store/store.js';
import { consumePage, openConsumePage } from './http/consume-page/consume-page.js';
import { createRequestLog, giveRequestId, logRequests, requestId } from './http/request-log.js';
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
import { listActivated, listUnconnected } from './http/routes/admin-activation.js';
import { deleteGrant, importGrants, listGrants, putGrant } from './http/routes/admin-grants.js';
import {
  endMember,
  endSource,
  listMembers,
  stateMember,
  stateMembers,
} from './http/routes/admin-members.js';
import { serveNotice } from './http/routes/notices.js';
import { answerOldLinks, createOldLinkAnswer } from './http/routes/old-link.js';
import { parseFeed } from './http/routes/parser.js';
import {
  createFeedAnswer,
  feedPath,
  servePrivateFeed,
  type AnswerFeed,
} from './http/routes/private-feed.js';
import { answerError } from './http/answers/problem.js';
import { openRecording } from './http/routes/recording.js';
import { findUser } from './http/routes/profile.js';
import { checkReady } from './operations/readiness/readiness.js';
import { sendStatus, type StatusParts } from './operations/status/send-status.js';
import { refuseUnusableUrls } from './http/requests/unusable-text.js';
import { serveSubscribe, type SubscribeConfig } from './http/subscribe/subscribe-route.js';
import { explain } from './http/routes/admin-explain.js';
import {
  importLinks,
  moveFeeds,
  rotateFeeds,
  sendLinks,
  type IsTaken,
} from './http/routes/admin-links.js';
import { addressOf } from './store/links/addresses.js';
import { parseUrl } from '../urls/web-url.js';
import { issueToken } from './http/routes/issue-token.js';

/** Maximum size of a request's body. */
const MAX_BODY_BYTES = 64 * 1024;

/** The parts of an open service that its routes share among them. */
export interface AppParts extends StatusParts {
  catalogue: LiveCatalogue;
  /** Logs the products whose feed cannot be read. */
  checkFeeds: () => Promise<void>;
  memberAccess: MemberAccess;
  log: Log;
  registry: Registry;
  database: OpenDatabase;
  store: Store;
  entitlements: Entitlements;
  ledger: Ledger;
  feedLinks: FeedLinks;
  oldLinks: OldLinks;
  connections: Connections;
  activation: ActivationStore;
  memberFeeds: MemberFeeds;
  foreignFeeds: ForeignFeeds;
  pageCodes: PageCodes;
  urls: ServiceUrls;
}

/** GET /metrics, in the text format of Prometheus. */
const sendMetrics =
  (registry: Registry): Handler =>
  async (c) =>
    c.body(await registry.metrics(), 200, {
      'Content-Type': registry.contentType,
      'Cache-Control': 'no-store',
    });

function addRoutes(app: Hono, parts: AppParts, answerFeed: AnswerFeed): void {
  const { catalogue, store, ledger, database, entitlements, connections, registry, now } = parts;
  const {
    activation,
    memberAccess,
    memberFeeds,
    foreignFeeds,
    pageCodes,
    urls,
    checkFeeds,
    readiness,
  } = parts;
  const { baseUrl, ownFeed } = urls;
  const { feedLinks, oldLinks } = parts;
  const scoped = (scope: Scope, sourceOf?: (c: Context) => string | undefined) =>
    requireScope({ catalogue, store, now }, scope, sourceOf);

  app.post('/oauth/token', issueToken(catalogue, store, now));
  app.get('/profile/email/:email', scoped('profile:user:read'), findUser(store));
  app.use('/vault/*', scoped('vault:impersonate'));
  app.post('/vault/entitlements/auto-onboard', autoOnboard(catalogue, store, memberAccess));
  app.get('/vault/entitlements/:entitlementId/access', access(memberAccess, baseUrl));
  app.get(
    '/vault/entitlements/:entitlementId/connections',
    listConnections(memberAccess, connections),
  );
  app.post('/vault/entitlements/:entitlementId/reset', resetOwnFeed(memberAccess, baseUrl));
  app.get(feedPath, servePrivateFeed(answerFeed, baseUrl));
  app.get('/recordings/:code/:filename', openRecording(memberFeeds));
  app.get('/notices/:file', serveNotice(catalogue, baseUrl));
  app.get('/rss', parseFeed(urls, memberFeeds, foreignFeeds));
  app.get('/consume/:locale', openConsumePage(catalogue, foreignFeeds, pageCodes, ownFeed));
  app.get('/consume/:locale/:code', consumePage(catalogue, memberFeeds, pageCodes, baseUrl));
  app.get('/embed/*', serveEmbed(packageVersion()));
  const eventLog = createEventLog(parts.log, registry, now);
  app.post('/events/:name', takeEvents(catalogue, ledger, eventLog, now));
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/ready', checkReady(readiness));
  app.get('/metrics', sendMetrics(registry));

  const admin = scoped('service:admin');
  app.get('/admin/grants', admin, listGrants(ledger));
  app.post('/admin/grants', admin, importGrants(catalogue, ledger));
  app.put('/admin/grants/:sku/:email', admin, putGrant(catalogue, ledger));
  app.delete('/admin/grants/:sku/:email', admin, deleteGrant(catalogue, ledger));
  const ofPath = scoped('service:admin', (c) => c.req.param('source'));
  const ofQuery = scoped('service:admin', (c) => c.req.query('source'));
  app.get('/admin/members', ofQuery, listMembers(ledger));
  app.delete('/admin/members', admin, endSource(catalogue, ledger));
  app.post('/admin/members/:source', ofPath, stateMembers(catalogue, ledger, now));
  app.put('/admin/members/:source/:subject', ofPath, stateMember(catalogue, ledger, now));
  app.delete('/admin/members/:source/:subject', ofPath, endMember(ledger, now));
  app.get('/admin/connections', admin, listMemberConnections(store, connections));
  app.get('/admin/activation', admin, listUnconnected(activation, connections, now));
  app.get('/admin/activation/products', admin, listActivated(activation, connections, now));
  app.post('/admin/feeds/reset', admin, resetFeed(store, entitlements));
  app.post('/admin/feeds/rotate', admin, rotateFeeds(catalogue, entitlements, now));
  const secret = scoped('service:backup');
  app.get('/admin/links', secret, sendLinks(parts.database, feedLinks, baseUrl));
  app.post('/admin/links', admin, importLinks(catalogue, oldLinks, takenBy(app, feedLinks)));
  app.post('/admin/moves', admin, moveFeeds(catalogue, oldLinks, ownUrls(feedLinks, baseUrl)));
  app.get('/admin/explain', admin, explain(parts));
  app.post('/admin/reload', admin, reloadCatalogue(catalogue, checkFeeds));
  app.get('/admin/status', admin, sendStatus(parts));
  app.get('/admin/backup', scoped('service:backup'), sendBackup(database, now));
}

/** Tells the addresses that a route answers: all below a folder of ours, but for feeds that are not there. */
function takenBy(app: Hono, feedLinks: FeedLinks): IsTaken {
  const folderOf = (path: string) => path.split(/[/?]/)[1] ?? '';
  return (address) => {
    const folder = folderOf(address);
    if (folder === 'feeds') return feedLinks.isCurrent(address);
    if (folder === 'rss') return /[?&]url=/.test(address);
    return app.routes.some(({ method, path }) => method === 'GET' && folderOf(path) === folder);
  };
}

/** Tells URLs of this service, by its name or by a secret of its own. */
const ownUrls = (feedLinks: FeedLinks, baseUrl: BaseUrl) => (c: Context, url: string) =>
  parseUrl(url)?.origin === parseUrl(baseUrl(c))?.origin ||
  feedLinks.isCurrent(addressOf(url) ?? '');

/**
 * Skips a check of the body for methods that have none, because looking for one builds a whole
 * Request; and for a file, which is read line by line.
 */
function onlyWithBody(check: MiddlewareHandler): MiddlewareHandler {
  const isFile = (c: Context) =>
    c.req.method === 'POST' && /^\/admin\/(?:(?:grants|links|moves)$|members\/)/.test(c.req.path);
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

/** What answers the requests of an open service. */
export interface App {
  app: Hono;
  /** A shorter way for a Node server: answers a request if it is a poll of a member's feed. */
  answerPoll: AnswerPoll;
}

/** @throws {PrivatePodcastError} `config` if `subscribe` is invalid. */
export function createApp(parts: AppParts, subscribe: SubscribeConfig | undefined): App {
  const { feedLinks, memberFeeds, connections, log, now, registry, urls } = parts;
  const { oldLinks } = parts;
  const answerOld = createOldLinkAnswer(oldLinks, feedLinks, memberFeeds, connections);
  const answerFeed = createFeedAnswer({
    feedLinks,
    oldLinks,
    answerOld,
    memberFeeds,
    connections,
  });
  const startRecord = createRequestLog(log, now, registry);
  const app = new Hono();
  app.use(giveRequestId);
  app.use(logRequests(startRecord, matchedRoutes));
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
  app.use(answerOldLinks(answerOld, urls.baseUrl));

  addRoutes(app, parts, answerFeed);
  if (subscribe) {
    // By name: the log takes a route for all methods for middleware.
    const methods = ['GET', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'];
    app.on(methods, '/subscribe', serveSubscribe({ ...parts, baseUrl: urls.baseUrl }, subscribe));
  }
  app.notFound(() => problemResponse(404, 'not-found', 'There is nothing at this path.'));
  app.onError((error, c) => answerError(error, requestId(c), log));
  return { app, answerPoll: createPolls(answerFeed, urls.baseUrl, startRecord, log) };
}
