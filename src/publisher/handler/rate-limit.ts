/**
 * Limits per minute for each member and each hand-off code. Processes share the counts of members
 * through the cache. No member reaches them: they stop a page or a script that asks without end.
 */
import { base64url } from 'jose';
import type { SharedCache } from '../../api/cache/shared-cache.js';
import { createCircuitBreaker } from '../../api/cache/circuit-breaker.js';
import { BoundedMap } from '../../api/cache/bounded-map.js';
import { sha256 } from '../../crypto/sha256.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';

const WINDOW_SECONDS = 60;
/**
 * A process reports its requests to the cache after a fiftieth of the limit: of small limits at each
 * request, of the default for members at every sixth. So a member is let through at most that many
 * times too often by each process, and a page view costs no request to the cache.
 */
const REPORTS_PER_LIMIT = 50;
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
  /** The part of `own` that the cache knows of. */
  reported: number;
  /** Requests that other processes have reported. */
  others: number;
  /** One exchange with the cache at a time; what comes meanwhile goes with the next. */
  exchange?: Promise<void> | undefined;
}

/** Makes the limits. A cache that is down limits nobody beyond what this process counts. */
export function createRateLimit({ cache, now }: RateLimitOptions): RateLimit {
  const ask = createCircuitBreaker(now);
  const counters = new BoundedMap<Counter>(MAX_COUNTED);

  function counterOf(key: string, window: number): Counter {
    const known = counters.get(key);
    if (known?.window === window) return known;
    const counter: Counter = { window, own: 0, reported: 0, others: 0 };
    counters.set(key, counter);
    return counter;
  }

  /** Reports what this process counted, and learns what others did. */
  async function exchange(key: string, counter: Counter): Promise<void> {
    if (!cache) return;
    counter.item ??= `private-podcast-subscribe:limit:${base64url.encode(await sha256(`${key}:${counter.window}`))}`;
    const { item } = counter;
    const before = Number((await ask(() => cache.getItem(item))) ?? 0) || 0;
    counter.others = Math.max(counter.others, before - counter.reported);
    const { own } = counter;
    const total = String(before + own - counter.reported);
    await ask(() => cache.setItem(item, total, { ttl: 2 * WINDOW_SECONDS }));
    counter.reported = own;
  }

  return {
    async count(kind, name, most) {
      const seconds = now() / 1000;
      const window = Math.floor(seconds / WINDOW_SECONDS);
      const key = `${kind}:${name}`;
      const counter = counterOf(key, window);
      const place = ++counter.own;
      // A name that is over its limit is not worth a request to the cache.
      const unreported = place - counter.reported;
      if (place + counter.others <= most && unreported >= Math.floor(most / REPORTS_PER_LIMIT)) {
        counter.exchange ??= exchange(key, counter).finally(() => (counter.exchange = undefined));
        await counter.exchange;
      }
      if (place + counter.others <= most) return;
      throw new PrivatePodcastError(
        'rate-limited',
        'Too many requests from this member or for this code.',
        {
          status: 429,
          retryAfter: Math.max(1, Math.ceil((window + 1) * WINDOW_SECONDS - seconds)),
        },
      );
    },
  };
}

/** The limits of a handler. */
export interface RateLimits {
  /** Of members, who are known by their tokens. */
  members: RateLimit;
  /** Of hand-off codes. */
  codes: RateLimit;
}

/**
 * Makes the limits of a handler. Each process counts codes by itself, and apart from members: a code needs no
 * token, so whoever invents some would fill the cache, or push the counts of members out of memory.
 */
export function createRateLimits({ cache, now }: RateLimitOptions): RateLimits {
  return { members: createRateLimit({ cache, now }), codes: createRateLimit({ now }) };
}
