/**
 * The calls of a run. Each is sent once, however many cases look at its answer. A server may be slow, endless or hostile: time and bytes have limits, and no redirect is followed.
 */
import { retryAfterOf } from '../api/answers/error-from-answer.js';
import { abortedError } from '../api/deadline.js';
import { readInTime, readJson } from '../api/http.js';
import { readBytes } from '../api/requests/limited-body.js';
import { MAX_ANSWER_BYTES, systemCode } from '../api/requests/request-service.js';
import { DEFAULT_RETRY_AFTER_SECONDS, waitFor } from '../api/requests/retry.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { NoAnswer, OutOfTime } from './skipped.js';

/** Milliseconds for all calls, with the waits that a server asks for. */
export const DEADLINE_MS = 300_000;
/** Further tries of a call that a server limits. */
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

export interface RunOptions {
  /** Ends the run: open requests are given up, and no further one begins. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until an answer must have been read; default 10,000. */
  callTimeout?: number | undefined;
  /** Milliseconds for all calls; default 300,000. What is left then is skipped. */
  deadline?: number | undefined;
  /** Is told in a sentence what the run waits for. */
  say?: ((line: string) => void) | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined;
  /** Resolves after some milliseconds, or as soon as the signal aborts. */
  wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
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

export class Exchanges {
  /** Every answer so far, in order. */
  readonly answers: Answer[] = [];
  /** The answers that asked to come back later, before the waits. */
  readonly limited: Answer[] = [];

  readonly #asked = new Map<string, Promise<Answer>>();
  readonly #options: Required<{ [name in keyof RunOptions]: NonNullable<RunOptions[name]> }>;
  /** Milliseconds since 1970. */
  readonly #end: number;

  /** @param isSecure whether a secret may go to a URL. */
  constructor(
    options: RunOptions,
    readonly isSecure: (url: string) => boolean,
  ) {
    this.#options = {
      signal: options.signal ?? new AbortController().signal,
      callTimeout: options.callTimeout ?? 10_000,
      deadline: options.deadline ?? DEADLINE_MS,
      say: options.say ?? (() => undefined),
      fetch: options.fetch ?? globalThis.fetch,
      now: options.now ?? Date.now,
      wait: options.wait ?? waitFor,
    };
    this.#end = this.now() + this.#options.deadline;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#options.now();
  }

  wait(milliseconds: number): Promise<void> {
    return this.#options.wait(milliseconds, this.#options.signal);
  }

  /**
   * Sends a request, or gives the answer of an earlier one that asked the same.
   * @throws {NoAnswer}, {Skipped}, or {PrivatePodcastError} `aborted`.
   */
  ask(request: Request): Promise<Answer> {
    const known = this.#asked.get(request.asked);
    if (known) return known;
    const answer = this.#sendPatiently(request);
    this.#asked.set(request.asked, answer);
    return answer;
  }

  async #sendPatiently(request: Request): Promise<Answer> {
    for (let waits = 0; ; waits++) {
      const answer = await this.#send(request);
      if (!isLimited(answer)) {
        this.answers.push(answer);
        return answer;
      }
      this.limited.push(answer);
      const told = retryAfterOf(answer, this.now());
      const seconds = Math.max(1, told ?? DEFAULT_RETRY_AFTER_SECONDS);
      const isTooLong = this.now() + seconds * 1000 >= this.#end;
      if (waits === MAX_WAITS || isTooLong) {
        const howLong = isTooLong ? ' for longer than this run lasts' : ', again and again';
        const limits = `The server limits this client (HTTP ${answer.status})${howLong}.`;
        throw new OutOfTime(limits, 'rate-limited');
      }
      const why = told === undefined ? 'and does not say how long' : 'as it asks';
      const what = `HTTP ${answer.status} to ${request.asked}`;
      this.#options.say(`Waiting for ${seconds} s, ${why}: ${what}.`);
      await this.wait(seconds * 1000);
    }
  }

  async #send(request: Request): Promise<Answer> {
    const { asked, url, method = 'GET', headers = {}, body, maxBytes = MAX_ANSWER_BYTES } = request;
    const { signal, callTimeout, say, fetch } = this.#options;
    if (signal.aborted) throw abortedError();
    const outOfTime = new OutOfTime('The time for the whole run is over.', 'timeout');
    const left = this.#end - this.now();
    if (left <= 0) throw outOfTime;
    if (!this.isSecure(url)) {
      throw new NoAnswer('The URL is not https, so it was not asked.', 'config');
    }
    const timeout = Math.min(callTimeout, left);
    let begun = '';
    const notice = setTimeout(() => say(`Waiting for the answer to ${asked}.`), SILENCE_MS);
    // Nothing but the call itself keeps the process running.
    (notice as { unref?: () => void }).unref?.();
    try {
      const { response, content } = await readInTime(
        { serverName: 'The server', timeout, signal, reasonOf: systemCode },
        async (signal) => {
          const init: RequestInit = { method, headers, redirect: 'manual', signal };
          const response = await fetch(url, body === undefined ? init : { ...init, body });
          begun = `HTTP ${response.status}, but `;
          return response;
        },
        (response) => (maxBytes > 0 ? readBytes(response, maxBytes) : leaveBody(response)),
      );
      if (!content) {
        const tooMuch = `more than ${maxBytes / 1024} KiB came, and clients stop there`;
        throw new NoAnswer(tooMuch, 'bad-response');
      }
      const mediaType = mediaTypeOf(response);
      const { status } = response;
      return {
        asked,
        status,
        headers: response.headers,
        mediaType,
        bytes: content,
        ...textOf(content),
      };
    } catch (error) {
      if (!(error instanceof PrivatePodcastError) || error.code === 'aborted') throw error;
      if (error.code === 'timeout' && timeout < callTimeout) throw outOfTime;
      const what =
        error.code === 'timeout'
          ? `no whole answer within ${callTimeout / 1000} s`
          : `the connection failed${/ \([A-Z_]+\)/.exec(error.message)?.[0] ?? ''}`;
      throw new NoAnswer(begun + what, error.code);
    } finally {
      clearTimeout(notice);
    }
  }
}
