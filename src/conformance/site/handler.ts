/** The publisher's subscribe handler, as the element on a page asks it. */
import { readSubscription } from '../../api/subscription.js';
import { createSubscribeToken } from '../../publisher/tokens/subscribe-token.js';
import type { SubscribeSecrets } from '../../publisher/tokens/signing-key.js';
import type { Answer, Exchanges } from '../exchanges.js';

/** Who is asked for, and from which page. */
export interface MemberOfSite {
  email: string;
  sku: string;
  /** The page's origin. */
  origin?: string | undefined;
}

/** Subscribe tokens as pages have them. */
export interface Tokens {
  /** Absent where the handler's secret is not known. */
  own: string | undefined;
  /** Made with another secret. */
  forged: string;
}

const FORGERY_SECRET_BYTES = 32;

/** @throws {PrivatePodcastError} `config` or `bad-input` */
export async function makeTokens(
  { email, sku, origin }: MemberOfSite,
  secret: SubscribeSecrets | undefined,
  exchanges: Pick<Exchanges, 'now'>,
): Promise<Tokens> {
  const now = () => exchanges.now();
  const make = (by: SubscribeSecrets) => createSubscribeToken({ email, sku, origin }, by, { now });
  return {
    own: secret && (await make(secret)),
    forged: await make(crypto.getRandomValues(new Uint8Array(FORGERY_SECRET_BYTES))),
  };
}

export class Handler {
  /** Whether pages of the origin need leave to ask it (Fetch standard, CORS protocol). */
  readonly isCrossOrigin: boolean;

  /** @param url of the handler, as browsers see it. */
  constructor(
    readonly url: string,
    readonly tokens: Tokens,
    readonly origin: string | undefined,
    readonly exchanges: Exchanges,
  ) {
    this.isCrossOrigin = origin !== undefined && new URL(url).origin !== origin;
  }

  /** Asks as a page does. One of the handler's own origin sends no `Origin` with GET. */
  ask(as: string, token: string): Promise<Answer> {
    const { url, origin, isCrossOrigin } = this;
    const headers = {
      authorization: `Bearer ${token}`,
      ...(origin && { 'sec-fetch-site': isCrossOrigin ? 'cross-site' : 'same-origin' }),
      ...(origin && isCrossOrigin && { origin }),
    };
    return this.exchanges.ask({ asked: `GET {handler}${as}`, url, headers });
  }

  /** Asks what a browser asks before it sends a token from a page of another origin. */
  preflight(origin: string): Promise<Answer> {
    const headers = {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    };
    const asked = 'OPTIONS {handler}';
    return this.exchanges.ask({ asked, url: this.url, method: 'OPTIONS', headers });
  }
}

/** The feed URL in a Subscription; undefined in any other answer. */
export function feedUrlIn({ status, body }: Answer): string | undefined {
  try {
    return status === 200 ? readSubscription(body).feedUrl : undefined;
  } catch {
    return undefined;
  }
}
