/** Addresses: which ones a secret may travel to, and how the interface's base addresses are read. */
import { PrivatePodcastError } from '../podcast/private-podcast-error.js';

/** Whether a value is an absolute http(s) URL. A lone surrogate could not be given back exactly. */
export function isHttpUrl(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^https?:\/\//i.test(value) &&
    !/\p{Cs}/u.test(value) &&
    URL.canParse(value)
  );
}

/** Loopback never leaves the machine (RFC 6761 §6.3, RFC 8252 §8.3). */
function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether a secret may travel to this address: https, or plain http on loopback (RFC 6750 §5.3). */
export function isSecure(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** A base address without its trailing slashes, ready for a path. */
export function withoutTrailingSlash(base: string): string {
  return base.replace(/\/+$/, '');
}

/**
 * Reads a base address out of a configuration.
 * @param field the name of the field, for the message.
 * @throws {PrivatePodcastError} `config` where it is missing or no secret may travel to it.
 */
export function baseAddress(value: string | undefined, field: string): string {
  if (!value) {
    throw new PrivatePodcastError('config', `\`${field}\` is missing. Set it to the base address.`);
  }
  const url = isHttpUrl(value) ? new URL(value) : undefined;
  if (!url || url.search || url.hash || url.username || url.password || !isSecure(value)) {
    throw new PrivatePodcastError(
      'config',
      `\`${field}\` is no base address. Set it to an https address (plain http on loopback only) without user, query and fragment.`,
    );
  }
  return withoutTrailingSlash(value);
}
