/**
 * Asks the publisher's subscribe handler with the page's token. A token that has expired is renewed
 * once. A chunk of its own: a page that gives a feed URL needs none of it.
 */
import { requireFeedUrl } from '../api/checks/input.js';
import type { Subscription } from '../api/subscription.js';
import { PrivatePodcastError, type ErrorCode } from '../errors/private-podcast-error.js';
import { PpsNoAccessEvent, PpsTokenExpiredEvent } from './access-events.js';
import { PpsErrorEvent } from './events.js';
import { requestSubscription } from './request-subscription.js';
import type { Source } from './source.js';

/** One request to the subscribe handler; `endpoint` is its absolute URL. */
export type HandlerRequest<Answer> = (
  endpoint: string,
  token: string,
  signal: AbortSignal,
  fetch?: typeof globalThis.fetch,
) => Promise<Answer>;

/** How to reach the handler and the page. */
export interface Handler {
  /** Absolute URL of the handler. */
  endpoint: string;
  signal: AbortSignal;
  /** Gives the answer to the first request, if it has been sent already. */
  fetchFirst?: typeof fetch | undefined;
  /** Called each time the handler says that the token has expired; the event is for the page. */
  onTokenExpired: (event: Event) => void;
}

async function freshToken(getToken: Source['getToken']): Promise<string> {
  try {
    const token: unknown = await getToken?.();
    if (typeof token === 'string' && token) return token;
  } catch (cause) {
    if (cause instanceof PrivatePodcastError) throw cause;
    // `fetch` rejects with a TypeError if the network fails. Anything else is the page's own word.
    const code = cause instanceof TypeError ? 'network' : 'unauthorized';
    throw new PrivatePodcastError(code, '`getToken` failed; it can be tried again.', { cause });
  }
  throw new PrivatePodcastError(
    'bad-input',
    '`getToken` gave no token. Resolve it with a subscribe token as a string.',
  );
}

/**
 * Asks the subscribe handler for more, with the page's token, or with a fresh one if it has expired.
 * @throws {PrivatePodcastError} `token-expired` (after one renewal, or without `getToken`),
 * `unauthorized` (`getToken` refused), `bad-input`, or the code of the failed request.
 */
export async function requestWithToken<Answer>(
  source: Source,
  { endpoint, signal, fetchFirst, onTokenExpired }: Handler,
  request: HandlerRequest<Answer>,
): Promise<Answer> {
  const first = source.token || (await freshToken(source.getToken));
  try {
    return await request(endpoint, first, signal, fetchFirst);
  } catch (error) {
    if (!(error instanceof PrivatePodcastError) || error.code !== 'token-expired') throw error;
    onTokenExpired(new PpsTokenExpiredEvent());
    // Read only now: the page may have set it while handling the event.
    const { getToken } = source;
    if (!getToken) throw error;
    return await request(endpoint, await freshToken(getToken), signal);
  }
}

/** How it ended: with a Subscription, or in another state, of which an event tells the page. */
export type Outcome =
  | { state: 'ready'; subscription: Subscription }
  | { state: 'no-access' | 'expired' | 'failed'; failure: ErrorCode; event?: Event };

/** The Subscription behind the page's token, or why there is none. */
export async function resolveSubscription(source: Source, handler: Handler): Promise<Outcome> {
  try {
    // A valid one would not have come here.
    if (source.feedUrl) requireFeedUrl(source.feedUrl);
    const subscription = await requestWithToken(source, handler, requestSubscription);
    return { state: 'ready', subscription };
  } catch (error) {
    return outcomeOf(error, handler.signal.aborted);
  }
}

function outcomeOf(error: unknown, isAborted: boolean): Outcome {
  const failure = error instanceof PrivatePodcastError ? error.code : 'bad-response';
  if (failure === 'no-access') return { state: failure, failure, event: new PpsNoAccessEvent() };
  // Its event came when the handler said so.
  if (failure === 'token-expired') return { state: 'expired', failure };
  // A mistake in the page: its developer reads the message, which holds no secret.
  if (!isAborted && /^(bad-input|config)$/.test(failure)) reportError(error);
  return { state: 'failed', failure, event: new PpsErrorEvent(failure) };
}
