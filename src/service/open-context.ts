/** Opens the parts of the service: catalogue, database, feeds. */
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { parseUrl, withoutTrailingSlash } from '../urls/web-url.js';
import { createAccess, hasListedAccess } from './catalogue/access.js';
import { findProduct, type Product } from './catalogue/catalogue.js';
import { openCatalogue, type LiveCatalogue } from './catalogue/live-catalogue.js';
import { createMembershipEnd } from './catalogue/membership-end.js';
import { shareCatalogue } from './catalogue/shared-catalogue.js';
import type { Log, ServiceConfig } from './config.js';
import { createConnections } from './connections/connections.js';
import { createPageCodes } from './consume-page/page-codes.js';
import { feedFailure } from './failures/placed-failures.js';
import { countRepeated } from './failures/repeated-failures.js';
import { findUnreadableFeeds } from './feeds/check-feeds.js';
import { createGrantList } from './grants/list-grants.js';
import { createMemberFeeds } from './feeds/member-feed.js';
import type { RenderedFeeds } from './feeds/rendered-feeds.js';
import { openFeeds } from './feeds/open-feeds.js';
import { describeFailure, openLog } from './log.js';
import { createMemberAccess } from './members/member-access.js';
import { createMetrics } from './metrics.js';
import { createFirstLoads } from './notices/first-loads.js';
import { createReadiness } from './readiness/readiness.js';
import { createShownShows } from './readiness/shown-shows.js';
import { createWriteProbe } from './readiness/write-probe.js';
import type { RouteContext } from './routes/route-context.js';
import { createConnectionStore } from './store/connection-store.js';
import { followChanges, type Changes } from './store/database/changes.js';
import type { OpenDatabase } from './store/database/database.js';
import { createEndings } from './store/endings.js';
import { openFeedKey } from './store/feed-key.js';
import { createLastBackup } from './store/last-backup.js';
import { createFeedLinks, findOwnFeed } from './store/feed-links.js';
import { createGrants } from './store/grants/grants.js';
import { openDatabase } from './store/database/open-database.js';
import { createSignedCodes } from './store/signed-code.js';
import { createStore } from './store/create-store.js';

const DEFAULT_CONNECTION_DAYS = 90;
/** A hundred years. */
const MAX_CONNECTION_DAYS = 36_525;

export interface OpenContext {
  context: RouteContext;
  close: () => Promise<void>;
}

function requireDays(days: number | undefined): void {
  if (days === undefined || (Number.isInteger(days) && days >= 0 && days <= MAX_CONNECTION_DAYS))
    return;
  throw new PrivatePodcastError(
    'config',
    `\`connectionDays\` must be a whole number from 0 to ${MAX_CONNECTION_DAYS}.`,
  );
}

interface Opened {
  catalogue: LiveCatalogue;
  opened: OpenDatabase;
  changes: Changes;
  /** How to end what was begun, in the order in which it was. */
  ends: (() => Promise<void>)[];
  now: () => Date;
  log: Log;
}

