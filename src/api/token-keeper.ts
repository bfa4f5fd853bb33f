/**
 * Keeps an access token until it expires. Concurrent callers share one request for a new token,
 * and processes share the token through a cache.
 */
import * as z from 'zod/mini';
import type { SharedCache } from './cache.js';
import { abortedError } from './http.js';
import { accessTokenSchema, type AccessToken, type ClientCredentials } from './token.js';

/** For a token whose lifetime the service does not give. */
const DEFAULT_LIFETIME_SECONDS = 300;
/** A token is renewed this long before it expires, or a tenth of its lifetime if that is less. */
const MAX_MARGIN_SECONDS = 60;

const keptSchema = z.object({
  token: accessTokenSchema,
  /** Milliseconds since 1970. */
  until: z.number(),
});

type KeptToken = z.output<typeof keptSchema>;

/** Seconds for which a token is used. */
function usableSeconds({ expires_in = DEFAULT_LIFETIME_SECONDS }: AccessToken): number {
  return expires_in - Math.min(MAX_MARGIN_SECONDS, expires_in / 10);
}

/** The cache key: one for each client and scope. It is a hash, so that it does not reveal them. */
async function cacheKey({ tokenUrl, clientId, scope }: ClientCredentials): Promise<string> {
  const name = new TextEncoder().encode(JSON.stringify([tokenUrl, clientId, scope]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', name));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `private-podcast-subscribe:token:${hex}`;
}

/** Waits for a promise that others wait for too: a caller who aborts leaves without stopping it. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const leave = () => reject(abortedError());
    signal.addEventListener('abort', leave);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

export interface TokenSource {
  /** Read when a token is needed, so that missing credentials are reported then. */
  credentials: () => ClientCredentials;
  issue: (credentials: ClientCredentials) => Promise<AccessToken>;
  /** Milliseconds since 1970. */
  now: () => number;
  cache?: SharedCache | undefined;
}

export class TokenKeeper {
  #kept: KeptToken | undefined;
  #refused: string | undefined;
  #renewal: Promise<AccessToken> | undefined;

  constructor(private readonly source: TokenSource) {}

  /** @throws {PrivatePodcastError} what issuing threw, or `aborted` for the caller who aborts. */
  async get(signal?: AbortSignal): Promise<AccessToken> {
    if (signal?.aborted) throw abortedError();
    if (this.#isGood(this.#kept)) return this.#kept.token;
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    return unlessAborted(this.#renewal, signal);
  }

  /** Stops using a token that the service refused; a newer one stays in use. */
  forget({ access_token }: AccessToken): void {
    this.#refused = access_token;
  }

  #isGood(kept: KeptToken | undefined): kept is KeptToken {
    return (
      kept !== undefined &&
      this.source.now() < kept.until &&
      kept.token.access_token !== this.#refused
    );
  }

  async #renew(): Promise<AccessToken> {
    const { credentials, issue, now, cache } = this.source;
    const client = credentials();
    const key = cache && (await cacheKey(client));
    const shared = cache && key ? await this.#readShared(cache, key) : undefined;
    if (shared) {
      this.#kept = shared;
      return shared.token;
    }
    const requestedAt = now();
    const token = await issue(client);
    const seconds = usableSeconds(token);
    this.#kept = { token, until: requestedAt + seconds * 1000 };
    // Some services issue the refused token once more; use it then.
    this.#refused = undefined;
    if (cache && key) await writeShared(cache, key, this.#kept, Math.floor(seconds));
    return token;
  }

  async #readShared(cache: SharedCache, key: string): Promise<KeptToken | undefined> {
    try {
      const item = await cache.getItem(key);
      const value: unknown = typeof item === 'string' ? JSON.parse(item) : item;
      const read = z.safeParse(keptSchema, value);
      return read.success && this.#isGood(read.data) ? read.data : undefined;
    } catch {
      // A cache that is down costs one more token request, not the call.
      return undefined;
    }
  }
}

async function writeShared(
  cache: SharedCache,
  key: string,
  kept: KeptToken,
  ttl: number,
): Promise<void> {
  try {
    await cache.setItem(key, JSON.stringify(kept), { ttl });
  } catch {
    // As above: the next process requests a token of its own.
  }
}
