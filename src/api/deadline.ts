/** The one race against a clock: for a request, a flow of requests, a cache, a database. */
import { PrivatePodcastError } from '../errors/private-podcast-error.js';

/** Milliseconds for a whole flow: under the 10 s after which the element gives up. */
export const DEFAULT_DEADLINE_MS = 8_000;

/** The longest wait of a timer. A longer one would end at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export interface Deadline {
  /** The server's name, as the beginning of an error message: "The feed service". */
  name: string;
  /** Milliseconds. */
  timeout: number;
  /** Ends the work early. */
  signal?: AbortSignal | undefined;
}

/** The error for a caller who aborts. */
export function abortedError(): PrivatePodcastError {
  return new PrivatePodcastError('aborted', 'The request was aborted.');
}

/** The error for an answer that does not come in time. */
export function timeoutError(name: string): PrivatePodcastError {
  return new PrivatePodcastError('timeout', `${name} did not answer in time. Try again.`);
}

/**
 * Runs work until its deadline. Its signal aborts at the deadline and when the caller leaves, so
 * that no request goes on unseen. The result does not wait for work that ignores its signal.
 * @param work may put off the deadline with `goOn`, which gives it the whole time once more.
 * @throws {PrivatePodcastError} `timeout` at the deadline, `aborted` when the caller leaves, or
 * what the work threw.
 */
export async function withDeadline<T>(
  { name, timeout, signal: left }: Deadline,
  work: (signal: AbortSignal, goOn: () => void) => Promise<T>,
): Promise<T> {
  if (left?.aborted) throw abortedError();
  // `AbortSignal.timeout` would keep its timer after the work has ended: thousands, on a busy server.
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const tidy = () => {
      clearTimeout(timer);
      left?.removeEventListener('abort', leave);
    };
    const stop = (error: PrivatePodcastError) => {
      tidy();
      reject(error);
      controller.abort();
    };
    const leave = () => stop(abortedError());
    const late = () => stop(timeoutError(name));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goOn = () => {
      clearTimeout(timer);
      if (controller.signal.aborted) return;
      timer = setTimeout(late, Math.min(Math.ceil(timeout), MAX_TIMEOUT_MS));
      // Nothing but the work itself keeps a process running. Browsers give a number.
      (timer as { unref?: () => void }).unref?.();
    };
    goOn();
    left?.addEventListener('abort', leave);
    work(controller.signal, goOn).finally(tidy).then(resolve, reject);
  });
}
