/** A cache that several processes share, such as Redis through unstorage. */

/** The part of an unstorage `Storage` that this package uses. */
export interface SharedCache {
  /** Null or undefined where there is none; a JSON text may come back read. */
  getItem: (key: string) => unknown;
  /** `ttl` in seconds, after which the item may go. */
  setItem: (key: string, value: string, options?: { ttl: number }) => unknown;
}
