/**
 * Seals values for a cache that others may read or write: a JWE (RFC 7516) whose key is derived from
 * a secret for one entry alone (HKDF, RFC 5869). So the value of one entry does not open as that of
 * another.
 */
import { base64url, EncryptJWT, jwtDecrypt } from 'jose';

type Bytes = Uint8Array<ArrayBuffer>;

export interface SealOptions {
  /** Keeps the keys of one use apart from those of another. */
  purpose: string;
  /** The first one seals, all of them open. Read when one is needed, and never empty. */
  secrets: () => readonly Bytes[];
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface Opened {
  value: unknown;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface Seal {
  /** A name for an entry that only the first secret leads to. It gives nothing of the entry away. */
  nameOf: (entry: string) => Promise<string>;
  /** @param ttl whole seconds for which the value opens. */
  seal: (entry: string, value: unknown, ttl: number) => Promise<string>;
  /** Undefined if it has expired, or was not sealed for this entry with one of the secrets. */
  open: (entry: string, sealed: unknown) => Promise<Opened | undefined>;
}

const encode = (text: string): Bytes => new TextEncoder().encode(text);

/** Makes the functions that seal and open with some secrets. */
export function createSeal({ purpose, secrets, now }: SealOptions): Seal {
  async function derive(secret: Bytes | undefined, use: string, entry: string): Promise<Bytes> {
    if (!secret) throw new TypeError('There is no secret to seal with.');
    const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
    const info = encode(`private-podcast-subscribe ${purpose} ${use}`);
    const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: encode(entry), info };
    return new Uint8Array(await crypto.subtle.deriveBits(hkdf, key, 256));
  }

  return {
    nameOf: async (entry) => base64url.encode(await derive(secrets()[0], 'name', entry)),

    seal: async (entry, value, ttl) =>
      new EncryptJWT({ value })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(now() / 1000 + ttl)
        .encrypt(await derive(secrets()[0], 'key', entry)),

    async open(entry, sealed) {
      if (typeof sealed !== 'string') return undefined;
      for (const secret of secrets()) {
        try {
          const { payload } = await jwtDecrypt<{ value: unknown }>(
            sealed,
            await derive(secret, 'key', entry),
            {
              keyManagementAlgorithms: ['dir'],
              contentEncryptionAlgorithms: ['A256GCM'],
              requiredClaims: ['exp'],
              currentDate: new Date(now()),
            },
          );
          const expiresAt = Math.round(Number(payload.exp) * 1000);
          // jose looks at whole seconds.
          return now() < expiresAt ? { value: payload.value, expiresAt } : undefined;
        } catch {
          // It has expired, or another secret sealed it.
        }
      }
      return undefined;
    },
  };
}
