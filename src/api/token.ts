/** 4.1 Issue a token: the OAuth 2.0 client-credentials grant, kept until it expires. */
import * as z from 'zod/mini';
import { errorAbout, fieldOf, type Explain } from './errors.js';
import { requestJson, type Platform } from './http.js';
import { readAnswer, text } from './read-answer.js';

const server = 'The token endpoint';

export const accessTokenSchema = z.looseObject({
  /** Goes into a header, so only what RFC 6750 §2.1 allows there. */
  access_token: z.string().check(z.regex(/^[\w.~+/-]+=*$/)),
  /** "Bearer", in any case (RFC 6749 §5.1). */
  token_type: z.nullish(z.string().check(z.regex(/^bearer$/i))),
  /** Space-separated; absent where it equals what was asked. */
  scope: text,
  /** Seconds. */
  expires_in: z.catch(z.optional(z.coerce.number()), undefined),
});

/** The access token resource (INTERFACE.md 2). */
export type AccessToken = z.output<typeof accessTokenSchema>;

export interface ClientCredentials {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Space-separated. */
  scope: string;
  /** Milliseconds. */
  timeout?: number | undefined;
}

const wrongClient =
  'The token endpoint did not accept the client. Check `clientId` and `clientSecret`.';
const wrongScope =
  "The token endpoint does not grant this client the scopes asked for. Check `scope`, or ask the service operator's support.";
const wrongRequest =
  'The token endpoint did not accept the request. Check `tokenUrl`, `clientId`, `clientSecret` and `scope`.';

/** Operators answer a wrong client with 400, 401 or 403; RFC 6749 §5.2 names what it was. */
const explain: Explain = ({ status, body }) => {
  switch (fieldOf(body, 'error')) {
    case 'invalid_client':
    case 'invalid_grant':
      return { code: 'unauthorized', message: wrongClient };
    case 'invalid_scope':
    case 'unauthorized_client':
      return { code: 'forbidden', message: wrongScope };
  }
  if (status === 401 || status === 403) return { code: 'unauthorized', message: wrongClient };
  if (status === 400) return { code: 'bad-input', message: wrongRequest };
  return undefined;
};

/**
 * Asks for a new token.
 * @throws {PrivatePodcastError} `unauthorized` (client), `forbidden` (scopes), or what
 * became of the request.
 */
export async function issueToken(
  platform: Platform,
  { tokenUrl, clientId, clientSecret, scope, timeout }: ClientCredentials,
): Promise<AccessToken> {
  const form = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
    scope,
  });
  const body = await requestJson(platform, {
    server,
    url: `${tokenUrl}/oauth/token`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    timeout,
    explain,
  });
  return readAnswer(accessTokenSchema, body, server);
}

/** Seconds that a token is kept where the service does not say how long it is good for. */
const usualLifetime = 300;

/** Milliseconds for which a token is used: its life less a margin of a tenth, at most a minute. */
function usableFor({ expires_in = usualLifetime }: AccessToken): number {
  return (expires_in - Math.min(60, expires_in / 10)) * 1000;
}

/** Waits for what others wait for too: who aborts leaves, and the rest goes on. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const leave = () => reject(errorAbout(server, 'aborted'));
    signal.addEventListener('abort', leave);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** Keeps a token until it expires, with one request in flight for all who wait. */
export class TokenKeeper {
  #kept: { token: AccessToken; until: number } | undefined;
  #issuing: Promise<AccessToken> | undefined;

  constructor(
    private readonly issue: () => Promise<AccessToken>,
    private readonly now: () => number,
  ) {}

  /** @throws {PrivatePodcastError} what issuing threw, or `aborted` for the one who aborts alone. */
  async get(signal?: AbortSignal): Promise<AccessToken> {
    if (signal?.aborted) throw errorAbout(server, 'aborted');
    if (this.#kept && this.now() < this.#kept.until) return this.#kept.token;
    this.#issuing ??= this.#renew().finally(() => (this.#issuing = undefined));
    return unlessAborted(this.#issuing, signal);
  }

  /** Forgets a token that was refused, unless a newer one has taken its place. */
  forget(refused: AccessToken): void {
    if (this.#kept?.token === refused) this.#kept = undefined;
  }

  async #renew(): Promise<AccessToken> {
    const asked = this.now();
    const token = await this.issue();
    this.#kept = { token, until: asked + usableFor(token) };
    return token;
  }
}
