/**
 * The only `fetch` of the client and the element. Every request carries a secret (a client secret,
 * a token or a feed URL), so it goes to https or loopback only, and it has a deadline.
 */
import type { FailedAnswer } from '../errors/failed-answer.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { isSecureUrl, isWebUrl } from '../urls/web-url.js';
import { withDeadline } from './deadline.js';

export const DEFAULT_TIMEOUT_MS = 10_000;

export interface Call {
  /** The server, as the beginning of an error message: "The feed service". */
  serverName: string;
  url: string;
  /** Milliseconds until the answer must have been read, or more of it must have come (`goOn`); default 10,000. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Default: the platform's own at the time of the call. */
  fetch?: typeof globalThis.fetch;
  /** Whether a secret may be sent to an absolute URL; default: https, or http on loopback. */
  isSecure?: (url: string) => boolean;
  /** Returns the part of the error message about a failed connection, such as " (ECONNREFUSED)". */
  reasonOf?: (error: unknown) => string;
}

/** The JSON of a text; undefined if the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Reads an answer. `goOn` puts off the deadline: more of it has come. */
type Read<T> = (response: Response, goOn: () => void) => Promise<T>;

/**
 * Fetches and reads an answer within one deadline.
 * @throws {PrivatePodcastError} `config` (URL not secure), `aborted`, `timeout`, `network`.
 */
export async function fetchAndRead<T>(
  { url, fetch = globalThis.fetch, isSecure = isSecureUrl, ...call }: Call,
  init: RequestInit,
  read: Read<T>,
): Promise<{ response: Response; content: T }> {
  if (!isWebUrl(url) || !isSecure(url)) {
    throw new PrivatePodcastError('config', `${call.serverName} needs an https URL.`);
  }
  return readInTime(call, (signal) => fetch(url, { ...init, signal }), read);
}

/**
 * Reads the answer to a request within one deadline.
 * @param send sends the request, which ends when the signal is aborted.
 * @throws {PrivatePodcastError} `aborted`, `timeout`, `network`.
 */
export async function readInTime<T>(
  {
    serverName,
    timeout = DEFAULT_TIMEOUT_MS,
    signal,
    reasonOf,
  }: Pick<Call, 'serverName' | 'timeout' | 'signal' | 'reasonOf'>,
  send: (signal: AbortSignal) => Promise<Response>,
  read: Read<T>,
): Promise<{ response: Response; content: T }> {
  try {
    return await withDeadline({ name: serverName, timeout, signal }, async (signal, goOn) => {
      const response = await send(signal);
      return { response, content: await read(response, goOn) };
    });
  } catch (error) {
    if (error instanceof PrivatePodcastError) throw error;
    // The error is not passed on as `cause`: some platforms put the URL or a header into it.
    throw new PrivatePodcastError(
      'network',
      `${serverName} could not be reached${reasonOf?.(error) ?? ''}. Check the connection and the URL.`,
    );
  }
}

const readJsonBody = async (response: Response): Promise<unknown> =>
  readJson(await response.text());

/**
 * Requests JSON. The answer may be of any media type, and a redirect is not followed: it would
 * take the secret along.
 * @param errorOf makes the error of an answer other than 2xx.
 * @param read reads an answer 2xx, within the deadline; default: the JSON, undefined if it is not JSON.
 * @throws {PrivatePodcastError} as `fetchAndRead`, or what `errorOf` gives.
 */
export async function requestJson<T = unknown>(
  call: Call,
  init: RequestInit,
  errorOf: (answer: FailedAnswer) => PrivatePodcastError,
  read: Read<T> = readJsonBody as () => Promise<T>,
): Promise<T> {
  const { response, content } = await fetchAndRead<unknown>(
    call,
    { redirect: 'manual', ...init },
    (response, goOn) => (response.ok ? read(response, goOn) : readJsonBody(response)),
  );
  if (response.ok) return content as T;
  const { status, headers } = response;
  throw errorOf({ status, headers, body: content });
}
