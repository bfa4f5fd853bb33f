/**
 * Fetches a feed from a URL that the service cannot trust, without letting the caller reach
 * the service's own network (OWASP SSRF). Only http(s) and public IP addresses are allowed;
 * both are checked when the connection is made and again at each redirect. Redirects, time
 * and bytes are limited.
 */
import * as dns from 'node:dns';
import { isIP } from 'node:net';
import type { Dispatcher, RequestInit, Response as UndiciResponse } from 'undici';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { resolveWebUrl } from '../../urls/web-url.js';
import type { FetchLimits } from '../config.js';
import { loadPeer } from '../peers.js';

export interface FetchedFeed {
  /** 200, or 304 for a conditional request. */
  status: number;
  headers: { get(name: string): string | null };
  body: Uint8Array;
  /** URL that the body came from, after redirects. */
  url: string;
}

export interface GuardedFetch {
  /** @throws {PrivatePodcastError} `bad-input`, `forbidden`, `network`, `unavailable`, `timeout`, `bad-feed` */
  (url: string, headers?: Record<string, string>): Promise<FetchedFeed>;
  close(): Promise<void>;
}

type LookupCallback = (
  error: Error | null,
  address: string | dns.LookupAddress[],
  family?: number,
) => void;

const MAX_REDIRECTS = 3;
const CONNECT_TIMEOUT_MS = 3_000;
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 10_000;
const redirectStatus = new Set([301, 302, 303, 307, 308]);

const refusal = () =>
  new PrivatePodcastError(
    'forbidden',
    'The host of this feed is not public. To allow it, start the service with --allow-host.',
  );

/** The first error of ours in a chain of causes: `fetch` wraps what `connect` throws. */
function ownError(error: unknown): PrivatePodcastError | undefined {
  for (let next = error; next instanceof Error; next = next.cause) {
    if (next instanceof PrivatePodcastError) return next;
  }
  return undefined;
}

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

/** Reads a body, and stops as soon as it is larger than the limit. */
async function readBody(response: UndiciResponse, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).byteLength;
    if (size > maxBytes) {
      throw new PrivatePodcastError(
        'bad-feed',
        `The feed is larger than ${maxBytes} bytes. Shorten the feed.`,
      );
    }
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks, size);
}

/** Resolves a host name to all of its IP addresses, as `dns.lookup` does. */
export type LookupAll = (
  hostname: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void;

/** What the guarded fetch takes from its platform. */
export interface FetchPlatform {
  lookup?: LookupAll;
  /** A signal that aborts after so many milliseconds. */
  timeoutSignal?: (milliseconds: number) => AbortSignal;
}

/** @throws {PrivatePodcastError} `config` if undici or ipaddr.js is not installed. */
export async function createGuardedFetch(
  {
    allowHosts = [],
    maxBytes = DEFAULT_MAX_BYTES,
    timeoutMs = DEFAULT_TIMEOUT_MS,
  }: FetchLimits = {},
  {
    lookup = dns.lookup,
    timeoutSignal = (milliseconds) => AbortSignal.timeout(milliseconds),
  }: FetchPlatform = {},
): Promise<GuardedFetch> {
  const { Agent, buildConnector, fetch } = await loadPeer('undici');
  const { default: ipaddr } = await loadPeer('ipaddr.js');
  const allowed = new Set(allowHosts.map((host) => host.toLowerCase()));

  /** Refuses special ranges, and IPv6 outside 2000::/3, which has no public hosts. */
  function isPublic(address: string): boolean {
    const parsed = ipaddr.parse(address);
    if (parsed.range() !== 'unicast') return false;
    return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
  }

  function guardedLookup(hostname: string, options: dns.LookupOptions, callback: LookupCallback) {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (!first) callback(error ?? new Error('The host name has no IP address.'), []);
      else if (!addresses.every(({ address }) => isPublic(address))) callback(refusal(), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  }

  const connectAnywhere = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const connectPublic = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup });
  const dispatcher: Dispatcher = new Agent({
    connect(options, callback) {
      const { hostname, protocol } = options;
      const port = options.port || (protocol === 'https:' ? '443' : '80');
      const literal = hostname.replace(/^\[|\]$/g, '');
      if (allowed.has(`${hostname.toLowerCase()}:${port}`)) connectAnywhere(options, callback);
      // A literal IP address is never looked up.
      else if (isIP(literal) && !isPublic(literal)) callback(refusal(), null);
      else connectPublic(options, callback);
    },
  });

  async function follow(start: URL, init: RequestInit): Promise<FetchedFeed> {
    let url = start;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await fetch(url, { ...init, dispatcher, redirect: 'manual' });
      const location = response.headers.get('Location');
      if (redirectStatus.has(response.status) && location !== null) {
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
      return { status, headers, body: await readBody(response, maxBytes), url: url.href };
    }
    throw new PrivatePodcastError(
      'network',
      'The feed redirects too many times. Use its final URL.',
    );
  }

  async function guardedFetch(text: string, headers: Record<string, string> = {}) {
    const signal = timeoutSignal(timeoutMs);
    try {
      return await follow(readFeedUrl(text), {
        signal,
        headers: {
          Accept: 'application/rss+xml, application/xml;q=0.9, */*;q=0.5',
          'User-Agent': 'private-podcast-service',
          ...headers,
        },
      });
    } catch (error) {
      const own = ownError(error);
      if (own) throw own;
      // The cause is left out because it names the host: a feed URL is a secret.
      if (signal.aborted || isConnectTimeout(error)) {
        throw new PrivatePodcastError(
          'timeout',
          "The feed's host took too long to respond. Try again later.",
        );
      }
      throw new PrivatePodcastError(
        'network',
        "The feed's host could not be reached. Try again later.",
      );
    }
  }

  return Object.assign(guardedFetch, { close: () => dispatcher.destroy() });
}

function isConnectTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_CONNECT_TIMEOUT';
}
