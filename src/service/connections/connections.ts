/**
 * Which apps fetch a member's feed. A feed request only puts its app on a list in memory; the list
 * is written in the background, in batches with pauses, so that a slow or failing database never
 * delays a feed, and many fetches do not keep an embedded one busy.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { BoundedMap } from '../../api/cache/bounded-map.js';
import type { Connection } from '../../api/connections.js';
import { withDeadline } from '../../api/deadline.js';
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import type { Log } from '../config.js';
import { describeFailure } from '../log.js';
import type { Metrics } from '../metrics.js';
import {
  WRITE_INTERVAL_MINUTES,
  type ConnectionStore,
  type Fetch,
  type StoredConnection,
} from '../store/connection-store.js';
import { feedFetcher, nameFetcher } from './feed-fetchers.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time between two removals of old rows. */
const REMOVAL_INTERVAL_MS = 60 * 60 * 1000;
const WRITE_INTERVAL_MS = WRITE_INTERVAL_MINUTES * 60 * 1000;
/** Links and apps that one process remembers; the database keeps to the five minutes as well. */
const MAX_REMEMBERED = 100_000;
/** Headers whose app is remembered; each has at most the 16 KiB of Node's limit. */
const MAX_USER_AGENTS = 200;
/** Fetches that wait to be written. More are dropped and counted; the app's next fetch tries again. */
const MAX_WAITING = 10_000;
/** Fetches in a statement: an embedded database stops the process for some 25 ms to write them. */
const MAX_BATCH = 250;
/** Milliseconds from one statement to the next, so that a process writes at most 1,000 fetches a second. */
const PAUSE_MS = 250;
/** Milliseconds for the last write when the service stops. */
const CLOSE_TIMEOUT_MS = 2_000;

export interface ConnectionsOptions {
  store: ConnectionStore;
  catalogue: LiveCatalogue;
  /** Days after which a connection is removed; 0 stores none. */
  days: number;
  now: () => Date;
  log: Log;
  metrics: Pick<Metrics, 'busyLink' | 'droppedConnection'>;
}

export interface Connections {
  /** Whether connections are stored at all. */
  readonly isOn: boolean;
  /** Notes which app fetched a link. It returns at once, and never throws. */
  note(link: Pick<Fetch, 'entitlementId' | 'version'>, userAgent: string | undefined): void;
  /** The apps that fetch an entitlement's current link, the latest first. */
  ofEntitlement(entitlementId: string): Promise<Connection[]>;
  /** The apps that fetch a user's current links for a product, the latest first. */
  ofUser(userId: string, sku: string): Promise<Connection[]>;
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
  const { store, catalogue, days, now, log, metrics } = options;
  const lastSeen = new BoundedMap<number>(MAX_REMEMBERED);
  const warned = new BoundedMap<number>(MAX_REMEMBERED);
  const waiting = new Map<string, Fetch>();
  const closing = new AbortController();
  let writing: Promise<void> | undefined;
  const known = new BoundedMap<{ app: string | undefined }>(MAX_USER_AGENTS);
  const since = () => new Date(now().getTime() - days * DAY_MS);

  /** The app of a header. Apps send few different ones, and to tell them takes longer than a poll. */
  function appOf(userAgent = ''): string | undefined {
    const found = known.get(userAgent);
    if (found) return found.app;
    const app = feedFetcher(userAgent);
    known.set(userAgent, { app });
    return app;
  }

  /** Warns once a day of each link that unusually many apps fetch. */
  async function warnOfBusyLinks(fetches: readonly Fetch[]): Promise<void> {
    const time = now().getTime();
    const most = catalogue.current.usualAppsPerDay;
    const ids = [...new Set(fetches.map(({ entitlementId }) => entitlementId))];
    for (const link of await store.busyLinks(ids, new Date(time - DAY_MS), most)) {
      if (time - (warned.get(link.entitlementId) ?? -Infinity) < DAY_MS) continue;
      warned.set(link.entitlementId, time);
      metrics.busyLink();
      log({
        warning: 'many-apps',
        message: `${link.apps} apps fetched one feed link within a day, so it may have been shared.`,
        ...link,
        do: 'Run `private-podcast-service connections` with this userId and sku: it names the member and the apps. Ask them, or reset the link.',
      });
    }
  }

  /** Takes the fetches that have waited the longest off the list. */
  function takeBatch(): Map<string, Fetch> {
    const batch = new Map<string, Fetch>();
    for (const [key, fetch] of waiting) {
      if (batch.size === MAX_BATCH) break;
      batch.set(key, fetch);
      waiting.delete(key);
    }
    return batch;
  }

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const batch = takeBatch();
      try {
        await store.add([...batch.values()]);
        await warnOfBusyLinks([...batch.values()]);
      } catch (error) {
        // The next request of the app tries again.
        for (const key of batch.keys()) lastSeen.delete(key);
        log(describeFailure(error));
      }
      // Without a pause once the service stops.
      await wait(PAUSE_MS, undefined, { ref: false, signal: closing.signal }).catch(
        () => undefined,
      );
    }
    writing = undefined;
  }

  async function removeOld(): Promise<void> {
    await store.removeOld(since()).catch((error: unknown) => log(describeFailure(error)));
  }
  let removing = removeOld();
  const timer = setInterval(() => {
    removing = removeOld();
  }, REMOVAL_INTERVAL_MS);
  timer.unref();

  return {
    isOn: days > 0,

    note(link, userAgent) {
      if (days === 0) return;
      const app = appOf(userAgent);
      if (app === undefined) return;
      const { entitlementId, version } = link;
      const at = now();
      const key = `${entitlementId} ${version} ${app}`;
      if (at.getTime() - (lastSeen.get(key) ?? -Infinity) < WRITE_INTERVAL_MS) return;
      if (waiting.size >= MAX_WAITING) {
        metrics.droppedConnection();
        return;
      }
      lastSeen.set(key, at.getTime());
      waiting.set(key, { entitlementId, version, app, at });
      writing ??= write();
    },

    async ofEntitlement(entitlementId) {
      return (await store.ofEntitlement(entitlementId, since())).map(toConnection);
    },

    async ofUser(userId, sku) {
      return (await store.ofUser(userId, sku, since())).map(toConnection);
    },

    async close() {
      clearInterval(timer);
      closing.abort();
      const deadline = { name: 'The database', timeout: CLOSE_TIMEOUT_MS };
      await withDeadline(deadline, () => Promise.all([removing, writing])).catch(() => undefined);
    },
  };
}
