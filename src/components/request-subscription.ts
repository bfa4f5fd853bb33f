/**
 * Asks the publisher's subscribe handler for the Subscription behind a token (DESIGN.md, "The
 * publisher's backend"). It tells failed answers apart by code alone: the element has words of its own.
 */
import { PrivatePodcastError, type ErrorCode } from '../podcast/private-podcast-error.js';
import { isRedirect, platform, readJson, send } from '../api/http.js';
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
function codeOf(status: number, body: unknown): ErrorCode {
  const given = (body as { code?: unknown } | null | undefined)?.code;
  const named = codes.find((code) => code === given);
  if (named) return named;
  if (status === 401) return 'token-invalid';
  if (status === 403) return 'no-access';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'unavailable' : 'bad-response';
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
  const server = 'The subscribe endpoint';
  const { response, content } = await send(
    platform,
    { server, url: endpoint, signal },
    { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' },
    (response) => response.text(),
  );
  const body = readJson(content);
  if (response.ok) return readSubscription(body);
  const code = isRedirect(response) ? 'bad-response' : codeOf(response.status, body);
  throw new PrivatePodcastError(code, `${server} answered ${code}.`, { status: response.status });
}
