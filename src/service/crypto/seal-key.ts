/**
 * Seals a value that the database keeps with a key that it does not have: a JWE (RFC 7516), encrypted
 * with AES-256-GCM under a key derived from the operator's (HKDF, RFC 5869).
 */
import { hkdfSync } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';

export interface SealKey {
  seal(value: string): Promise<string>;
  /** Undefined if another key sealed it. */
  open(sealed: string): Promise<string | undefined>;
}

/** 256 bits in Base64 have 44 characters, in hexadecimal 64. */
const MIN_LENGTH = 32;
const INFO = 'private-podcast-service feed key';
/** The header of the JWE begins with `{"`. No key of feed links has five parts. */
const SEALED = /^eyJ[\w-]*(?:\.[\w-]*){4}$/;

export const isSealed = (value: string): boolean => SEALED.test(value);

/**
 * @param text 32 random bytes in Base64 or hexadecimal, or any text of at least 32 characters
 * @param name what the operator knows it by
 * @throws {PrivatePodcastError} `config` if it is shorter.
 */
export function readSealKey(text: string, name: string): SealKey {
  const secret = text.trim();
  if (secret.length < MIN_LENGTH) {
    throw new PrivatePodcastError(
      'config',
      `${name} has ${secret.length} characters, but needs at least ${MIN_LENGTH}. Make one with: openssl rand -base64 32`,
    );
  }
  const key = new Uint8Array(hkdfSync('sha256', secret, '', INFO, 32));
  return {
    seal: (value) =>
      new CompactEncrypt(new TextEncoder().encode(value))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key),
    async open(sealed) {
      try {
        const { plaintext } = await compactDecrypt(sealed, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        });
        return new TextDecoder().decode(plaintext);
      } catch {
        return undefined;
      }
    },
  };
}
