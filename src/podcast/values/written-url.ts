/** URLs as a feed writes them: relative ones, and with white space in and around them. */
import { parseUrl } from '../../urls/web-url.js';
import { isSafeUrl, MAX_URL_LENGTH } from './safe-url.js';

/**
 * Reads a URL as written in a feed.
 * @returns an absolute URL as it was written, or a relative one resolved against `baseUrl`;
 *   undefined if `isSafeUrl` refuses it
 */
export function resolveUrl(written: string, baseUrl?: string): string | undefined {
  // URL parsers ignore tabs and line breaks inside a URL, so `java\nscript:` would be a scheme.
  const url = written.trim().replace(/[\t\r\n]/g, '');
  const absolute = absoluteUrl(url, baseUrl);
  return absolute !== undefined && isSafeUrl(absolute) ? absolute : undefined;
}

/** A URL with any scheme: as written if it is absolute, else resolved. Not safe to link to. */
export function absoluteUrl(written: string, baseUrl?: string): string | undefined {
  const url = written.trim();
  if (url === '' || url.length > MAX_URL_LENGTH) return undefined;
  if (/^[a-z][a-z\d+.-]*:/i.test(url)) return url;
  return parseUrl(url, baseUrl)?.href;
}
