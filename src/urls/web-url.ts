/** Web URLs: what counts as one, how a relative one is resolved, and where a secret may be sent. */

/**
 * A parsed URL, or `undefined` if the text is none.
 *
 * `URL.canParse` must not be used for this: once V8 has compiled the calling code, Node 20 and 22
 * answer `false` for hosts such as `bücher.example`.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Whether a value is an absolute http(s) URL. A text with a lone surrogate is not: no link could carry it unchanged. */
export function isWebUrl(value: string): boolean;
export function isWebUrl(value: unknown): value is string;
export function isWebUrl(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^https?:\/\//i.test(value) &&
    !/\p{Cs}/u.test(value) &&
    parseUrl(value) !== undefined
  );
}

/**
 * The absolute form of a URL that may be relative to `base`.
 * @returns `undefined` unless the result is http(s)
 */
export function resolveWebUrl(text: string, base?: string): string | undefined {
  const href = parseUrl(text, base)?.href;
  return isWebUrl(href) ? href : undefined;
}

/** Requests to loopback never leave the machine (RFC 6761 section 6.3, RFC 8252 section 8.3). */
function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Whether a secret may be sent to a URL: over https, or over plain http to loopback (RFC 6750
 * section 5.3).
 * @param url absolute URL
 * @throws {TypeError} if it is not
 */
export function isSecureUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** A base URL without trailing slashes, so that a path can be appended. */
export function withoutTrailingSlash(base: string): string {
  // `/\/+$/` would take quadratic time on many slashes that are not at the end.
  let end = base.length;
  while (base[end - 1] === '/') end--;
  return base.slice(0, end);
}
