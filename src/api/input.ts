/** What a caller gives: checked before it is sent, and never repeated in a message. */
import { isHttpUrl } from './address.js';
import { PrivatePodcastError } from '../podcast/private-podcast-error.js';

/**
 * An ID that goes into a path, a query or a body. `.` and `..` would change the path.
 * @throws {PrivatePodcastError} `bad-input`, naming the field.
 */
export function requireId(value: unknown, field: string): string {
  if (
    typeof value !== 'string' ||
    value.length > 512 ||
    !/^[^\s\p{Cc}\p{Cs}]+$/u.test(value) ||
    /^\.{1,2}$/.test(value)
  ) {
    throw new PrivatePodcastError(
      'bad-input',
      `\`${field}\` is not usable. Give it as the feed service's operator or an earlier call gave it.`,
    );
  }
  return value;
}

/**
 * An e-mail address; whether it exists is for the service to say (RFC 5321 §4.5.3.1 for the length).
 * @throws {PrivatePodcastError} `bad-input`
 */
export function requireEmail(value: unknown): string {
  if (
    typeof value !== 'string' ||
    value.length > 254 ||
    !/^[^\s\p{Cc}\p{Cs}@]+@[^\s\p{Cc}\p{Cs}@]+$/u.test(value)
  ) {
    throw new PrivatePodcastError(
      'bad-input',
      "`email` is no e-mail address. Give the address of the publisher's logged-in member.",
    );
  }
  return value;
}

/**
 * A feed URL.
 * @throws {PrivatePodcastError} `bad-input`
 */
export function requireFeedUrl(value: unknown): string {
  if (isHttpUrl(value)) return value;
  throw new PrivatePodcastError(
    'bad-input',
    'The feed URL is no http(s) address. Give it as the feed service returned it.',
  );
}
