/**
 * The calls of a conformance run. Each is sent once, however many cases look at its answer. An
 * operator may be slow, endless or hostile: time and bytes have limits, and no redirect is followed.
 */
import { retryAfterOf } from '../api/answers/error-from-answer.js';
import { abortedError } from '../api/deadline.js';
import { readInTime, readJson } from '../api/http.js';
import { readBytes } from '../api/requests/limited-body.js';
import { MAX_ANSWER_BYTES, systemCode } from '../api/requests/request-service.js';
import { DEFAULT_RETRY_AFTER_SECONDS } from '../api/requests/retry.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { NoAnswer, OutOfTime } from './skipped.js';

/** Further tries of a call that the operator limits. */
const MAX_WAITS = 5;
/** Milliseconds without an answer until the run says what it waits for. */
const SILENCE_MS = 3000;

export interface Request {
  /** The call and what is special about it, without any value: "GET {baseUrl}/… without a token". */
  asked: string;
  url: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'OPTIONS';
  headers?: Record<string, string>;
  body?: string;
  /** Bytes after decompression; default 1 MiB, as the client reads. 0 leaves the body alone. */
  maxBytes?: number;
}

export interface Answer {
  asked: string;
  status: number;
  headers: Headers;
  /** In lower case, without parameters. */
  mediaType: string;
  bytes: Uint8Array;
  /** The bytes as UTF-8. */
  text: string;
  /** Undefined if the text is no JSON, or no UTF-8. */
  body: unknown;
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status <= 299;

export interface Limits {
  callTimeout: number;
  /** Milliseconds since 1970. */
  endsAt: number;
  /** Aborts when the run is interrupted. */
  signal: AbortSignal;
}

export interface Surroundings {
  fetch: typeof globalThis.fetch;
  now: () => number;
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  say: (line: string) => void;
  /** Whether a secret may go to a URL. */
  isSecure: (url: string) => boolean;
}

export interface Exchanges {
  /**
   * Sends a request, or gives the answer of an earlier one that asked the same.
   * @throws {NoAnswer}, {Skipped}, or {PrivatePodcastError} `aborted`.
   */
  ask: (request: Request) => Promise<Answer>;
  /** Every answer so far, in order. */
  answers: () => readonly Answer[];
  /** The answers that asked to come back later, before the waits. */
  limited: () => readonly Answer[];
}

/** The media type of an answer, without parameters. Servers can send anything there. */
export function mediaTypeOf({ headers }: Pick<Response, 'headers'>): string {
  const type = /^\s*([\w.+-]{1,40}\/[\w.+-]{1,60})\s*(?:;|$)/.exec(
    headers.get('content-type') ?? '',
  );
  return type?.[1]?.toLowerCase() ?? 'no media type';
}

function textOf(bytes: Uint8Array): { text: string; body: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, body: readJson(text) };
  } catch {
    return { text: new TextDecoder().decode(bytes), body: undefined };
  }
}

async function leaveBody({ body }: Response): Promise<Uint8Array> {
  await body?.cancel();
  return new Uint8Array();
}

/** Whether a limit was met: a 429, or a 503 that says when to come back. */
const isLimited = ({ status, headers }: Answer) =>
  status === 429 || (status === 503 && headers.has('retry-after'));

export function createExchanges(
  { callTimeout, endsAt, signal }: Limits,
  { fetch, now, wait, say, isSecure }: Surroundings,
): Exchanges {
  const asked = new Map<string, Promise<Answer>>();
  const answers: Answer[] = [];
  const limited: Answer[] = [];
  const outOfTime = () => new OutOfTime('The time for the whole run is over.', 'timeout');

  async function send(request: Request): Promise<Answer> {
    const { url, method = 'GET', headers = {}, body, maxBytes = MAX_ANSWER_BYTES } = request;
    if (signal.aborted) throw abortedError();
    const left = endsAt - now();
    if (left <= 0) throw outOfTime();
    if (!isSecure(url)) throw new NoAnswer('The URL is not https, so it was not asked.', 'config');
    const timeout = Math.min(callTimeout, left);
    let status: number | undefined;
    const notice = setTimeout(() => say(`Waiting for the answer to ${request.asked}.`), SILENCE_MS);
    // Nothing but the call itself keeps the process running.
    (notice as { unref?: () => void }).unref?.();
    try {
      const { response, content } = await readInTime(
        { serverName: 'The operator', timeout, signal, reasonOf: systemCode },
        async (signal) => {
          const init: RequestInit = { method, headers, redirect: 'manual', signal };
          const response = await fetch(url, body === undefined ? init : { ...init, body });
          ({ status } = response);
          return response;
        },
        (response) => (maxBytes > 0 ? readBytes(response, maxBytes) : leaveBody(response)),
      );
      if (!content) {
        const tooMuch = `more than ${maxBytes / 1024} KiB came, and clients stop there`;
        throw new NoAnswer(tooMuch, 'bad-response');
      }
      return {
        asked: request.asked,
        status: response.status,
        headers: response.headers,
        mediaType: mediaTypeOf(response),
        bytes: content,
        ...textOf(content),
      };
    } catch (error) {
      if (!(error instanceof PrivatePodcastError)) throw error;
      if (error.code === 'aborted') throw error;
      if (error.code === 'timeout' && timeout < callTimeout) throw outOfTime();
      const begun = status === undefined ? '' : `HTTP ${status}, but `;
      throw new NoAnswer(
        error.code === 'timeout'
          ? `${begun}no whole answer within ${callTimeout / 1000} s`
          : `${begun}the connection failed${/ \([A-Z_]+\)/.exec(error.message)?.[0] ?? ''}`,
        error.code,
      );
    } finally {
      clearTimeout(notice);
    }
  }

  async function sendPatiently(request: Request): Promise<Answer> {
    for (let waits = 0; ; waits++) {
      const answer = await send(request);
      if (!isLimited(answer)) return answer;
      limited.push(answer);
      const told = retryAfterOf(answer, now());
      const seconds = Math.max(1, told ?? DEFAULT_RETRY_AFTER_SECONDS);
      const isTooLong = now() + seconds * 1000 >= endsAt;
      if (waits === MAX_WAITS || isTooLong) {
        const howLong = isTooLong ? ' for longer than this run lasts' : ', again and again';
        const limits = `The server limits this client (HTTP ${answer.status})${howLong}.`;
        throw new OutOfTime(limits, 'rate-limited');
      }
      const why = told === undefined ? 'and does not say how long' : 'as it asks';
      say(`Waiting for ${seconds} s, ${why}: HTTP ${answer.status} to ${request.asked}.`);
      await wait(seconds * 1000, signal);
    }
  }

  async function askOnce(request: Request): Promise<Answer> {
    const answer = await sendPatiently(request);
    answers.push(answer);
    return answer;
  }

  return {
    ask(request) {
      const known = asked.get(request.asked);
      if (known) return known;
      const answer = askOnce(request);
      asked.set(request.asked, answer);
      return answer;
    },
    answers: () => answers,
    limited: () => limited,
  };
}
