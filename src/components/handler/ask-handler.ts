/**
 * Asks the publisher's subscribe handler with the page's token, and once more with a fresh one if the
 * token has expired.
 */
import { readInTime, readJson } from '../../api/http.js';
import { problemCode, type Explain } from '../../errors/failed-answer.js';
import { PrivatePodcastError, type ErrorCode } from '../../errors/private-podcast-error.js';
import { PpsTokenExpiredEvent } from './access-events.js';
import { errorByCode } from '../shared-chunk/error-by-code.js';
import type { Source } from '../first-load/page-source.js';
import {
  isFitForToken,
  sendToHandler,
  type HandlerQuery,
  type SendRequest,
} from '../first-load/handler-request.js';

const serverName = 'The subscribe endpoint';

/** A question to the handler, and how its answer is read. */
export interface HandlerQuestion<Answer> {
  /** Default: the Subscription is asked for. */
  query?: HandlerQuery | undefined;
  /**
   * @param body the answer's JSON; `undefined` if it is not JSON.
   * @param endpoint absolute URL of the handler.
   */
  read: (body: unknown, endpoint: string) => Answer;
}

/** How to reach the handler and the page. */
export interface Handler {
  /** Has the token, or a function that gets one. */
  source: Source;
  /** Absolute URL of the handler. */
  endpoint: string;
  signal: AbortSignal;
  /** Called each time the handler says that the token has expired; the event is for the page. */
  onTokenExpired: (event: Event) => void;
}

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

const errorOf = errorByCode(serverName, explain);

async function freshToken(getToken: Source['getToken']): Promise<string> {
  try {
    const token: unknown = await getToken?.();
    if (typeof token === 'string' && token) return token;
  } catch (cause) {
    // By its name: a page with the script tag has another copy of the class.
    if (cause instanceof Error && cause.name === 'PrivatePodcastError') {
      const { code, message } = cause as Error & { code: ErrorCode };
      throw new PrivatePodcastError(code, message, { cause });
    }
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
 * Asks the subscribe handler.
 * @param sent gives the answer to the first request, if it has been sent already.
 * @throws {PrivatePodcastError} `token-expired` (after one renewal, or without `getToken`),
 * `unauthorized` (`getToken` refused), `bad-input`, `config` (no endpoint that a token may be sent
 * to), the handler's `code`, or why the request failed.
 */
export async function askHandler<Answer>(
  { source, endpoint, signal, onTokenExpired }: Handler,
  { query, read }: HandlerQuestion<Answer>,
  sent?: SendRequest,
): Promise<Answer> {
  if (!isFitForToken(endpoint)) {
    throw new PrivatePodcastError('config', `${serverName} needs an https URL.`);
  }
  const ask = async (
    token: string,
    send: SendRequest = (reading) => sendToHandler(endpoint, token, reading, query),
  ) => {
    const { response, content } = await readInTime({ serverName, signal }, send, async (answer) =>
      readJson(await answer.text()),
    );
    const { ok, status, headers } = response;
    if (ok) return read(content, endpoint);
    throw errorOf({ status, headers, body: content });
  };
  const first = source.token || (await freshToken(source.getToken));
  try {
    return await ask(first, sent);
  } catch (error) {
    if (!(error instanceof PrivatePodcastError) || error.code !== 'token-expired') throw error;
    onTokenExpired(new PpsTokenExpiredEvent());
    // Read only now: the page may have set it while handling the event.
    const { getToken } = source;
    if (!getToken) throw error;
    return await ask(await freshToken(getToken));
  }
}
