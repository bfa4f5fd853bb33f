/** Web URLs: what counts as one, how a relative one is resolved, and where a secret may be sent. */

/** Whether a value is an absolute http(s) URL. One with a lone surrogate is not: it could not be passed on unchanged. */
export function isWebUrl(value: string): boolean;
export function isWebUrl(value: unknown): value is string;
export function isWebUrl(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^https?:\/\//i.test(value) &&
    !/\p{Cs}/u.test(value) &&
    URL.canParse(value)
  );
}

/**
 * A URL as a page gives it, made absolute.
 * @returns `undefined` unless it is http(s).
 */
export function resolveWebUrl(given: string, base?: string): string | undefined {
  if (!URL.canParse(given, base)) return undefined;
  const { href } = new URL(given, base);
  return isWebUrl(href) ? href : undefined;
}

/** Loopback never leaves the machine (RFC 6761 §6.3, RFC 8252 §8.3). */
function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether a secret may be sent to this URL: https, or plain http on loopback (RFC 6750 §5.3). */
export function isSecureUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** A base URL without its trailing slashes, ready for a path. */
export function withoutTrailingSlash(base: string): string {
  return base.replace(/\/+$/, '');
}
