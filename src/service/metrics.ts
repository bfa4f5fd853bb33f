/** The measurements that GET /metrics answers, in the text format of Prometheus. No label has a value that a client can choose. */
import type { Handler } from 'hono';
import prom from 'prom-client';
import { addProcessMetrics } from './operations/process-metrics.js';
import { aroundEach, type OpenDatabase } from './store/database/database.js';

/** Seconds. */
const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

export interface ObservedRequest {
  method: string;
  /** The pattern of the path, such as `/feeds/:secret/:filename`. */
  path: string;
  status: number;
  seconds: number;
}

/** A feed of a product, by its place in `feeds`: its URL may be a secret. */
export interface FeedSourceState {
  sku: string;
  source: number;
  /** Whether the last attempt failed; `undefined` before the first. */
  isDown: boolean | undefined;
}

/** Whether members can be served, as GET /ready answers it. */
export interface ReadyState {
  isReady: boolean;
  isWritable: boolean;
}

/** The links that a process holds in memory. */
export interface LinksState {
  size: number;
  bytes: number;
  /** Absent while they are loaded. */
  ageSeconds: number | undefined;
}

/** How current the feed is that members of a show are given. */
export interface ShowCopyState {
  sku: string;
  /** Seconds since its feeds were last read or found unchanged; `undefined` without a copy. */
  ageSeconds: number | undefined;
}

export interface Metrics {
  request(observed: ObservedRequest): void;
  /** Measures the queries of a database. @returns the same database. */
  database(database: OpenDatabase): OpenDatabase;
  /** Measures how long a feed takes to parse. */
  parse<T>(work: () => Promise<T>): Promise<T>;
  /** Counts a feed that was needed, and whether the cache had it. */
  cache(cache: 'show' | 'rendered', hit: boolean): void;
  busyLink(): void;
  /** Shows how many links this process holds, and how old what it knows of them is. */
  links(read: () => LinksState): void;
  /** Counts a connection that was not stored, because too many waited. */
  droppedConnection(): void;
  /** Counts an event, by its source in the catalogue and by what became of it. */
  event(source: string, result: string): void;
  /** Measures which feeds of the catalogue could be read; asked for at each GET /metrics. */
  feedSources(read: () => readonly FeedSourceState[]): void;
  /** Counts an attempt to read a feed of the catalogue that failed. */
  feedReadFailure(place: Pick<FeedSourceState, 'sku' | 'source'>): void;
  /** Shows how old the copies are that members are given; asked for at each GET /metrics. */
  showCopies(read: () => readonly ShowCopyState[]): void;
  /** Counts a reload of the catalogue that changed nothing, because the file is invalid. */
  failedReload(): void;
  /** Shows whether the service is ready; asked for at each GET /metrics. */
  readiness(read: () => Promise<ReadyState>): void;
  /** Shows the seconds since the last backup, unless there is none. */
  lastBackup(ageSeconds: () => Promise<number | undefined>): void;
  /** GET /metrics. */
  handler(): Handler;
}

