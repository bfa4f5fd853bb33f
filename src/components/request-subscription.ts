/**
 * Asks the publisher's subscribe handler for the Subscription behind a token (DESIGN.md, "The
 * publisher's backend").
 */
import { readSubscription, type Subscription } from '../api/subscription.js';
import { requestJson, type Meanings } from './request-json.js';

const meanings: Meanings = {
  codes: [
    'token-expired',
    'token-invalid',
    'no-access',
    'forbidden',
    'rate-limited',
    'bad-response',
    'unavailable',
    'timeout',
    'config',
  ],
  statuses: { 401: 'token-invalid', 403: 'no-access' },
};

/**
 * @param endpoint absolute URL of the subscribe handler.
 * @param token a subscribe token.
 * @throws {PrivatePodcastError} with the handler's `code`, or what became of the request.
 */
export async function requestSubscription(
  endpoint: string,
  token: string,
  signal: AbortSignal,
): Promise<Subscription> {
  const body = await requestJson(
    { server: 'The subscribe endpoint', url: endpoint, signal },
    meanings,
    { authorization: `Bearer ${token}` },
  );
  return readSubscription(body);
}
