/** Repeats a call after a failure that may pass, but never for long. */
import { PrivatePodcastError, type ErrorCode } from '../../errors/private-podcast-error.js';

const MAX_TRIES = 3;
/** The longest random wait before the second try; it doubles with each further try. */
export const MAX_FIRST_WAIT_MS = 200;
/** If a server asks for a longer wait, the caller decides. */
const MAX_RETRY_AFTER_SECONDS = 2;
/** How long a caller should wait after a limit if the server does not say. */
export const DEFAULT_RETRY_AFTER_SECONDS = 10;
/** No try begins later than this after the first one began. */
const MAX_RETRYING_MS = 5_000;

export interface RetryOptions {
  /** After which errors the call may be repeated. */
  after: (error: PrivatePodcastError) => boolean;
  signal?: AbortSignal | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** 0 to 1. */
  random?: () => number;
  /** Resolves after some milliseconds, or as soon as the signal aborts. */
  wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

const passingFailures: readonly ErrorCode[] = ['network', 'unavailable', 'rate-limited'];

/** For calls that change nothing. Not after a timeout: it has already cost enough time. */
export const afterAnyFailure: RetryOptions['after'] = ({ code }) => passingFailures.includes(code);
/** For calls that change something: the server certainly did not carry them out. */
export const afterRefusal: RetryOptions['after'] = ({ code, status }) =>
  code === 'rate-limited' || status === 409;

/** A caller who has met a limit is told how long to wait, whether or not the server said it. */
function withDelay(error: PrivatePodcastError): PrivatePodcastError {
  const { code, message, status, retryAfter } = error;
  if (code !== 'rate-limited' || retryAfter !== undefined) return error;
  return new PrivatePodcastError(code, message, {
    status,
    retryAfter: DEFAULT_RETRY_AFTER_SECONDS,
  });
}

/** Resolves after some milliseconds, or as soon as the signal aborts. */
export function waitFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
  });
}

/** Makes a call, and repeats it (three tries in all) after failures that may pass. */
export async function withRetries<T>(
  call: () => Promise<T>,
  { after, signal, now, random = Math.random, wait = waitFor }: RetryOptions,
): Promise<T> {
  const begun = now();
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof PrivatePodcastError) || !after(error)) throw error;
      const { retryAfter = 0 } = error;
      const isTooLong = retryAfter > MAX_RETRY_AFTER_SECONDS;
      if (tries === MAX_TRIES || isTooLong || signal?.aborted) throw withDelay(error);
      // Full jitter, so that many members do not come back at the same moment.
      const pause = retryAfter * 1000 + random() * MAX_FIRST_WAIT_MS * 2 ** (tries - 1);
      if (now() + pause - begun > MAX_RETRYING_MS) throw withDelay(error);
      await wait(pause, signal);
    }
  }
}
