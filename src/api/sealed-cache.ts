/**
 * What the client keeps in the cache that its processes share. Entries are encrypted with a key from
 * the client secret, and their names tell nobody whose they are: who can read the cache learns
 * nothing, and who can write to it cannot pass one member's entry off as another's.
 */
import { base64url } from 'jose';
import type { SharedCache } from './cache/shared-cache.js';
import { readJson } from './http.js';
import { createCircuitBreaker } from './cache/circuit-breaker.js';
import { BoundedMap } from './cache/bounded-map.js';

export interface SealedCache {
  /** What was written under a name; undefined if it is not there, expired, or not ours. */
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

const NONCE_BYTES = 12;
/** Marks an entry, and keeps caches that parse what looks like a number from doing so. */
const VERSION = 'v1.';

/** Entries that one process remembers in the clear. */
const MAX_RECENT = 10_000;

interface Entry {
  value: unknown;
  /** Milliseconds since 1970. */
  until: number;
}

const encode = (text: string) => new TextEncoder().encode(text);

async function keysOf(secret: string): Promise<{ sealing: CryptoKey; naming: CryptoKey }> {
  const base = await crypto.subtle.importKey('raw', encode(secret), 'HKDF', false, ['deriveBits']);
  const bitsFor = (purpose: string) =>
    crypto.subtle.deriveBits(
      {
        name: 'HKDF',
        hash: 'SHA-256',
        salt: new Uint8Array(),
        info: encode(`private-podcast-subscribe cache ${purpose}`),
      },
      base,
      256,
    );
  const [sealing, naming] = await Promise.all([bitsFor('sealing'), bitsFor('naming')]);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return {
    sealing: await crypto.subtle.importKey('raw', sealing, 'AES-GCM', false, [
      'encrypt',
      'decrypt',
    ]),
    naming: await crypto.subtle.importKey('raw', naming, hmac, false, ['sign']),
  };
}

/** Makes the sealed view of a shared cache. A cache that fails is done without. */
export function createSealedCache({ cache, secret, now }: SealedCacheOptions): SealedCache {
  let keys: ReturnType<typeof keysOf> | undefined;
  const ask = createCircuitBreaker(now);

  /** Names and opened entries, so that a warm answer costs no cryptography. */
  const names = new BoundedMap<string>(MAX_RECENT);
  const openedItems = new BoundedMap<{ item: string; entry: Entry }>(MAX_RECENT);

  async function entryOf(kind: string, name: readonly (string | undefined)[]) {
    const { naming, sealing } = await (keys ??= keysOf(secret()));
    const text = JSON.stringify([kind, ...name.map((part) => part ?? null)]);
    let key = names.get(text);
    if (key === undefined) {
      const mac = await crypto.subtle.sign('HMAC', naming, encode(text));
      key = `private-podcast-subscribe:${kind}:${base64url.encode(new Uint8Array(mac))}`;
      names.set(text, key);
    }
    return { key, sealing };
  }

  async function open(item: string, key: string, sealing: CryptoKey): Promise<Entry> {
    const known = openedItems.get(key);
    if (known?.item === item) return known.entry;
    const sealed = new Uint8Array(base64url.decode(item.slice(VERSION.length)));
    const iv = sealed.subarray(0, NONCE_BYTES);
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData: encode(key) },
      sealing,
      sealed.subarray(NONCE_BYTES),
    );
    const entry = readJson(new TextDecoder().decode(opened)) as Entry;
    openedItems.set(key, { item, entry });
    return entry;
  }

  return {
    async read(kind, name) {
      const { key, sealing } = await entryOf(kind, name);
      const item = await ask(() => cache.getItem(key));
      if (typeof item !== 'string' || !item.startsWith(VERSION)) return undefined;
      try {
        const { value, until } = await open(item, key, sealing);
        return now() < until ? value : undefined;
      } catch {
        // Another secret, or somebody else's entry.
        return undefined;
      }
    },

    async write(kind, name, value, ttl) {
      const seconds = Math.floor(ttl);
      if (seconds < 1) return;
      const { key, sealing } = await entryOf(kind, name);
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const text = JSON.stringify({ value, until: now() + ttl * 1000 });
      const sealed = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: encode(key) },
        sealing,
        encode(text),
      );
      const bytes = new Uint8Array([...iv, ...new Uint8Array(sealed)]);
      await ask(() => cache.setItem(key, VERSION + base64url.encode(bytes), { ttl: seconds }));
    },
  };
}