export function createMetrics(): Metrics {
  // Not the global registry: several services may run in one process.
  const registry = new prom.Registry();
  const registers = [registry];
  addProcessMetrics(registry);
  const requests = new prom.Histogram({
    name: 'pps_http_request_duration_seconds',
    help: 'Requests, by method, path pattern and status.',
    labelNames: ['method', 'path', 'status'],
    buckets,
    registers,
  });
  const queries = new prom.Histogram({
    name: 'pps_database_query_duration_seconds',
    help: 'Database queries, by result.',
    labelNames: ['result'],
    buckets,
    registers,
  });
  const parses = new prom.Histogram({
    name: 'pps_feed_parse_duration_seconds',
    help: 'Feeds that were parsed, by result.',
    labelNames: ['result'],
    buckets,
    registers,
  });
  const cached = new prom.Counter({
    name: 'pps_feed_cache_total',
    help: 'Feeds that were needed, by cache and by whether it had them.',
    labelNames: ['cache', 'result'],
    registers,
  });

  const busyLinks = new prom.Counter({
    name: 'pps_busy_feed_links_total',
    help: 'Feed links that unusually many apps fetched within a day.',
    registers,
  });

  const droppedConnections = new prom.Counter({
    name: 'pps_dropped_connections_total',
    help: 'Fetches by apps that were not noted, because too many waited or a write failed. The next fetch tries again.',
    registers,
  });

  const events = new prom.Counter({
    name: 'pps_events_total',
    help: 'Events, by source of the catalogue and by what became of them.',
    labelNames: ['source', 'result'],
    registers,
  });

  const readFailures = new prom.Counter({
    name: 'pps_feed_read_failures_total',
    help: 'Attempts to read a feed of the catalogue that failed, by sku and place.',
    labelNames: ['sku', 'source'],
    registers,
  });

  const failedReloads = new prom.Counter({
    name: 'pps_catalogue_reload_failures_total',
    help: 'Reloads of the catalogue that failed, so that the one before stays in force.',
    registers,
  });

  /** Measures how long something takes, and whether it fails. */
  async function timed<T>(histogram: typeof queries, work: () => Promise<T>): Promise<T> {
    const stop = histogram.startTimer();
    try {
      const result = await work();
      stop({ result: 'ok' });
      return result;
    } catch (error) {
      stop({ result: 'error' });
      throw error;
    }
  }

  return {
    request({ seconds, ...labels }) {
      requests.observe(labels, seconds);
    },
    database: (database) => aroundEach(database, (run) => timed(queries, run)),
    parse: <T>(work: () => Promise<T>) => timed(parses, work),
    cache(cache, hit) {
      cached.inc({ cache, result: hit ? 'hit' : 'miss' });
    },
    busyLink() {
      busyLinks.inc();
    },
    links(read) {
      const gauge = (
        name: string,
        help: string,
        value: (state: LinksState) => number | undefined,
      ) =>
        new prom.Gauge({
          name,
          help,
          registers,
          collect() {
            const now = value(read());
            // A gauge without labels shows 0 where nothing was set.
            this.remove();
            if (now !== undefined) this.set(now);
          },
        });
      gauge('pps_links', 'Feed links that this process answers from memory.', ({ size }) => size);
      gauge('pps_links_bytes', 'Memory that they take.', ({ bytes }) => bytes);
      gauge(
        'pps_links_age_seconds',
        'Seconds since the last change of links that this process knows to have seen. Absent while they are loaded.',
        ({ ageSeconds }) => ageSeconds,
      );
    },
    droppedConnection() {
      droppedConnections.inc();
    },
    event(source, result) {
      events.inc({ source, result });
    },
    feedSources(read) {
      new prom.Gauge({
        name: 'pps_feed_source_up',
        help: 'Feeds of the catalogue, by sku and place: 1 if the last attempt to read them succeeded.',
        labelNames: ['sku', 'source'],
        registers,
        collect() {
          this.reset();
          for (const { isDown, ...labels } of read()) {
            if (isDown !== undefined) this.set(labels, isDown ? 0 : 1);
          }
        },
      });
    },
    feedReadFailure({ sku, source }) {
      readFailures.inc({ sku, source });
    },
    showCopies(read) {
      new prom.Gauge({
        name: 'pps_show_has_copy',
        help: 'Shows of the catalogue: 1 if there is a copy of the feed to give to members.',
        labelNames: ['sku'],
        registers,
        collect() {
          this.reset();
          for (const { sku, ageSeconds } of read()) {
            this.set({ sku }, ageSeconds === undefined ? 0 : 1);
          }
        },
      });
      new prom.Gauge({
        name: 'pps_show_copy_age_seconds',
        help: 'Seconds since the feed of a show was last read, or found unchanged.',
        labelNames: ['sku'],
        registers,
        collect() {
          this.reset();
          for (const { sku, ageSeconds } of read()) {
            if (ageSeconds !== undefined) this.set({ sku }, ageSeconds);
          }
        },
      });
    },
    failedReload() {
      failedReloads.inc();
    },
    readiness(read) {
      new prom.Gauge({
        name: 'pps_ready',
        help: 'Whether GET /ready says that members can be served.',
        registers,
        async collect() {
          this.set((await read()).isReady ? 1 : 0);
        },
      });
      new prom.Gauge({
        name: 'pps_database_writable',
        help: 'Whether the database takes writes.',
        registers,
        async collect() {
          this.set((await read()).isWritable ? 1 : 0);
        },
      });
    },
    lastBackup(ageSeconds) {
      new prom.Gauge({
        name: 'pps_backup_age_seconds',
        help: 'Seconds since the last backup by GET /admin/backup or the backup command was complete. Absent if there was none.',
        registers,
        async collect() {
          const age = await ageSeconds();
          // A gauge without labels shows 0 where nothing was set.
          this.remove();
          if (age !== undefined) this.set(age);
        },
      });
    },
    handler: () => async (c) =>
      c.body(await registry.metrics(), 200, {
        'Content-Type': registry.contentType,
        'Cache-Control': 'no-store',
      }),
  };
}
