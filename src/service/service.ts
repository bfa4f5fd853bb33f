/** The feed service (docs/interface.md), for any server that passes requests on: opens its parts, and closes them. */
import prom from 'prom-client';
import { withoutTrailingSlash } from '../urls/web-url.js';
import { createApp, type AppParts } from './app.js';
import { openCatalogue, type LiveCatalogue } from './catalogue/live-catalogue.js';
import { requireWholeNumbers, type ServiceConfig } from './config.js';
import { createConnections } from './connections/connections.js';
import type { Log } from './failures/log.js';
import { openLog, type OpenLog } from './failures/open-log.js';
import { createFirstLoads } from './feeds/first-loads.js';
import { createMemberFeeds } from './feeds/member-feed.js';
import { openFeeds } from './feeds/open-feeds.js';
import type { AnswerPoll } from './http/answer-polls.js';
import { createPageCodes } from './http/consume-page/page-codes.js';
import { createServiceUrls } from './http/requests/base-url.js';
import { addressesOf } from './ledger/sources.js';
import { createMemberAccess } from './members/member-access.js';
import { addProcessMetrics } from './metrics/process-metrics.js';
import { createReadiness, showReadiness } from './operations/readiness/readiness.js';
import { createShownShows } from './operations/readiness/shown-shows.js';
import { createWriteProbe } from './operations/readiness/write-probe.js';
import { createActivationStore } from './store/activation.js';
import { announceCatalogue } from './store/links/changed-links.js';
import { startCleaning } from './store/cleaning.js';
import { createConnectionStore } from './store/connection-store.js';
import { createStore } from './store/create-store.js';
import { observe, type OpenDatabase } from './store/database/database.js';
import { openDatabase } from './store/database/open-database.js';
import { measureQueries } from './store/database/query-metrics.js';
import { createEntitlements } from './store/entitlements.js';
import { openFeedKey } from './store/feed-key.js';
import { createLastBackup, showBackupAge } from './store/last-backup.js';
import { createLedger } from './store/ledger/ledger.js';
import { createLinkSecrets } from './store/links/link-secrets.js';
import { createFeedLinks } from './store/links/feed-links.js';
import { showLinks } from './store/links/link-metrics.js';
import { createLiveLinks, type LiveLinks } from './store/links/live-links.js';
import { createSignedCodes } from './store/links/signed-code.js';
import { createOldLinks } from './store/links/old-links.js';
import { shareCatalogue } from './store/shared-catalogue.js';

const DEFAULT_CONNECTION_DAYS = 90;

/** The service, for any server that passes requests on. */
export interface Service {
  /** Answers a request. The first one opens the service, and rejects if that fails. */
  fetch(request: Request): Promise<Response>;
  /** Opens the service now. @throws {PrivatePodcastError} `config`; the message says what to fix. */
  open(): Promise<void>;
  /**
   * Reads the catalogue again, and then its feeds as `checkFeeds` does.
   * @throws {PrivatePodcastError} `config` if it is invalid; the one in force stays.
   */
  reload(): Promise<void>;
  /** Reads the feed of every product, and logs those that cannot be read, by sku. */
  checkFeeds(): Promise<void>;
  /** Closes the database, but for a `Pool` that was passed in. */
  close(): Promise<void>;
}

/**
 * An open service: what answers requests, and what its operator can tell it.
 * @internal The package's own declarations leave it out: its parts need the types of Node.
 */
export interface OpenService {
  fetch(request: Request): Response | Promise<Response>;
  /** A shorter way for a Node server: answers a request if it is a poll of a member's feed. */
  answerPoll: AnswerPoll;
  /** What it answers, by method and path. */
  routes: readonly { method: string; path: string }[];
  log: Log;
  reload(): Promise<void>;
  checkFeeds(): Promise<void>;
  close(): Promise<void>;
}

interface Opened extends OpenLog {
  catalogue: LiveCatalogue;
  opened: OpenDatabase;
  links: LiveLinks;
  /** How to end what was begun, in the order in which it was. */
  ends: (() => Promise<void>)[];
  now: () => Date;
}

