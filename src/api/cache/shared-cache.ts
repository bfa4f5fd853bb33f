/** A cache that several processes share, such as Redis. */

/**
 * The part of unstorage's `Storage` that this package uses, and `takeItem`.
 * @example
 * import { Redis } from 'ioredis';
 *
 * const redis = new Redis(process.env.REDIS_URL);
 * const cache = {
 *   getItem: (key) => redis.get(key),
 *   setItem: (key, value, { ttl }) => redis.set(key, value, 'EX', ttl),
 *   takeItem: (key) => redis.getdel(key),
 * };
 */
export interface SharedCache {
  /** Null or undefined if there is no such item. JSON may come back as text or parsed. */
  getItem: (key: string) => unknown;
  /** `ttl`: seconds after which the item may be dropped. */
  setItem: (key: string, value: string, options?: { ttl: number }) => unknown;
  /**
   * Takes an item out in one atomic step, such as Redis's `GETDEL`. With it, a hand-off code works
   * once whichever process is asked. Without it that is strict within one process; two processes
   * that are asked within the same few milliseconds could both accept a code.
   */
  takeItem?: (key: string) => unknown;
}
