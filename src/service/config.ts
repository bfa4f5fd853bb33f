/**
 * What a service is made of. These types are all that a caller sees of it, so they name
 * nothing of the packages that only the service needs.
 */
import type { Catalogue } from './catalogue/catalogue.js';
import type { Database } from './store/database.js';

/** Takes one object a request and one a failure. */
export type Log = (line: object) => void;

export interface FetchLimits {
  /** `host:port` of hosts that may have any address: a publisher's own network. */
  allowHosts?: readonly string[];
  /** Bytes after decompression; default 10 MiB. */
  maxBytes?: number;
  /** Milliseconds for the whole, redirects included; default 10 s. */
  timeoutMs?: number;
}

export interface ServiceConfig {
  /** Clients, products and grants: the JSON of the catalogue, or its file's path. */
  catalogue: Catalogue | string;
  /** Folder for users, entitlements and feed links; absent: in memory, gone with the process. */
  dataDir?: string | undefined;
  /** A database instead of the embedded one, such as a Pool of `pg`. It stays the caller's to close. */
  database?: Database | undefined;
  /** Base of the feed URLs that are handed out; default: the origin of each request. */
  publicUrl?: string | undefined;
  /** Limits for feeds that are fetched. */
  parser?: FetchLimits | undefined;
  /** The clock; default the system's. */
  now?: (() => Date | number) | undefined;
  /** Takes one object a request and one a failure. No secret is in them. */
  log?: Log | undefined;
}
