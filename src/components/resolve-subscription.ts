/**
 * From what a page gives the element to a Subscription: the feed URL itself, or a token
 * that the publisher's subscribe handler resolves, renewed once where it has expired.
 */
import { requireFeedUrl } from '../api/input.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import type { Subscription } from '../api/subscription.js';

/** What the page gave: a feed URL, or a token (or a way to get one) and an endpoint. */
export interface Source {
  feedUrl?: string | undefined;
  token?: string | undefined;
  endpoint?: string | undefined;
  getToken?: (() => Promise<string>) | undefined;
}

/** What resolving needs from outside. */
export interface Resolving {
  /** Asks the subscribe handler. */
  request: (endpoint: string, token: string) => Promise<Subscription>;
  /** Called each time the handler says that the token has expired. */
  onTokenExpired: () => void;
}

/** Whether there is enough to begin with: without it, the element waits. */
export function isComplete({ feedUrl, token, endpoint, getToken }: Source): boolean {
  return Boolean(feedUrl) || (Boolean(endpoint) && (Boolean(token) || Boolean(getToken)));
}

async function freshToken(getToken: Source['getToken']): Promise<string> {
  try {
    const token: unknown = await getToken?.();
    if (typeof token === 'string' && token) return token;
  } catch (cause) {
    if (cause instanceof PrivatePodcastError) throw cause;
    throw new PrivatePodcastError('network', '`getToken` failed; it can be tried again.', {
      cause,
    });
  }
  throw new PrivatePodcastError(
    'bad-input',
    '`getToken` gave no token. Resolve it with a subscribe token as a string.',
  );
}

/**
 * Resolves a source.
 * @throws {PrivatePodcastError} `no-access`, `token-expired` (after one renewal, or where
 * there is no `getToken`), `bad-input`, or whatever the request failed with.
 */
export async function resolveSubscription(
  source: Source,
  { request, onTokenExpired }: Resolving,
): Promise<Subscription> {
  const { feedUrl, token, endpoint = '' } = source;
  if (feedUrl) return { feedUrl: requireFeedUrl(feedUrl), title: '', sku: '' };
  const first = token || (await freshToken(source.getToken));
  try {
    return await request(endpoint, first);
  } catch (error) {
    if (!(error instanceof PrivatePodcastError) || error.code !== 'token-expired') throw error;
    onTokenExpired();
    // Read now: the page may have given it, or another, since.
    const { getToken } = source;
    if (!getToken) throw error;
    return await request(endpoint, await freshToken(getToken));
  }
}
