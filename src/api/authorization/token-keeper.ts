/**
 * Keeps an access token until it expires. Concurrent callers share one request for a new token,
 * and processes share the token through a cache.
 */
import * as z from 'zod/mini';
import { SharedFlights } from '../flow/shared-flights.js';
import type { SealedCache } from '../cache/sealed-cache.js';
import { accessTokenSchema, type AccessToken, type ClientCredentials } from '../token.js';

/** For a token whose lifetime the service does not give, or gives as something else than a time. */
const DEFAULT_LIFETIME_SECONDS = 300;
/** No token is used for longer, in case a service counts in milliseconds. */
const MAX_LIFETIME_SECONDS = 86_400;
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
  const lifetime = Math.min(expires_in, MAX_LIFETIME_SECONDS);
  return lifetime - Math.min(MAX_MARGIN_SECONDS, lifetime / 10);
}

export interface TokenSource {
  /** Read when a token is needed, so that missing credentials are reported then. */
  credentials: () => ClientCredentials;
  /** The signal aborts when nobody waits for the token any more. */
  issue: (credentials: ClientCredentials, signal: AbortSignal) => Promise<AccessToken>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Shares the token with other processes. */
  cache?: SealedCache | undefined;
}

/** Where calls get their access token. */
export interface AccessTokens {
  get: (signal?: AbortSignal) => Promise<AccessToken>;
  /**
   * Stops using a token that the service refused.
   * @returns whether another one may be tried.
   */
  forget: (token: AccessToken) => boolean;
}

export class TokenKeeper implements AccessTokens {
  #kept: KeptToken | undefined;
  #refused: string | undefined;
  readonly #renewals = new SharedFlights<AccessToken>();

  constructor(private readonly source: TokenSource) {}

  /** @throws {PrivatePodcastError} what issuing threw, or `aborted` for the caller who aborts. */
  async get(signal?: AbortSignal): Promise<AccessToken> {
    if (!signal?.aborted && this.#isGood(this.#kept)) return this.#kept.token;
    return this.#renewals.join('', signal, (shared) => this.#renew(shared));
  }

  /** Stops using a token that the service refused; a newer one stays in use. */
  forget({ access_token }: AccessToken): boolean {
    this.#refused = access_token;
    return true;
  }

  /**
   * The tokens of one flow: the same one for all its calls, however short its life, and one other
   * if the service refuses it.
   */
  forFlow(): AccessTokens {
    let token: AccessToken | undefined;
    let isReplaced = false;
    return {
      get: async (signal) => (token ??= await this.get(signal)),
      forget: (refused) => {
        if (isReplaced) return false;
        isReplaced = true;
        token = undefined;
        return this.forget(refused);
      },
    };
  }

  #isGood(kept: KeptToken | undefined): kept is KeptToken {
    return (
      kept !== undefined &&
      this.source.now() < kept.until &&
      kept.token.access_token !== this.#refused
    );
  }

  async #renew(signal: AbortSignal): Promise<AccessToken> {
    const { credentials, issue, now, cache } = this.source;
    const client = credentials();
    const name = [client.tokenUrl, client.clientId, client.scope];
    const shared = z.safeParse(keptSchema, await cache?.read('token', name)).data;
    if (this.#isGood(shared)) {
      this.#kept = shared;
      return shared.token;
    }
    const requestedAt = now();
    const token = await issue(client, signal);
    const seconds = usableSeconds(token);
    this.#kept = { token, until: requestedAt + seconds * 1000 };
    // Some services issue the refused token once more; use it then.
    this.#refused = undefined;
    await cache?.write('token', name, this.#kept, seconds);
    return token;
  }
}
