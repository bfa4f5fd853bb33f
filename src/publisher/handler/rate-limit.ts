/**
 * Limits per minute for each member and each hand-off code, shared by all processes through the
 * cache. No member reaches them: they stop a page or a script that asks without end.
 */
import { base64url } from 'jose';
import type { SharedCache } from '../../api/cache/shared-cache.js';
import { createCircuitBreaker } from '../../api/cache/circuit-breaker.js';
import { BoundedMap } from '../../api/cache/bounded-map.js';
import { sha256 } from '../../crypto/sha256.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';

const WINDOW_SECONDS = 60;
/**
 * A process tells the cache of its requests after a fiftieth of the limit: of small limits at each
 * request, of the default for members at every sixth. So a member is let through at most that many
 * times too often by each process, and a page view costs no request to the cache.
 */
const TOLD_PER_LIMIT = 50;
/** Names that one process counts at a time; the oldest are forgotten first. */
const MAX_COUNTED = 10_000;

export interface RateLimitOptions {
  /** Without a cache, each process counts by itself. */
  cache?: SharedCache | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface RateLimit {
  /**
   * Counts a request.
   * @param name whose request it is; the cache gets a hash of it.
   * @param most requests in a minute.
   * @throws {PrivatePodcastError} `rate-limited`, with the time until the minute is over.
   */
  count: (kind: string, name: string, most: number) => Promise<void>;
}

interface Counter {
  window: number;
  /** Its name in the cache. */
  item?: string;
  /** Requests that this process counted. */
  own: number;
  /** Those of them that the cache knows of. */
  told: number;
  /** What other processes have told the cache. */
  others: number;
  /** One exchange with the cache at a time; what comes meanwhile is told with the next. */
  exchange?: Promise<void> | undefined;
}

/** Makes the limits. A cache that is down limits nobody beyond what this process counts. */
export function createRateLimit({ cache, now }: RateLimitOptions): RateLimit {
  const ask = createCircuitBreaker(now);
  const counters = new BoundedMap<Counter>(MAX_COUNTED);

  function counterOf(key: string, window: number): Counter {
    const known = counters.get(key);
    if (known?.window === window) return known;
    const counter: Counter = { window, own: 0, told: 0, others: 0 };
    counters.set(key, counter);
    return counter;
  }

  /** Tells the cache what this process counted, and learns what others did. */
  async function exchange(key: string, counter: Counter): Promise<void> {
    if (!cache) return;
    counter.item ??= `private-podcast-subscribe:limit:${base64url.encode(await sha256(`${key}:${counter.window}`))}`;
    const { item } = counter;
    const before = Number((await ask(() => cache.getItem(item))) ?? 0) || 0;
    counter.others = Math.max(counter.others, before - counter.told);
    const { own } = counter;
    const total = String(before + own - counter.told);
    await ask(() => cache.setItem(item, total, { ttl: 2 * WINDOW_SECONDS }));
    counter.told = own;
  }

  return {
    async count(kind, name, most) {
      const seconds = now() / 1000;
      const window = Math.floor(seconds / WINDOW_SECONDS);
      const key = `${kind}:${name}`;
      const counter = counterOf(key, window);
      const place = ++counter.own;
      // A name that is over its limit is not worth a request to the cache.
      const untold = place - counter.told;
      if (place + counter.others <= most && untold >= Math.floor(most / TOLD_PER_LIMIT)) {
        counter.exchange ??= exchange(key, counter).finally(() => (counter.exchange = undefined));
        await counter.exchange;
      }
      if (place + counter.others <= most) return;
      throw new PrivatePodcastError('rate-limited', 'One member or code asked too often.', {
        status: 429,
        retryAfter: Math.max(1, Math.ceil((window + 1) * WINDOW_SECONDS - seconds)),
      });
    },
  };
}
