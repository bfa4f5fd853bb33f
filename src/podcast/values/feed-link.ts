/** Web addresses out of a feed: resolved against the feed's own, and none that a page must not open. */

/** Schemes that run code, read files or start another app: no page, picture or recording is there. */
const UNSAFE =
  /^(?:javascript|data|blob|vbscript|file|filesystem|intent|about|view-source|mailto|tel):/i;
const ABSOLUTE = /^[a-z][a-z\d+.-]*:/i;
const USER_INFO = /^[a-z][a-z\d+.-]*:[/\\]*[^/?#\\]*@/i;

/** What most addresses are; there is nothing more to look at in one. */
const PLAIN = /^https?:\/\/[^\s@\\]+$/;

/** True for an absolute address without code, local files or credentials in it. */
export function isSafeAddress(address: string): boolean {
  if (!ABSOLUTE.test(address)) return false;
  return !UNSAFE.test(address) && !USER_INFO.test(address);
}

/**
 * An address as a feed has it: an absolute one stays as it was written, a relative one is
 * resolved against `baseUrl`. What no page should open is left out.
 */
export function readAddress(written: string, baseUrl?: string): string | undefined {
  if (PLAIN.test(written)) return written;
  // A URL parser skips these within an address, so that `java\nscript:` would pass.
  const address = written.trim().replace(/[\t\r\n]+/g, '');
  if (address === '') return undefined;
  if (ABSOLUTE.test(address)) return isSafeAddress(address) ? address : undefined;
  try {
    const { href } = new URL(address, baseUrl);
    return isSafeAddress(href) ? href : undefined;
  } catch {
    return undefined;
  }
}
