/**
 * Turns what a page gives into a Subscription: a feed URL as it is, or a token that the publisher's
 * subscribe handler resolves. A token that has expired is renewed once.
 */
import { requireFeedUrl } from '../api/input.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import type { Subscription } from '../api/subscription.js';

/** What the page gives: a feed URL, or an endpoint and a token (or a function that gets one). */
export interface Source {
  feedUrl?: string | undefined;
  token?: string | undefined;
  endpoint?: string | undefined;
  getToken?: (() => Promise<string>) | undefined;
}

/** How to reach the handler and the page. */
export interface Resolving<Answer> {
  /** Requests the Subscription from the subscribe handler. */
  request: (endpoint: string, token: string) => Promise<Answer>;
  /** Called each time the handler says that the token has expired. */
  onTokenExpired: () => void;
}

/** Whether the source is enough to start with; until it is, the element waits. */
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
 * @throws {PrivatePodcastError} `no-access`, `token-expired` (after one renewal, or without
 * `getToken`), `bad-input`, or the code of the failed request.
 */
export async function resolveSubscription(
  source: Source,
  resolving: Resolving<Subscription>,
): Promise<Subscription> {
  const feedUrl = source.feedUrl?.trim();
  return feedUrl
    ? { feedUrl: requireFeedUrl(feedUrl), title: '', sku: '' }
    : requestWithToken(source, resolving);
}

/**
 * Asks the subscribe handler with the page's token, or with a fresh one if it has expired.
 * @throws {PrivatePodcastError} as `resolveSubscription`.
 */
export async function requestWithToken<Answer>(
  source: Source,
  { request, onTokenExpired }: Resolving<Answer>,
): Promise<Answer> {
  const { token, endpoint = '' } = source;
  const first = token || (await freshToken(source.getToken));
  try {
    return await request(endpoint, first);
  } catch (error) {
    if (!(error instanceof PrivatePodcastError) || error.code !== 'token-expired') throw error;
    onTokenExpired();
    // Read only now: the page may have set it while handling the event.
    const { getToken } = source;
    if (!getToken) throw error;
    return await request(endpoint, await freshToken(getToken));
  }
}
