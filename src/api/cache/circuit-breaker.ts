/** A cache that is slow or down must cost a member less than doing without it. */

const MAX_WAIT_MS = 500;
/** A cache is not asked again for this long after it failed. */
const REST_MS = 10_000;

/** Asks a cache, but not for long; undefined if it fails, or failed a moment ago. */
export type AskPatiently = <T>(question: () => T | Promise<T>) => Promise<T | undefined>;

/**
 * Makes the function that asks one cache.
 * @param now milliseconds since 1970.
 */
export function createCircuitBreaker(now: () => number): AskPatiently {
  let restsUntil = -Infinity;
  return async (question) => {
    if (now() < restsUntil) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await Promise.race([
        Promise.resolve(question()),
        new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error('The cache is slow.')), MAX_WAIT_MS);
        }),
      ]);
    } catch {
      restsUntil = now() + REST_MS;
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
}
