/** Random names, hashes and comparisons: what the service hands out as a secret, and keeps only as a hash. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** An opaque id of 24 hex digits, the form of a feed service's own. */
export function randomId(): string {
  return randomBytes(12).toString('hex');
}

/** 256 random bits, base64url: an access token, a key. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in base64url. Enough for secrets of 128 bits and more, which nobody can guess. */
export function hash(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** HMAC-SHA-256, cut to 192 bits, base64url. */
export function derive(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, 24).toString('base64url');
}

/** Whether two texts are the same, in a time that tells nothing about where they differ. */
export function sameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