async function createContext(
  config: ServiceConfig,
  { catalogue, opened, changes, ends, now, log }: Opened,
): Promise<RouteContext> {
  const publicUrl = config.publicUrl && withoutTrailingSlash(config.publicUrl);
  const metrics = createMetrics();
  // Not measured: it asks more often the more often it is asked.
  const probe = createWriteProbe(opened, log);
  const database = probe.watch(metrics.database(opened));
  metrics.changes(() => changes.areKnown());
  const store = createStore(database, changes);
  const grants = createGrants(database, changes);
  const feedKey = await openFeedKey(store, config);
  const feedLinks = createFeedLinks(store, feedKey);
  const connections = createConnections({
    store: createConnectionStore(database),
    catalogue,
    days: config.connectionDays ?? DEFAULT_CONNECTION_DAYS,
    now,
    log,
    metrics,
  });
  ends.push(() => connections.close());
  const accessSources = { catalogue, grants, now };
  const hasAccess = createAccess(accessSources);
  const endings = createEndings(database);
  // Grants in the database forget them themselves.
  const forgetRenewed = () =>
    endings.forgetRenewed((sku, email) => {
      const product = findProduct(catalogue.current, sku);
      return product !== undefined && hasListedAccess(catalogue.current, product, email, now());
    });
  const forgetting = forgetRenewed().catch(() => undefined);
  ends.unshift(() => forgetting);
  const firstLoad = createFirstLoads(store, now);
  const feeds = openFeeds({ config, publicUrl, catalogue, database, now, log, metrics });
  const { showFeed, foreignFeeds, shows } = feeds;
  let closed = false;
  ends.push(() => {
    closed = true;
    return feeds.close();
  });
  const shown = new WeakSet<Product>();
  /** Shows whose feed was read, and is none. */
  const unusable = new Set<string>();
  const rendered: RenderedFeeds = {
    async of(show, product, hasEnded) {
      const { sku, isComposed, sources } = product;
      const feed = await feeds.rendered.of(show, product, hasEnded).catch((error: unknown) => {
        const isBad = error instanceof PrivatePodcastError && error.code === 'bad-feed';
        if (!isBad || isComposed) throw error;
        unusable.add(sku);
        throw feedFailure(error, sku, 0, sources[0]?.feed ?? '');
      });
      shown.add(product);
      if (unusable.delete(sku)) log({ show: 'readable again', sku, source: 0 });
      return feed;
    },
  };
  async function readShow(product: Product): Promise<void> {
    await rendered.of(await showFeed(product), product, false);
  }
  async function checkFeeds(): Promise<void> {
    const unreadable = await findUnreadableFeeds(catalogue.current.products, async (product) => {
      await readShow(product);
      await firstLoad(product.sku);
    });
    await forgetRenewed().catch((error: unknown) => closed || log(describeFailure(error)));
    if (closed) return;
    for (const { sku, error } of unreadable) log({ sku, ...describeFailure(error) });
  }
  const logWhileOpen: Log = (line) => closed || log(line);
  const shared = await shareCatalogue({
    catalogue,
    database,
    changes,
    reloaded: () => void checkFeeds(),
    log: logWhileOpen,
    countFailure: () => metrics.failedReload(),
  });
  const shownShows = createShownShows({
    catalogue,
    wasShown: (product) => shown.has(product),
    read: readShow,
    shows,
    log: logWhileOpen,
  });
  const readiness = createReadiness(probe, shownShows);
  metrics.readiness(() => {
    shownShows.keepFresh();
    return readiness();
  });
  const lastBackup = createLastBackup(opened);
  metrics.lastBackup(async () => {
    const at = await lastBackup();
    return at && Math.max(0, (now().getTime() - at.getTime()) / 1_000);
  });
  // Last, because members can already be served: their requests read their links themselves.
  // Closing the database ends it.
  const remembering = store.rememberFeedLinks().catch(() => undefined);
  ends.unshift(() => remembering);
  const originOf: RouteContext['baseUrl'] = ({ req: { url } }) => {
    const parsed = parseUrl(url);
    if (parsed) return parsed.origin;
    throw new PrivatePodcastError('not-found', 'Send the name of the service as the Host header.');
  };
  const baseUrl: RouteContext['baseUrl'] = (c) => publicUrl ?? originOf(c);
  return {
    catalogue: shared,
    checkFeeds,
    hasAccess,
    readiness,
    shows,
    lastBackup,
    memberAccess: createMemberAccess({ catalogue, hasAccess, store, feedLinks }),
    log,
    metrics,
    database,
    store,
    grants,
    grantList: createGrantList(catalogue, grants),
    feedLinks,
    connections,
    ...createMemberFeeds({
      catalogue,
      hasAccess,
      membershipEnd: createMembershipEnd(accessSources, endings),
      firstLoad,
      showFeed,
      rendered,
      enclosureCodes: createSignedCodes(feedKey, 'enclosure', feedLinks),
    }),
    pageCodes: createPageCodes(feedKey, feedLinks, now),
    foreignFeeds,
    ownFeed: (c, url) => findOwnFeed(feedLinks, url, [baseUrl(c), originOf(c)]),
    now,
    baseUrl,
  };
}

/** @throws {PrivatePodcastError} `config`; the message says what to fix. */
export async function openContext(config: ServiceConfig): Promise<OpenContext> {
  requireDays(config.connectionDays);
  // First, because it takes no time to find a mistake in it.
  const catalogue = await openCatalogue(config.catalogue);
  const now = () => new Date(config.now?.() ?? Date.now());
  const { log, flush } = countRepeated(openLog(config.log, now), now);
  const opened = await openDatabase({ ...config, log });
  const changes = followChanges(opened, log);
  const ends = [() => opened.close(), () => changes.close()];
  async function close(): Promise<void> {
    try {
      for (const end of ends.splice(0).reverse()) await end();
    } finally {
      flush();
    }
  }
  try {
    const context = await createContext(config, { catalogue, opened, changes, ends, now, log });
    return { context, close };
  } catch (error) {
    await close();
    throw error;
  }
}
