/**
 * Which apps fetch a member's feed. A feed request only puts its app on a list in memory; the list
 * is written in the background, in batches with pauses, so that a slow or failing database never
 * delays a feed, and many fetches do not keep an embedded one busy.
 */
import { setTimeout as wait } from 'node:timers/promises';
import prom, { type Counter, type Registry } from 'prom-client';
import { BoundedMap } from '../../api/cache/bounded-map.js';
import type { Connection } from '../../api/connections.js';
import { withDeadline } from '../../api/deadline.js';
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import type { Log } from '../failures/log.js';
import { describeFailure } from '../failures/describe-failure.js';
import type { LinkVersion } from '../store/links/link-secrets.js';
import type { FeedLink } from '../store/links/feed-links.js';
import type { LiveLinks } from '../store/links/live-links.js';
import type { ConnectionStore, Fetch, StoredConnection } from '../store/connection-store.js';
import { feedFetcher, fetcherNumber, nameFetcher } from './feed-fetchers.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Headers whose app is remembered; each has at most the 16 KiB of Node's limit. */
const MAX_USER_AGENTS = 200;
/** Links whose warning is remembered, and links that are watched. */
const MAX_REMEMBERED = 100_000;
/** Fetches that wait to be written. Of more, those that are no app's first at its link go. */
const MAX_WAITING = 10_000;
/** Fetches in a statement: an embedded database stops the process for some 25 ms to write them. */
const MAX_BATCH = 250;
/** Milliseconds from one statement to the next, so that a process writes at most 1,000 fetches a second. */
const PAUSE_MS = 250;
/**
 * How long each fetch of a link is written once somebody has asked for its connections: ten minutes
 * from any question, of which one in five is told to the other processes.
 */
const WATCHED_MS = 15 * 60 * 1000;
const TOLD_MS = 10 * 60 * 1000;
/** Milliseconds for the last write when the service stops. */
const CLOSE_TIMEOUT_MS = 2_000;

/** A fetch that waits to be written. */
interface Waiting extends Fetch {
  /** Takes back what was remembered of it, so that the app's next fetch tries again. */
  forget: () => void;
}

/** What sent a header: its app, if it is one, and the counts of the answers to it. */
interface Fetcher {
  app: string | undefined;
  ok: Counter.Internal | undefined;
  failed: Counter.Internal | undefined;
}

/** Whether an answer is a feed, or leads to one. */
const isGood = (status: number) => status < 400;

export interface ConnectionsOptions {
  store: ConnectionStore;
  links: Pick<LiveLinks, 'index' | 'onWatched'>;
  catalogue: LiveCatalogue;
  /** Days after which a connection is removed; 0 stores none. */
  days: number;
  now: () => Date;
  log: Log;
  registry: Registry;
}

export interface Connections {
  /** Whether connections are stored at all. */
  readonly isOn: boolean;
  /**
   * Notes which app fetched a link, and what it was answered. It returns at once, and never throws. Of
   * an app whose fetches fail, the first failure is written, and that they no longer do.
   */
  note(link: FeedLink, userAgent: string | undefined, status: number): void;
  /** Notes which app still asks with a link that was replaced: once a day. */
  noteOld(link: LinkVersion, userAgent: string | undefined, status: number): void;
  /** The apps that fetch an entitlement's current link, the latest first. */
  ofEntitlement(entitlementId: string): Promise<Connection[]>;
  /** The apps that fetch a user's current links for a product, the latest first. */
  ofUser(userId: string, sku: string): Promise<Connection[]>;
  /** Removes what no app has fetched for too long. */
  removeOld(): Promise<void>;
  /** Writes what is still waiting, unless the database does not answer. */
  close(): Promise<void>;
}

function toConnection({ app, firstFetchedAt, lastFetchedAt }: StoredConnection): Connection {
  return {
    ...nameFetcher(app),
    firstFetchedAt: new Date(firstFetchedAt).toISOString(),
    lastFetchedAt: new Date(lastFetchedAt).toISOString(),
  };
}

