/**
 * Fetches a feed that somebody else named, without becoming their way into the network
 * around the service (OWASP SSRF): http(s) only, public addresses only, checked where the
 * connection is made and again at each redirect; few redirects, little time, few bytes.
 */
import * as dns from 'node:dns';
import { isIP } from 'node:net';
import type { Dispatcher, RequestInit, Response as UndiciResponse } from 'undici';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { resolveWebUrl } from '../../urls/web-url.js';
import type { FetchLimits } from '../config.js';
import { loadPeer } from '../peers.js';

export interface FetchedFeed {
  /** 200, or 304 where the request was conditional. */
  status: number;
  headers: { get(name: string): string | null };
  body: Uint8Array;
  /** Where the body came from, after redirects. */
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

const maxRedirects = 3;
const connectTimeout = 3_000;
const redirectStatus = new Set([301, 302, 303, 307, 308]);

const refusal = () =>
  new PrivatePodcastError(
    'forbidden',
    'The feed is not at a public address. Its host must be allowed in the settings of the service.',
  );

/** The error of ours that stands somewhere in a chain of causes. */
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

/** Reads a body to its end, and stops where it grows past the limit. */
async function readBody(response: UndiciResponse, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).byteLength;
    if (size > maxBytes) {
      throw new PrivatePodcastError(
        'bad-feed',
        `The feed has more than ${maxBytes} bytes. Shorten it, or raise the limit of the service.`,
      );
    }
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks, size);
}

/** All addresses of a name, as `dns.lookup` gives them. */
export type LookupAll = (
  hostname: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void;

/** @throws {PrivatePodcastError} `config` where undici or ipaddr.js is not installed. */
export async function createGuardedFetch(
  { allowHosts = [], maxBytes = 10 * 1024 * 1024, timeoutMs = 10_000 }: FetchLimits = {},
  lookup: LookupAll = dns.lookup,
): Promise<GuardedFetch> {
  const { Agent, buildConnector, fetch } = await loadPeer('undici');
  const { default: ipaddr } = await loadPeer('ipaddr.js');
  const allowed = new Set(allowHosts.map((host) => host.toLowerCase()));

  /** Special ranges are refused, and so is IPv6 outside 2000::/3, where no host is public. */
  function isPublic(address: string): boolean {
    const parsed = ipaddr.parse(address);
    if (parsed.range() !== 'unicast') return false;
    return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
  }

  function guardedLookup(hostname: string, options: dns.LookupOptions, callback: LookupCallback) {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (!first) callback(error ?? new Error('The name has no address.'), []);
      else if (!addresses.every(({ address }) => isPublic(address))) callback(refusal(), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  }

  const connectAnywhere = buildConnector({ timeout: connectTimeout });
  const connectPublic = buildConnector({ timeout: connectTimeout, lookup: guardedLookup });
  const dispatcher: Dispatcher = new Agent({
    connect(options, callback) {
      const { hostname, protocol } = options;
      const port = options.port || (protocol === 'https:' ? '443' : '80');
      const literal = hostname.replace(/^\[|\]$/g, '');
      if (allowed.has(`${hostname.toLowerCase()}:${port}`)) connectAnywhere(options, callback);
      // A literal address never passes through the look-up.
      else if (isIP(literal) && !isPublic(literal)) callback(refusal(), null);
      else connectPublic(options, callback);
    },
  });

  async function follow(start: URL, init: RequestInit): Promise<FetchedFeed> {
    let url = start;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
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
          `The feed's host answered ${status}. Check that the feed is there.`,
          { status },
        );
      }
      return { status, headers, body: await readBody(response, maxBytes), url: url.href };
    }
    throw new PrivatePodcastError(
      'network',
      'The feed redirects too often. Use its final address.',
    );
  }

  async function guardedFetch(text: string, headers: Record<string, string> = {}) {
    const signal = AbortSignal.timeout(timeoutMs);
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
      // The cause is left out: it names the host, and a feed's address is a secret.
      if (signal.aborted || isConnectTimeout(error)) {
        throw new PrivatePodcastError('timeout', "The feed's host took too long. Try again later.");
      }
      throw new PrivatePodcastError(
        'network',
        "The feed's host cannot be reached. Try again later.",
      );
    }
  }

  return Object.assign(guardedFetch, { close: () => dispatcher.destroy() });
}

function isConnectTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_CONNECT_TIMEOUT';
}
