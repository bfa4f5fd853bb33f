/** Reports failures to the publisher's `onError`, or to the console, without flooding it. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';

/** Called with every failure. It may be asynchronous. The error holds no secret. */
export type OnError = (error: PrivatePodcastError) => unknown;

/** The same line is printed once in this time. */
const QUIET_MS = 60_000;
/** Different lines that are printed in this time; some name an origin, which anyone can invent. */
const MAX_LINES = 20;

/* eslint-disable no-console -- a backend's log is its console */

/** Prints a failure, unless the same was just printed. */
function createConsoleLog(now: () => number): (error: PrivatePodcastError) => void {
  let since = -Infinity;
  let counts = new Map<string, number>();
  return ({ code, status, message }) => {
    if (now() - since >= QUIET_MS) {
      const repeated = [...counts.values()].reduce((sum, count) => sum + count - 1, 0);
      if (repeated > 0) console.error(`private-podcast-subscribe: ${repeated} more like these.`);
      since = now();
      counts = new Map();
    }
    const line = `private-podcast-subscribe: ${code}${status ? ` (HTTP ${status})` : ''}: ${message}`;
    const key = counts.has(line) || counts.size < MAX_LINES ? line : '';
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (key && count === 1) console.error(line);
  };
}

/**
 * An error that is safe to log. One that is not ours is named by its class only: its text may
 * hold a secret.
 */
export function loggable(error: unknown): PrivatePodcastError {
  if (error instanceof PrivatePodcastError) return error;
  const kind = error instanceof Error ? error.constructor.name : typeof error;
  return new PrivatePodcastError(
    'config',
    `The subscribe handler failed with an unexpected ${kind}. Check \`service\` and \`cache\`.`,
  );
}

/** Makes the function that reports failures. It never throws: a failing log costs no member the answer. */
export function createReport(
  onError: OnError | undefined,
  now: () => number,
): (error: PrivatePodcastError) => void {
  const print = createConsoleLog(now);
  if (!onError) return print;
  return (error) => {
    // The promise also catches what `onError` throws before its first `await`.
    new Promise((resolve) => resolve(onError(error))).catch(() => print(error));
  };
}