export function createConnections(options: ConnectionsOptions): Connections {
  const { store, links, catalogue, days, now, log, registry } = options;
  const busyLinks = new prom.Counter({
    name: 'pps_busy_feed_links_total',
    help: 'Feed links that unusually many apps fetched within a day.',
    registers: [registry],
  });
  const dropped = new prom.Counter({
    name: 'pps_dropped_connections_total',
    help: 'Fetches by apps that were not noted, because too many waited or a write failed. The next fetch tries again.',
    registers: [registry],
  });
  const answers = new prom.Counter({
    name: 'pps_feed_answers_total',
    help: "Answers to apps that fetched a member's feed, by app and by whether they got it.",
    labelNames: ['app', 'result'],
    registers: [registry],
  });
  const warned = new BoundedMap<number>(MAX_REMEMBERED);
  /** Until when each fetch of a link is written. */
  const watched = new BoundedMap<number>(MAX_REMEMBERED);
  /** An app's first fetch of a link goes before all others. */
  const firsts = new Map<string, Waiting>();
  const others = new Map<string, Waiting>();
  /** Apps whose last fetch of a link failed, and those that ask with an old link: on which day. */
  const failing = new BoundedMap<number>(MAX_REMEMBERED);
  const closing = new AbortController();
  let writing: Promise<void> | undefined;
  const known = new BoundedMap<Fetcher>(MAX_USER_AGENTS);
  const since = () => new Date(now().getTime() - days * DAY_MS);

  /** The app of a header. Apps send few different ones, and to tell them takes longer than a poll. */
  function fetcherOf(userAgent = ''): Fetcher {
    const found = known.get(userAgent);
    if (found) return found;
    const app = feedFetcher(userAgent);
    const count = (result: string) => (app === undefined ? undefined : answers.labels(app, result));
    const fetcher = { app, ok: count('ok'), failed: count('failed') };
    known.set(userAgent, fetcher);
    return fetcher;
  }

  /** Warns once a day of each link that unusually many apps fetch. */
  async function warnOfBusyLinks(fetches: readonly Fetch[]): Promise<void> {
    const time = now().getTime();
    const most = catalogue.current.usualAppsPerDay;
    const ids = [...new Set(fetches.map(({ entitlementId }) => entitlementId))];
    for (const link of await store.busyLinks(ids, new Date(time - DAY_MS), most)) {
      if (time - (warned.get(link.entitlementId) ?? -Infinity) < DAY_MS) continue;
      warned.set(link.entitlementId, time);
      busyLinks.inc();
      log({
        warning: 'many-apps',
        message: `${link.apps} apps fetched one feed link within a day, so it may have been shared.`,
        ...link,
        do: 'Run `private-podcast-service connections` with this userId and sku: it names the member and the apps. Ask them, or reset the link.',
      });
    }
  }

  /** Takes off the lists what goes next. */
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    for (const list of [firsts, others]) {
      for (const [key, fetch] of list) {
        if (batch.length === MAX_BATCH) return batch;
        batch.push(fetch);
        list.delete(key);
      }
    }
    return batch;
  }

  function drop({ forget }: Waiting): void {
    forget();
    dropped.inc();
  }

  async function write(): Promise<void> {
    while (firsts.size + others.size > 0) {
      const batch = takeBatch();
      try {
        await store.add(batch);
      } catch (error) {
        batch.forEach(drop);
        log(describeFailure(error));
      }
      await warnOfBusyLinks(batch).catch((error: unknown) => log(describeFailure(error)));
      // Without a pause once the service stops.
      await wait(PAUSE_MS, undefined, { ref: false, signal: closing.signal }).catch(
        () => undefined,
      );
    }
    writing = undefined;
  }

  function add(fetch: Waiting): void {
    const list = fetch.isFirst ? firsts : others;
    list.set(keyOf(fetch, fetch.app), fetch);
    if (firsts.size + others.size > MAX_WAITING) {
      const crowded = others.size > 0 ? others : firsts;
      for (const [key, oldest] of crowded) {
        crowded.delete(key);
        drop(oldest);
        break;
      }
    }
    writing ??= write();
  }

  const keyOf = ({ entitlementId, version }: LinkVersion, app: string) =>
    `${entitlementId} ${version} ${app}`;

  /** Notes a fetch that got no feed of the link's own: once a day. */
  function noteOnce(link: LinkVersion, app: string, answer: Pick<Fetch, 'status' | 'isOld'>): void {
    const { entitlementId, version } = link;
    const at = now();
    const day = Math.floor(at.getTime() / DAY_MS);
    const key = keyOf(link, app);
    if (failing.get(key) === day) return;
    failing.set(key, day);
    const forget = () => failing.delete(key);
    add({ entitlementId, version, app, bit: 0, isFirst: false, at, ...answer, forget });
  }

  /** Milliseconds for which each fetch of a link is still written. */
  const watchLeft = (entitlementId: string, at: Date) =>
    (watched.get(entitlementId) ?? 0) - at.getTime();
  links.onWatched(({ entitlementId, watchedAt }) => {
    const until = watchedAt + WATCHED_MS;
    if (until > now().getTime()) watched.set(entitlementId, until);
  });

  return {
    isOn: days > 0,

    note(link, userAgent, status) {
      const { app, ok, failed } = fetcherOf(userAgent);
      if (app === undefined) return;
      (isGood(status) ? ok : failed)?.inc();
      if (days === 0) return;
      if (!isGood(status)) {
        noteOnce(link, app, { status });
        return;
      }
      const { entitlementId, version, hash } = link;
      const at = now();
      const number = fetcherNumber(app);
      const day = Math.floor(at.getTime() / DAY_MS);
      const was = links.index.noteFetch(hash, entitlementId, number, day);
      const hasRecovered = failing.size > 0 && failing.take(keyOf(link, app)) !== undefined;
      if (was === undefined) return;
      if (was === 'noted' && !hasRecovered && watchLeft(entitlementId, at) <= 0) return;
      const isFirst = was === 'first';
      const forget = () =>
        links.index.forgetFetch(hash, entitlementId, number, was === 'noted' ? 'today' : was);
      add({ entitlementId, version, app, bit: 1 << number, isFirst, at, status, forget });
    },

    noteOld(link, userAgent, status) {
      const { app } = fetcherOf(userAgent);
      if (app !== undefined && days > 0) noteOnce(link, app, { status, isOld: true });
    },

    async ofEntitlement(entitlementId) {
      const at = now();
      if (days > 0 && watchLeft(entitlementId, at) < TOLD_MS) {
        watched.set(entitlementId, at.getTime() + WATCHED_MS);
        // The answer does not depend on it.
        await store
          .watch([entitlementId], at)
          .catch((error: unknown) => log(describeFailure(error)));
      }
      return (await store.ofEntitlement(entitlementId, since())).map(toConnection);
    },

    async ofUser(userId, sku) {
      return (await store.ofUser(userId, sku, since())).map(toConnection);
    },

    removeOld: () => store.removeOld(since()),

    async close() {
      closing.abort();
      const deadline = { name: 'The database', timeout: CLOSE_TIMEOUT_MS };
      await withDeadline(deadline, () => Promise.resolve(writing)).catch(() => undefined);
    },
  };
}
