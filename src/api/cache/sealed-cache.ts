/**
 * Holds entries of the client in the cache that its processes share. They are sealed with the client
 * secret, and their names tell nobody whose they are: who can read the cache learns nothing, and who
 * can write to it cannot pass one member's entry off as another's.
 */
import { BoundedMap } from './bounded-map.js';
import { createCircuitBreaker } from './circuit-breaker.js';
import { createSeal, type Opened } from './seal.js';
import type { SharedCache } from './shared-cache.js';

export interface SealedCache {
  /** The value under a name; undefined if it is absent, has expired, or is not ours. */
  read: (kind: string, name: readonly (string | undefined)[]) => Promise<unknown>;
  /** @param ttl seconds. */
  write: (
    kind: string,
    name: readonly (string | undefined)[],
    value: unknown,
    ttl: number,
  ) => Promise<void>;
}

export interface SealedCacheOptions {
  cache: SharedCache;
  /** Read when it is needed, so that a missing one is reported by the call that needs it. */
  secret: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Entries that one process remembers in the clear. */
const MAX_REMEMBERED = 10_000;

/** Makes the sealed view of a shared cache. If the cache fails, the client works without it. */
export function createSealedCache({ cache, secret, now }: SealedCacheOptions): SealedCache {
  const secrets = () => [new TextEncoder().encode(secret())];
  const { nameOf, seal, open } = createSeal({ purpose: 'cache', secrets, now });
  const ask = createCircuitBreaker(now);

  /** Keys and opened entries, so that a warm answer costs no cryptography. */
  const keys = new BoundedMap<string>(MAX_REMEMBERED);
  const openedItems = new BoundedMap<{ item: string; opened: Opened }>(MAX_REMEMBERED);

  async function keyOf(kind: string, name: readonly (string | undefined)[]): Promise<string> {
    const entry = JSON.stringify([kind, ...name.map((part) => part ?? null)]);
    const known = keys.get(entry);
    if (known !== undefined) return known;
    const key = `private-podcast-subscribe:${kind}:${await nameOf(entry)}`;
    keys.set(entry, key);
    return key;
  }

  async function openOnce(key: string, item: unknown): Promise<Opened | undefined> {
    if (typeof item !== 'string') return undefined;
    const known = openedItems.get(key);
    if (known?.item === item) return known.opened;
    const opened = await open(key, item);
    if (opened) openedItems.set(key, { item, opened });
    return opened;
  }

  return {
    async read(kind, name) {
      const key = await keyOf(kind, name);
      const opened = await openOnce(key, await ask(() => cache.getItem(key)));
      return opened && now() < opened.expiresAt ? opened.value : undefined;
    },

    async write(kind, name, value, ttl) {
      const seconds = Math.floor(ttl);
      if (seconds < 1) return;
      const key = await keyOf(kind, name);
      const sealed = await seal(key, value, seconds);
      await ask(() => cache.setItem(key, sealed, { ttl: seconds }));
    },
  };
}
