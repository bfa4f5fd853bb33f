/** Opens the parts of the service: catalogue, database, feeds. */
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { parseUrl, withoutTrailingSlash } from '../urls/web-url.js';
import type { Product } from './catalogue/catalogue.js';
import { openCatalogue, type LiveCatalogue } from './catalogue/live-catalogue.js';
import { shareCatalogue } from './store/shared-catalogue.js';
import type { Log, ServiceConfig } from './config.js';
import { createConnections } from './connections/connections.js';
import { createPageCodes } from './http/consume-page/page-codes.js';
import { feedFailure } from './failures/placed-failures.js';
import { countRepeated } from './failures/repeated-failures.js';
import { findUnreadableFeeds } from './feeds/check-feeds.js';
import { createMemberFeeds } from './feeds/member-feed.js';
import type { RenderedFeeds } from './feeds/rendered-feeds.js';
import { openFeeds } from './feeds/open-feeds.js';
import { describeFailure, openLog } from './log.js';
import { addressesOf } from './ledger/sources.js';
import { createFeedLinks, findOwnFeed } from './store/links/feed-links.js';
import { createLinkSecrets } from './store/link-secrets.js';
import { createLiveLinks, type LiveLinks } from './store/links/live-links.js';
import { createSignedCodes } from './store/links/signed-code.js';
import { createMemberAccess } from './members/member-access.js';
import { createMetrics } from './metrics.js';
import { createFirstLoads } from './feeds/first-loads.js';
import { createReadiness } from './operations/readiness/readiness.js';
import { createShownShows } from './operations/readiness/shown-shows.js';
import { createWriteProbe } from './operations/readiness/write-probe.js';
import type { RouteContext } from './http/routes/route-context.js';
import { announceCatalogue } from './store/changed-links.js';
import { startCleaning } from './store/cleaning.js';
import { createConnectionStore } from './store/connection-store.js';
import type { OpenDatabase } from './store/database/database.js';
import { openFeedKey } from './store/feed-key.js';
import { createLastBackup } from './store/last-backup.js';
import { createEntitlements } from './store/entitlements.js';
import { createLedger } from './store/ledger/ledger.js';
import { openDatabase } from './store/database/open-database.js';
import { createStore } from './store/create-store.js';

const DEFAULT_CONNECTION_DAYS = 90;
/** A hundred years. */
const MAX_CONNECTION_DAYS = 36_525;

export interface OpenContext {
  context: RouteContext;
  close: () => Promise<void>;
}

/** A week. */
const MAX_STALE_MINUTES = 10_080;

function requireWhole(name: string, value: number | undefined, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 0 && value <= most)) return;
  throw new PrivatePodcastError('config', `\`${name}\` must be a whole number from 0 to ${most}.`);
}

interface Opened {
  catalogue: LiveCatalogue;
  opened: OpenDatabase;
  links: LiveLinks;
  /** How to end what was begun, in the order in which it was. */
  ends: (() => Promise<void>)[];
  now: () => Date;
  log: Log;
}

async function createContext(
  config: ServiceConfig,
  { catalogue, opened, links, ends, now, log }: Opened,
): Promise<RouteContext> {
  const publicUrl = config.publicUrl && withoutTrailingSlash(config.publicUrl);
  const metrics = createMetrics();
  // Not measured: it asks more often the more often it is asked.
  const probe = createWriteProbe(opened, log);
  const database = probe.watch(metrics.database(opened));
  metrics.links(() => ({
    size: links.index.size,
    bytes: links.index.bytes,
    ageSeconds: links.age(),
  }));
  const store = createStore(database);
  const feedKey = await openFeedKey(store, config);
  const secrets = createLinkSecrets(feedKey);
  const feedLinks = createFeedLinks(links, secrets);
  const caughtUp = () => links.caughtUp();
  const ledger = createLedger({
    database,
    now,
    addressesOf: (source) => addressesOf(catalogue.current, source),
    caughtUp,
  });
  const entitlements = createEntitlements(database, secrets, caughtUp);
  const connections = createConnections({
    store: createConnectionStore(database),
    links,
    catalogue,
    days: config.connectionDays ?? DEFAULT_CONNECTION_DAYS,
    now,
    log,
    metrics,
  });
  ends.push(() => connections.close());
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
    if (closed) return;
    for (const { sku, error } of unreadable) log({ sku, ...describeFailure(error) });
  }
  const logWhileOpen: Log = (line) => closed || log(line);
  const shared = await shareCatalogue({
    catalogue,
    ledger,
    announce: () => announceCatalogue(database),
    onAnnounced: (listener) => links.onCatalogue(listener),
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
  const readiness = createReadiness({ probe, shown: shownShows, links: () => links.state() });
  metrics.readiness(() => {
    shownShows.keepFresh();
    return readiness();
  });
  const lastBackup = createLastBackup(opened);
  metrics.lastBackup(async () => {
    const at = await lastBackup();
    return at && Math.max(0, (now().getTime() - at.getTime()) / 1_000);
  });
  const cleaning = startCleaning({
    database,
    now,
    log: logWhileOpen,
    tasks: [() => ledger.forgetPast(), () => connections.removeOld()],
  });
  ends.push(() => cleaning.close());
  // So that members are answered from the first request on, unless there are very many of them.
  await links.caughtUp();
  const originOf: RouteContext['baseUrl'] = ({ req: { url } }) => {
    const parsed = parseUrl(url);
    if (parsed) return parsed.origin;
    throw new PrivatePodcastError('not-found', 'Send the name of the service as the Host header.');
  };
  const baseUrl: RouteContext['baseUrl'] = (c) => publicUrl ?? originOf(c);
  return {
    catalogue: shared,
    checkFeeds,
    readiness,
    shows,
    lastBackup,
    memberAccess: createMemberAccess({
      catalogue,
      entitlements,
      endOf: ledger.endOf,
      secrets,
      now,
    }),
    log,
    metrics,
    database,
    store,
    entitlements,
    ledger,
    feedLinks,
    connections,
    ...createMemberFeeds({
      catalogue,
      now,
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
  requireWhole('connectionDays', config.connectionDays, MAX_CONNECTION_DAYS);
  requireWhole('staleMinutes', config.staleMinutes, MAX_STALE_MINUTES);
  // First, because it takes no time to find a mistake in it.
  const catalogue = await openCatalogue(config.catalogue);
  const now = () => new Date(config.now?.() ?? Date.now());
  const { log, flush } = countRepeated(openLog(config.log, now), now);
  const opened = await openDatabase({ ...config, log });
  const links = createLiveLinks({ database: opened, log, staleMinutes: config.staleMinutes });
  const ends = [() => opened.close(), () => links.close()];
  async function close(): Promise<void> {
    try {
      for (const end of ends.splice(0).reverse()) await end();
    } finally {
      flush();
    }
  }
  try {
    const context = await createContext(config, { catalogue, opened, links, ends, now, log });
    return { context, close };
  } catch (error) {
    await close();
    throw error;
  }
}
