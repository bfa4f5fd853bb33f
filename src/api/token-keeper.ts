/** Keeps a token until it expires, with one request in flight for all who wait, and shares it with other processes. */
import * as z from 'zod/mini';
import type { SharedCache } from './cache.js';
import { abortedCall } from './http.js';
import { accessTokenSchema, type AccessToken, type ClientCredentials } from './token.js';

/** Seconds that a token is kept where the service does not say how long it is good for. */
const usualLifetime = 300;

const keptSchema = z.object({
  token: accessTokenSchema,
  /** Milliseconds since 1970. */
  until: z.number(),
});

type Kept = z.output<typeof keptSchema>;

/** Seconds for which a token is used: its life less a margin of a tenth, at most a minute. */
function usableFor({ expires_in = usualLifetime }: AccessToken): number {
  return expires_in - Math.min(60, expires_in / 10);
}

/** Where processes share a token: one place a client and scope, which the key does not tell. */
async function cacheKey({ tokenUrl, clientId, scope }: ClientCredentials): Promise<string> {
  const name = new TextEncoder().encode(JSON.stringify([tokenUrl, clientId, scope]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', name));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `private-podcast-subscribe:token:${hex}`;
}

/** Waits for what others wait for too: who aborts leaves, and the rest goes on. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const leave = () => reject(abortedCall('The token endpoint'));
    signal.addEventListener('abort', leave);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

export interface TokenSource {
  /** Read when a token is needed: what is missing is said then. */
  credentials: () => ClientCredentials;
  issue: (credentials: ClientCredentials) => Promise<AccessToken>;
  /** Milliseconds since 1970. */
  now: () => number;
  cache?: SharedCache | undefined;
}

export class TokenKeeper {
  #kept: Kept | undefined;
  #refused: string | undefined;
  #renewing: Promise<AccessToken> | undefined;

  constructor(private readonly source: TokenSource) {}

  /** @throws {PrivatePodcastError} what issuing threw, or `aborted` for the one who aborts alone. */
  async get(signal?: AbortSignal): Promise<AccessToken> {
    if (signal?.aborted) throw abortedCall('The token endpoint');
    if (this.#isGood(this.#kept)) return this.#kept.token;
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
    return unlessAborted(this.#renewing, signal);
  }

  /** Takes a token out of use that was refused; a newer one stays. */
  forget({ access_token }: AccessToken): void {
    this.#refused = access_token;
  }

  #isGood(kept: Kept | undefined): kept is Kept {
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
    const asked = now();
    const token = await issue(client);
    const seconds = usableFor(token);
    this.#kept = { token, until: asked + seconds * 1000 };
    // Some services give the same token again; it is as good as new.
    this.#refused = undefined;
    if (cache && key) await writeShared(cache, key, this.#kept, Math.floor(seconds));
    return token;
  }

  async #readShared(cache: SharedCache, key: string): Promise<Kept | undefined> {
    try {
      const item = await cache.getItem(key);
      const value: unknown = typeof item === 'string' ? JSON.parse(item) : item;
      const read = z.safeParse(keptSchema, value);
      return read.success && this.#isGood(read.data) ? read.data : undefined;
    } catch {
      // A cache that is down costs one more token, not the call.
      return undefined;
    }
  }
}

async function writeShared(
  cache: SharedCache,
  key: string,
  kept: Kept,
  ttl: number,
): Promise<void> {
  try {
    await cache.setItem(key, JSON.stringify(kept), { ttl });
  } catch {
    // As above: the next process asks for a token of its own.
  }
}
