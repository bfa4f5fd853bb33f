/** A deadline for a whole flow, on top of the one that each of its requests has. */
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { abortedError } from './http.js';

/** Under the 10 s after which the element gives up. */
export const DEFAULT_DEADLINE_MS = 8_000;

export interface DeadlineOptions {
  /** The flow, as the beginning of an error message: "The feed service". */
  name: string;
  milliseconds: number;
  /** Ends the flow early. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs a flow until its deadline. Its signal aborts at the deadline and when the caller leaves, so
 * that no request of the flow goes on unseen. The result does not wait for a flow that ignores it.
 * @throws {PrivatePodcastError} `timeout` at the deadline, `aborted` when the caller leaves, or
 * what the flow threw.
 */
export function withDeadline<T>(
  { name, milliseconds, signal }: DeadlineOptions,
  flow: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) return Promise.reject(abortedError());
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    const stop = (error: PrivatePodcastError) => {
      settle();
      reject(error);
      controller.abort();
    };
    const leave = () => stop(abortedError());
    const timer = setTimeout(
      () => stop(new PrivatePodcastError('timeout', `${name} did not answer in time. Try again.`)),
      milliseconds,
    );
    signal?.addEventListener('abort', leave);
    flow(controller.signal).finally(settle).then(resolve, reject);
  });
}
