/**
 * Sends requests to the publisher's subscribe handler. The first request is sent before the code that
 * reads its answer has loaded, so that the two arrive together.
 */
import { isSecureUrl, isWebUrl } from '../../urls/web-url.js';

/** A name in the handler's URL that asks for something else than the Subscription that it remembers. */
export interface HandlerQuery {
  name: 'connections' | 'fresh' | 'handoff' | 'reset';
  /** Default: empty. */
  value?: string;
  method?: 'POST';
}

/** Gives a request's answer, until the signal is aborted. */
export type SendRequest = (signal: AbortSignal) => Promise<Response>;

/** Whether a token may be sent to the endpoint. */
export const isFitForToken = (endpoint: string): boolean =>
  isWebUrl(endpoint) && isSecureUrl(endpoint);

/**
 * Sends one request. A redirect is not followed: it would take the token along.
 * @param endpoint absolute URL of the handler.
 */
export function sendToHandler(
  endpoint: string,
  token: string,
  signal: AbortSignal,
  query?: HandlerQuery,
): Promise<Response> {
  const url = new URL(endpoint);
  if (query) url.searchParams.set(query.name, query.value ?? '');
  return fetch(url, {
    method: query?.method ?? 'GET',
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}` },
    signal,
  });
}

/**
 * Requests the Subscription.
 * @returns gives the answer, which is on its way; `undefined` if there is no token yet, or the
 * endpoint is not fit for one.
 */
export function sendEarly(
  endpoint: string,
  token: string | undefined,
  signal: AbortSignal,
): SendRequest | undefined {
  if (!token || !isFitForToken(endpoint)) return undefined;
  const sending = new AbortController();
  const abort = () => sending.abort();
  signal.addEventListener('abort', abort);
  const answer = sendToHandler(endpoint, token, sending.signal);
  // The reader of the answer sees a failure; until then it must not count as unhandled.
  answer.catch(() => undefined);
  return (reading) => {
    reading.addEventListener('abort', abort);
    return answer;
  };
}
