/**
 * Addresses of this service, by which old links are known: a path with its query, whatever the host.
 * Two that differ only in how they are written (RFC 3986 §6.2.2) are one.
 */
import { createHmac } from 'node:crypto';
import { parseUrl } from '../../../urls/web-url.js';
import type { OldLinkKey } from './old-link-index.js';

const KEY_BYTES = 16;
/** Characters whose escape means what they mean (RFC 3986 §2.3), and the colon of a sku. */
const PLAIN = /[\w.~:-]/;

const readEscape = (escape: string): string => {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return PLAIN.test(character) ? character : escape.toUpperCase();
};

/** The path and query of a URL, without what has no meaning in them; `undefined` if it is no URL. */
export function addressOf(url: string): string | undefined {
  const parsed = parseUrl(url);
  return parsed && parsed.pathname.replaceAll(/%[\da-f]{2}/gi, readEscape) + parsed.search;
}

/** Where a member's feed is. */
export const feedAddress = (secret: string, sku: string): string =>
  `/feeds/${secret}/${feedFilename(sku)}`;

/** Name of a product's feed file (docs/interface.md 4.4). */
export const feedFilename = (sku: string): string => `${sku}_private.rss`;

/** Stands for an address, which is as secret as the feed that it leads to. */
export type AddressKey = (address: string) => OldLinkKey;

/** @param feedKey the service's key, from which one for this purpose alone is derived */
export function createAddressKey(feedKey: string): AddressKey {
  const key = createHmac('sha256', feedKey).update('old links').digest();
  return (address) => createHmac('sha256', key).update(address).digest().subarray(0, KEY_BYTES);
}
