/** What a caller gives: checked before it is sent, and never repeated in a message. */
import { isSecureUrl, isWebUrl, withoutTrailingSlash } from '../urls/web-url.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';

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
  if (isWebUrl(value)) return value;
  throw new PrivatePodcastError(
    'bad-input',
    'The feed URL is no http(s) address. Give it as the feed service returned it.',
  );
}

/**
 * A base URL of the configuration, without its trailing slashes.
 * @param field the name of the field, for the message.
 * @throws {PrivatePodcastError} `config` if it is missing, or if a secret must not be sent there.
 */
export function requireBaseUrl(value: string | undefined, field: string): string {
  if (!value) {
    throw new PrivatePodcastError('config', `\`${field}\` is missing. Set it to the base URL.`);
  }
  const url = isWebUrl(value) ? new URL(value) : undefined;
  if (!url || url.search || url.hash || url.username || url.password || !isSecureUrl(value)) {
    throw new PrivatePodcastError(
      'config',
      `\`${field}\` is not a valid base URL. Use an https URL (plain http on loopback only) without a user name, query or fragment.`,
    );
  }
  return withoutTrailingSlash(value);
}
