/** A circuit breaker: a cache that is slow or down costs a member less than having none. */
import { withDeadline } from '../deadline.js';

const MAX_WAIT_MS = 500;
/** A cache is not asked again for this long after it failed. */
const REST_MS = 10_000;

/** Asks a cache, but not for long; undefined if it fails, or failed a moment ago. */
export type AskCache = <T>(question: () => T | Promise<T>) => Promise<T | undefined>;

/**
 * Makes the function that asks one cache.
 * @param now milliseconds since 1970.
 */
export function createCircuitBreaker(now: () => number): AskCache {
  let restsUntil = -Infinity;
  return async (question) => {
    if (now() < restsUntil) return undefined;
    try {
      return await withDeadline({ name: 'The cache', timeout: MAX_WAIT_MS }, async () =>
        question(),
      );
    } catch {
      restsUntil = now() + REST_MS;
      return undefined;
    }
  };
}
