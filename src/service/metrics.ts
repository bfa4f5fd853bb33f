/** The measurements that GET /metrics answers, in the text format of Prometheus. No label has a value that a client can choose. */
import type { Handler } from 'hono';
import prom from 'prom-client';
import type { OpenDatabase } from './store/database/database.js';

/** Seconds. */
const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

export interface ObservedRequest {
  method: string;
  /** The pattern of the path, such as `/feeds/:secret/:filename`. */
  path: string;
  status: number;
  seconds: number;
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
  /** Shows whether what any process changes in the database is known here. */
  changes(areKnown: () => boolean): void;
  /** Counts a connection that was not stored, because too many waited. */
  droppedConnection(): void;
  /** GET /metrics. */
  handler(): Handler;
}

export function createMetrics(): Metrics {
  // Not the global registry: several services may run in one process.
  const registry = new prom.Registry();
  const registers = [registry];
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
    help: 'Fetches by apps that were not noted, because too many waited to be written.',
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
    database: (database) => ({
      ...database,
      query: (text, params) => timed(queries, () => database.query(text, params)),
    }),
    parse: <T>(work: () => Promise<T>) => timed(parses, work),
    cache(cache, hit) {
      cached.inc({ cache, result: hit ? 'hit' : 'miss' });
    },
    busyLink() {
      busyLinks.inc();
    },
    changes(areKnown) {
      new prom.Gauge({
        name: 'pps_database_changes_known',
        help: 'Whether changes in the database are known: 1 if feed links and grants are answered from memory.',
        registers,
        collect() {
          this.set(areKnown() ? 1 : 0);
        },
      });
    },
    droppedConnection() {
      droppedConnections.inc();
    },
    handler: () => async (c) =>
      c.body(await registry.metrics(), 200, {
        'Content-Type': registry.contentType,
        'Cache-Control': 'no-store',
      }),
  };
}
