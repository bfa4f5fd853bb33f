/** Random ids and secrets, their hashes, and comparing them. */
import { createHash, createHmac, hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';

/** An opaque id of 24 hex digits, as feed services use them. */
export function randomId(): string {
  return randomBytes(12).toString('hex');
}

/** The ID of a user who was not known before. */
export function newUserId(): string {
  return `email|${randomId()}`;
}

/** 256 random bits, base64url: an access token, a key. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in base64url. Only for secrets of at least 128 random bits: they cannot be guessed, so no slow hash is needed. */
export function hash(text: string | Uint8Array): string {
  return digest('sha256', text, 'base64url');
}

/** HMAC-SHA-256, truncated to 192 bits, base64url. */
export function derive(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, 24).toString('base64url');
}

/** Compares two secrets in a time that does not reveal where they differ. */
export function sameSecret(one: string, other: string): boolean {
  const bytes = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(bytes(one), bytes(other));
}
