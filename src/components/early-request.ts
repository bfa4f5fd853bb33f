/**
 * Sends the request for the Subscription before the code that reads the answer has loaded, so that
 * the two arrive together.
 */
import { isSecureUrl, isWebUrl } from '../urls/web-url.js';

/** How the subscribe handler is asked. A redirect is not followed: it would take the token along. */
export function handlerInit(token: string): RequestInit {
  return { redirect: 'manual', headers: { authorization: `Bearer ${token}` } };
}

/**
 * @returns a `fetch` that gives the answer on its way, once; `undefined` if there is no token yet, or
 * the endpoint is not fit for one.
 */
export function sendEarly(
  endpoint: string,
  token: string | undefined,
  signal: AbortSignal,
): typeof fetch | undefined {
  if (!token || !isWebUrl(endpoint) || !isSecureUrl(endpoint)) return undefined;
  const sending = new AbortController();
  const abort = () => sending.abort();
  signal.addEventListener('abort', abort);
  const answer = fetch(endpoint, { ...handlerInit(token), signal: sending.signal });
  // Whoever reads the answer hears of a failure; until then it must not count as unhandled.
  answer.catch(() => undefined);
  return (_, init) => {
    init?.signal?.addEventListener('abort', abort);
    return answer;
  };
}
