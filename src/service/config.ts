/**
 * The service's configuration. These types are public, so they refer to none of the optional
 * packages.
 */
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import type { Catalogue } from './catalogue/catalogue.js';
import type { Log } from './failures/log.js';
import type { FetchLimits } from './feeds/guarded-fetch.js';
import type { SubscribeConfig } from './http/subscribe/subscribe-route.js';
import type { ServiceDatabase } from './store/database/database.js';

/** Configuration of `createService`. */
export interface ServiceConfig {
  /** Clients, products and grants: the catalogue's JSON, or the path of its file. */
  catalogue: Catalogue | string;
  /**
   * Folder for the embedded database. Only one process may use it. Without it (and `database`)
   * everything is kept in memory only.
   */
  dataDir?: string | undefined;
  /**
   * A Postgres database to use instead of the embedded one: its URL, or a `Pool` of `pg`, which
   * the caller closes.
   */
  database?: ServiceDatabase | string | undefined;
  /**
   * Minutes for which members' feeds are answered without the database, once it is away; default 15,
   * 0 for none. Meanwhile, what another process revoked may still work.
   */
  staleMinutes?: number | undefined;
  /** Base URL that members reach the service at; default: the origin of each request. */
  publicUrl?: string | undefined;
  /** Hosts of the catalogue's feeds, as `host:port`, whose IP address need not be public. */
  allowHosts?: readonly string[] | undefined;
  /**
   * Hosts whose feeds `/rss` and `/consume` read for anyone, besides the service's own feeds:
   * `host`, `host:port` (whose IP address need not be public), or `*` for every public host.
   * Default: none.
   */
  parserHosts?: readonly string[] | undefined;
  /** Limits for fetching feeds. */
  fetchLimits?: FetchLimits | undefined;
  /** With it, the service answers the element itself, at /subscribe. */
  subscribe?: SubscribeConfig | undefined;
  /**
   * Days for which the service keeps which apps fetched a member's feed, counted from the last time;
   * default 90. With 0 it stores none.
   */
  connectionDays?: number | undefined;
  /**
   * Seals the key of the feed links in the database, so that a copy of it opens no feed: 32 random
   * bytes in Base64 or hexadecimal, or any text of at least 32 characters. A database without a seal
   * gets one, and is opened with this key alone from then on.
   */
  sealKey?: string | undefined;
  /** The seal key until now, to change to another `sealKey`, or to none. */
  oldSealKey?: string | undefined;
  /** The clock; default: the system's. */
  now?: (() => Date | number) | undefined;
  /**
   * Receives one object per request and one per failure, without secrets. Default: failures are
   * written to the standard error as lines of JSON.
   */
  log?: Log | undefined;
}

/** A hundred years, and a week. */
const most = { connectionDays: 36_525, staleMinutes: 10_080 };

/** @throws {PrivatePodcastError} `config` if a number of days or minutes cannot be one. */
export function requireWholeNumbers(config: Pick<ServiceConfig, keyof typeof most>): void {
  for (const name of ['connectionDays', 'staleMinutes'] as const) {
    const value = config[name] ?? 0;
    if (Number.isInteger(value) && value >= 0 && value <= most[name]) continue;
    throw new PrivatePodcastError(
      'config',
      `\`${name}\` must be a whole number from 0 to ${most[name]}.`,
    );
  }
}
