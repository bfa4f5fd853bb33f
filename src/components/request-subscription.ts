/** Requests to the publisher's subscribe handler. */
import { requestJson } from '../api/http.js';
import { readSubscription, type Subscription } from '../api/subscription.js';
import { problemCode, type Explain } from '../errors/failed-answer.js';
import type { ErrorCode } from '../errors/private-podcast-error.js';
import { handlerInit } from './early-request.js';
import { errorByCode } from './error-by-code.js';

const serverName = 'The subscribe endpoint';

/** The codes that the handler may name. */
const codes: readonly ErrorCode[] = [
  'token-expired',
  'token-invalid',
  'no-access',
  'forbidden',
  'rate-limited',
  'bad-response',
  'unavailable',
  'timeout',
  'config',
];

const explain: Explain = ({ status, body }) => {
  const code = problemCode(body, codes);
  if (code) return code;
  if (status === 401) return 'token-invalid';
  // A page of HTML comes from something in between, such as a firewall.
  if (status === 403) return body === undefined ? 'unavailable' : 'no-access';
  return undefined;
};

/** What is asked for beside the Subscription itself. */
interface Asking {
  method?: 'POST';
  /** Default: the platform's own. */
  fetch?: typeof globalThis.fetch | undefined;
}

/**
 * Asks the subscribe handler.
 * @param url absolute URL of the subscribe handler, with a query if more than the Subscription is wanted.
 * @param token a subscribe token.
 * @throws {PrivatePodcastError} with the handler's `code`, or why the request failed.
 */
export function requestHandler(
  url: string,
  token: string,
  signal: AbortSignal,
  { method, fetch }: Asking = {},
): Promise<unknown> {
  return requestJson(
    { serverName, url, signal, fetch },
    { ...handlerInit(token), method },
    errorByCode(serverName, explain),
  );
}

/** Asks the publisher's subscribe handler for the Subscription behind a token. */
export async function requestSubscription(
  endpoint: string,
  token: string,
  signal: AbortSignal,
  fetch?: typeof globalThis.fetch,
): Promise<Subscription> {
  return readSubscription(await requestHandler(endpoint, token, signal, { fetch }));
}