async function openParts(config: ServiceConfig, begun: Opened): Promise<AppParts> {
  const { catalogue, opened, links, ends, now, log, logWhileOpen } = begun;
  const publicUrl = config.publicUrl && withoutTrailingSlash(config.publicUrl);
  // Not the global registry: several services may run in one process.
  const registry = new prom.Registry();
  addProcessMetrics(registry);
  showLinks(registry, links);
  // Neither is measured, nor the links: they ask more often the more often they are asked.
  const probe = createWriteProbe(opened, log);
  const lastBackup = createLastBackup(opened);
  showBackupAge(registry, lastBackup, now);
  const database = observe(opened, {
    ...measureQueries(registry),
    onError(error) {
      probe.note(error);
      return error;
    },
  });
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
  const oldLinks = createOldLinks({ database, links, secrets, feedKey, now });
  const entitlements = createEntitlements(database, secrets, now, caughtUp);
  const connections = createConnections({
    store: createConnectionStore(database),
    links,
    catalogue,
    days: config.connectionDays ?? DEFAULT_CONNECTION_DAYS,
    now,
    log,
    registry,
  });
  ends.push(() => connections.close());
  const firstLoad = createFirstLoads(store, now);
  const feeds = openFeeds({
    config,
    publicUrl,
    catalogue,
    database,
    now,
    log,
    registry,
    firstLoad,
  });
  const { showFeed, rendered, foreignFeeds, shows, checkFeeds } = feeds;
  ends.push(() => {
    begun.beginToClose();
    return feeds.close();
  });
  const shared = await shareCatalogue({
    catalogue,
    ledger,
    announce: () => announceCatalogue(database),
    onAnnounced: (listener) => links.onCatalogue(listener),
    reloaded: () => void checkFeeds(),
    log: logWhileOpen,
    registry,
  });
  const shown = createShownShows({
    catalogue,
    wasShown: feeds.wasShown,
    read: feeds.readShow,
    shows,
    log: logWhileOpen,
  });
  const readiness = createReadiness({ probe, shown, links: () => links.state() });
  showReadiness(registry, () => {
    shown.keepFresh();
    return readiness();
  });
  const cleaning = startCleaning({
    database,
    now,
    log: logWhileOpen,
    tasks: [() => ledger.forgetPast(), () => oldLinks.forgetPast(), () => connections.removeOld()],
  });
  ends.push(() => cleaning.close());
  // So that members are answered from the first request on, unless there are very many of them.
  await links.caughtUp();
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
    registry,
    database,
    store,
    entitlements,
    ledger,
    feedLinks,
    oldLinks,
    connections,
    activation: createActivationStore(database),
    memberFeeds: createMemberFeeds({
      catalogue,
      now,
      firstLoad,
      showFeed,
      rendered,
      enclosureCodes: createSignedCodes(feedKey, 'enclosure', feedLinks),
    }),
    foreignFeeds,
    pageCodes: createPageCodes(feedKey, feedLinks, now),
    urls: createServiceUrls(publicUrl, feedLinks),
    now,
  };
}

/**
 * @throws {PrivatePodcastError} `config`; the message says what to fix.
 * @internal
 */
export async function openService(config: ServiceConfig): Promise<OpenService> {
  requireWholeNumbers(config);
  // First, because it takes no time to find a mistake in it.
  const catalogue = await openCatalogue(config.catalogue);
  const now = () => new Date(config.now?.() ?? Date.now());
  const logs = openLog(config.log, now);
  const { log } = logs;
  const opened = await openDatabase({ ...config, log });
  const links = createLiveLinks({ database: opened, log, staleMinutes: config.staleMinutes });
  const ends = [() => opened.close(), () => links.close()];
  async function close(): Promise<void> {
    try {
      for (const end of ends.splice(0).reverse()) await end();
    } finally {
      logs.flush();
    }
  }
  try {
    const parts = await openParts(config, { catalogue, opened, links, ends, now, ...logs });
    const { app, answerPoll } = createApp(parts, config.subscribe);
    return {
      fetch: (request) => app.fetch(request),
      answerPoll,
      routes: app.routes,
      log,
      async reload() {
        await parts.catalogue.reload();
        await parts.checkFeeds();
      },
      checkFeeds: parts.checkFeeds,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
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
    fetch: async (request) => (await opened()).fetch(request),
    async open() {
      await opened();
    },
    reload: async () => (await opened()).reload(),
    checkFeeds: async () => (await opened()).checkFeeds(),
    async close() {
      const service = await opening;
      opening = undefined;
      await service?.close();
    },
  };
}
