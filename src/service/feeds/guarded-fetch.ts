/**
 * Fetches a feed from a URL that the service cannot trust, without letting the caller reach
 * the service's own network (OWASP SSRF). Only http(s) and public IP addresses are allowed;
 * both are checked when the connection is made and again at each redirect. Redirects, time
 * and bytes are limited.
 */
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, buildConnector, fetch, type Dispatcher, type RequestInit } from 'undici';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { timeoutError, withDeadline } from '../../api/deadline.js';
import { readBytes } from '../../api/requests/limited-body.js';
import { redirectLocation } from '../../urls/redirect-location.js';
import { parseUrl, resolveWebUrl } from '../../urls/web-url.js';
import { isPublicAddress } from '../catalogue/public-host.js';
import { causesOf, codeAlone } from '../failures/failure-code.js';
import { createLookup, type LookupAll } from './resolver.js';

/** Limits for fetching one feed. */
export interface FetchLimits {
  /** Maximum size of a feed in bytes, after decompression; default 10 MiB. */
  maxBytes?: number;
  /** Maximum time for a fetch in milliseconds, redirects included; default 10 s. */
  timeout?: number;
}

export interface FetchedFeed {
  /** 200, or 304 for a conditional request. */
  status: number;
  headers: { get(name: string): string | null };
  body: Uint8Array;
  /** URL that the body came from, after redirects. */
  url: string;
}

export interface FetchOptions {
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
}

export interface GuardedFetch {
  /** @throws {PrivatePodcastError} `bad-input`, `forbidden`, `network`, `unavailable`, `timeout`, `bad-feed`, `aborted` */
  (url: string, options?: FetchOptions): Promise<FetchedFeed>;
  /** Whether a URL would be fetched, as far as its text tells. */
  allows(url: string): boolean;
  close(): Promise<void>;
}

type LookupCallback = (
  error: Error | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

const MAX_REDIRECTS = 3;
const CONNECT_TIMEOUT_MS = 3_000;
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 10_000;

export interface AllowedHosts {
  /** Hosts as `host:port`, whatever their IP address, or as `host`, on the usual ports and with a public IP address. */
  hosts?: readonly string[];
  /** Whether every other public host is allowed, too. */
  anyPublic: boolean;
  /** The option that allows a host, for the message of a refusal; without it, there is none. */
  option?: string;
}

/** The first error of ours in a chain of causes: `fetch` wraps what `connect` throws. */
const ownError = (error: unknown): PrivatePodcastError | undefined =>
  causesOf(error).find((each) => each instanceof PrivatePodcastError);

function readFeedUrl(text: string, base?: string): URL {
  const href = resolveWebUrl(text, base);
  const url = href === undefined ? undefined : new URL(href);
  if (!url || url.username || url.password) {
    throw new PrivatePodcastError(
      'bad-input',
      'The feed URL must be an http or https URL without a user name.',
    );
  }
  return url;
}

/** The parts of the platform that tests replace. */
export interface FetchPlatform {
  lookup?: LookupAll;
}

export function createGuardedFetch(
  { hosts = [], anyPublic, option }: AllowedHosts,
  { maxBytes = DEFAULT_MAX_BYTES, timeout = DEFAULT_TIMEOUT_MS }: FetchLimits = {},
  { lookup = createLookup() }: FetchPlatform = {},
): GuardedFetch {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));

  const refusal = () =>
    new PrivatePodcastError(
      'forbidden',
      `The host of this feed is not ${anyPublic ? 'public' : 'allowed'}.${option ? ` To allow it, start the service with ${option}.` : ''}`,
    );

  /** How a host may be reached: `anywhere`, at public IP addresses only, or not at all. */
  function reachOf(hostname: string, port: string): 'anywhere' | 'public' | 'none' {
    const host = hostname.toLowerCase();
    if (allowed.has(`${host}:${port}`)) return 'anywhere';
    const isNamed = allowed.has(host) && (port === '443' || port === '80');
    return anyPublic || isNamed ? 'public' : 'none';
  }

  function guardedLookup(hostname: string, options: LookupOptions, callback: LookupCallback) {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (!first) callback(error ?? new Error('The host name has no IP address.'), []);
      else if (!addresses.every(({ address }) => isPublicAddress(address))) callback(refusal(), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  }

  const connectAnywhere = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const connectPublic = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup });
  const dispatcher: Dispatcher = new Agent({
    connect(options, callback) {
      const { hostname, protocol } = options;
      const literal = hostname.replace(/^\[|\]$/g, '');
      const reach = reachOf(hostname, options.port || defaultPort(protocol));
      if (reach === 'anywhere') connectAnywhere(options, callback);
      // A literal IP address is never looked up.
      else if (reach === 'none' || (isIP(literal) && !isPublicAddress(literal)))
        callback(refusal(), null);
      else connectPublic(options, callback);
    },
  });

  async function follow(start: URL, init: RequestInit): Promise<FetchedFeed> {
    let url = start;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await fetch(url, { ...init, dispatcher, redirect: 'manual' });
      const location = redirectLocation(response);
      if (location !== undefined) {
        await response.body?.cancel();
        url = readFeedUrl(location, url.href);
        continue;
      }
      const { status, headers } = response;
      if (status !== 200 && status !== 304) {
        await response.body?.cancel();
        throw new PrivatePodcastError(
          'unavailable',
          `The feed's host responded with ${status}. Check that the feed exists.`,
          { status },
        );
      }
      const body = await readBytes(response, maxBytes);
      if (!body) {
        throw new PrivatePodcastError(
          'bad-feed',
          `The feed is larger than ${maxBytes} bytes. Shorten the feed.`,
        );
      }
      return { status, headers, body, url: url.href };
    }
    throw new PrivatePodcastError(
      'network',
      'The feed redirects too many times. Use its final URL.',
    );
  }

  async function guardedFetch(text: string, { headers, signal }: FetchOptions = {}) {
    const server = "The feed's host";
    try {
      return await withDeadline({ name: server, timeout, signal }, async (signal) =>
        follow(readFeedUrl(text), {
          signal,
          headers: {
            Accept: 'application/rss+xml, application/xml;q=0.9, */*;q=0.5',
            'User-Agent': 'private-podcast-service',
            ...headers,
          },
        }),
      );
    } catch (error) {
      const own = ownError(error);
      if (own) throw own;
      if (isConnectTimeout(error)) throw timeoutError(server);
      // Of the cause only its code: the rest names the host, and a feed URL is a secret.
      throw new PrivatePodcastError('network', `${server} could not be reached. Try again later.`, {
        cause: codeAlone(error),
      });
    }
  }

  function allows(text: string): boolean {
    const { hostname, port, protocol } = parseUrl(text) ?? {};
    return hostname !== undefined && reachOf(hostname, port || defaultPort(protocol)) !== 'none';
  }

  return Object.assign(guardedFetch, { allows, close: () => dispatcher.destroy() });
}

function defaultPort(protocol: string | undefined): string {
  return protocol === 'https:' ? '443' : '80';
}

function isConnectTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_CONNECT_TIMEOUT';
}
