/**
 * Asks the subscribe handler for the Subscription behind the page's token. A chunk of its own: a page
 * that gives a feed URL needs none of it.
 */
import { readSubscription, type Subscription } from '../../api/subscription.js';
import { PrivatePodcastError, type ErrorCode } from '../../errors/private-podcast-error.js';
import { PpsNoAccessEvent } from '../events/later-events.js';
import { errorEvent } from '../events/error-event.js';
import { askHandler, handlerOf, type HandlerUser } from './ask-handler.js';
import type { HandlerQuery, SendRequest } from './handler-request.js';

/** Either a Subscription, or another state of the element and the event that reports it to the page. */
export type Resolution =
  | { state: 'ready'; subscription: Subscription }
  | { state: 'no-access' | 'expired' | 'failed'; failure: ErrorCode; event?: Event };

/**
 * A source with a feed URL comes here only if that is no URL, and fails.
 * @param sent gives the answer to the first request, if it has been sent already.
 * @param query asks past the handler's cache, if it is given.
 */
export async function resolveSubscription(
  controller: HandlerUser,
  signal: AbortSignal,
  sent?: SendRequest,
  query?: HandlerQuery,
): Promise<Resolution> {
  try {
    if (controller.host.feedUrl) {
      throw new PrivatePodcastError('bad-input', '`feed-url` is not a valid http(s) URL.');
    }
    const handler = handlerOf(controller, signal);
    const subscription = await askHandler(handler, { query, read: readSubscription }, sent);
    return { state: 'ready', subscription };
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): Resolution {
  const event = errorEvent(error, 'bad-response');
  const failure = event.code;
  if (failure === 'no-access') return { state: failure, failure, event: new PpsNoAccessEvent() };
  // Its event came when the handler said so.
  if (failure === 'token-expired') return { state: 'expired', failure };
  return { state: 'failed', failure, event };
}
