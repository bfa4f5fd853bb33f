/**
 * Asks the publisher's subscribe handler with the page's token, and once more with a fresh one if the
 * token has expired.
 */
import { withDeadline } from '../../api/deadline.js';
import { readInTime, readJson } from '../../api/http.js';
import { problemCode, type Explain } from '../../errors/failed-answer.js';
import { PrivatePodcastError, type ErrorCode } from '../../errors/private-podcast-error.js';
import { PpsTokenExpiredEvent } from '../events/later-events.js';
import { errorByCode } from './error-by-code.js';
import type { PageSource } from '../page/page-source.js';
import {
  isFitForToken,
  sendToHandler,
  type HandlerQuery,
  type SendRequest,
} from './handler-request.js';

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

/** How to reach the handler, and the page that has the token. */
export interface HandlerCall {
  /** Has the token, or a function that gets one. */
  source: PageSource;
  /** Absolute URL of the handler. */
  endpoint: string;
  signal: AbortSignal;
  /** Called each time the handler says that the token has expired; the event is for the page. */
  onTokenExpired: (event: Event) => void;
}

/** The controller's part in asking the handler. */
export interface HandlerUser {
  readonly host: PageSource & EventTarget;
  readonly endpoint: string;
  readonly state: string;
  enter(state: 'expired' | 'resolving'): void;
}

/** How to reach the handler, until `signal` is aborted. */
export function handlerOf(user: HandlerUser, signal: AbortSignal): HandlerCall {
  const { host, endpoint } = user;
  return {
    source: host,
    endpoint,
    signal,
    onTokenExpired(event) {
      if (signal.aborted) return;
      // With `getToken` the token is renewed at once: there is nothing for the member to see or do.
      if (user.state === 'resolving' && !host.getToken) user.enter('expired');
      host.dispatchEvent(event);
      // The page set it while handling the event: the token is renewed in this run, not in another.
      if (user.state === 'expired' && host.getToken) user.enter('resolving');
    },
  };
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

/** What `getToken` may throw: an error, or the answer of the page's token route. */
type Thrown = {
  code: ErrorCode;
  response?: { status?: number };
} & Partial<Error & Response>;

/** As engines word mistakes in a page's script. What `fetch` rejects with is a TypeError, too, in other words. */
const MISTAKE = / is (?:not|undefined|null)|can(?:not|'t) |to execute/i;

/** By its name: a page with the script tag has another copy of the class. */
const isOurs = ({ name }: Thrown) => name === 'PrivatePodcastError';

/** Why `getToken` failed, by what it threw. */
function codeOfRefusal(cause: unknown): ErrorCode {
  const thrown = Object(cause) as Thrown;
  const { code, message = '', status, response, type, ok, redirected } = thrown;
  if (isOurs(thrown)) return code;
  // Errors of libraries that wrap `fetch` have the status, or the answer. A redirect leads to the
  // log-in, and Ghost answers 204 if nobody is logged in.
  const isLoggedOut =
    /^(204|40[13])$/.test(String(status ?? response?.status)) || (ok && redirected);
  if (isLoggedOut || type === 'opaqueredirect') return 'unauthorized';
  // `fetch` rejects with a TypeError if the network fails.
  return cause instanceof TypeError && !MISTAKE.test(message) ? 'network' : 'unavailable';
}

/** Long enough for a log-in that renews itself. A route that never answers must not look like one that loads. */
const GET_TOKEN_MS = 30_000;

/** The form of a bearer token (RFC 6750 section 2.1): HTML, JSON and a page's template have another. */
const TOKEN = /^[\w.~+/-]+=*$/;

/** @returns `undefined` if it is none. */
async function readToken(getToken: () => unknown): Promise<string | undefined> {
  const given: unknown = await getToken();
  const text = given instanceof Response ? await given.text() : given;
  const token = typeof text === 'string' ? text.trim() : '';
  const isToken = TOKEN.test(token);
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- a page may throw it, too
  if (given instanceof Response && !(given.ok && isToken)) throw given;
  return isToken ? token : undefined;
}

/** What happened, for the page's developer. Of what was thrown, it tells no more than the status. */
function explainRefusal({ ok, status, response }: Thrown): string {
  if (ok) return 'gave an answer that holds no token.';
  const [answered] = /^\d{3}$/.exec(String(status ?? response?.status)) ?? [];
  return answered ? `was answered ${answered}.` : 'failed.';
}

async function freshToken({ source: { getToken }, signal }: HandlerCall): Promise<string> {
  if (typeof getToken !== 'function') {
    throw new PrivatePodcastError('bad-input', '`getToken` is no function.');
  }
  let token: string | undefined;
  try {
    const deadline = { name: '`getToken`', timeout: GET_TOKEN_MS, signal };
    token = await withDeadline(deadline, () => readToken(getToken));
  } catch (cause) {
    const code = codeOfRefusal(cause);
    const thrown = Object(cause) as Thrown;
    // A fault of the page's own function belongs to the page: it reads it as it is, with its stack.
    if (code === 'unavailable' && !isOurs(thrown) && !(cause instanceof Response)) {
      reportError(cause);
    }
    throw new PrivatePodcastError(code, `\`getToken\` ${explainRefusal(thrown)}`, { cause });
  }
  if (token) return token;
  throw new PrivatePodcastError('bad-input', '`getToken` gave no token.');
}

/**
 * Asks the subscribe handler.
 * @param sent gives the answer to the first request, if it has been sent already.
 * @throws {PrivatePodcastError} `token-expired` (after one renewal, or without `getToken`),
 * `unauthorized` (`getToken` says that nobody is logged in), `unavailable` (it failed), `bad-input`, `config` (no endpoint that a token may be sent
 * to), the handler's `code`, or why the request failed.
 */
export async function askHandler<Answer>(
  handler: HandlerCall,
  { query, read }: HandlerQuestion<Answer>,
  sent?: SendRequest,
): Promise<Answer> {
  const { source, endpoint, signal, onTokenExpired } = handler;
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
  const first = source.token || (await freshToken(handler));
  try {
    return await ask(first, sent);
  } catch (error) {
    if (!(error instanceof PrivatePodcastError) || error.code !== 'token-expired') throw error;
    onTokenExpired(new PpsTokenExpiredEvent());
    // Read only now: the page may have set it while handling the event.
    if (!source.getToken) throw error;
    return await ask(await freshToken(handler));
  }
}
