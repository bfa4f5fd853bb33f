/** Asks the publisher's subscribe handler for the Subscription behind a token (DESIGN.md, "The publisher's backend"). */
import { fieldOf, type ErrorCode, type FailedAnswer } from '../api/errors.js';
import { platform, requestJson } from '../api/http.js';
import { readSubscription, type Subscription } from '../api/subscription.js';

/** The codes that a handler's problem details may name. */
const codes: readonly ErrorCode[] = [
  'token-expired',
  'token-invalid',
  'no-access',
  'forbidden',
  'rate-limited',
  'bad-response',
  'unavailable',
  'timeout',
];

/** The problem's own `code`; without one, what the status means here. */
function explain({ status, body }: FailedAnswer): { code: ErrorCode } | undefined {
  const named = codes.find((code) => code === fieldOf(body, 'code'));
  if (named) return { code: named };
  if (status === 401) return { code: 'token-invalid' };
  if (status === 403) return { code: 'no-access' };
  return undefined;
}

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
  const body = await requestJson(platform, {
    server: 'The subscribe endpoint',
    url: endpoint,
    headers: { authorization: `Bearer ${token}` },
    explain,
    signal,
  });
  return readSubscription(body);
}
