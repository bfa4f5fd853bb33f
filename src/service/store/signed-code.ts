/**
 * A signed code stands for a member's feed link in a URL, with a few bytes of the caller's. Only
 * the service can make one, and a reset of the feed link ends it. It holds no feed URL.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CurrentFeedLink, FeedLinks } from './feed-links.js';
import type { FeedLink } from './store.js';

export interface SignedCodes {
  /** Returns 38 characters of base64url, and 4 more for every 3 bytes of `data`. */
  sign: (link: FeedLink, data: Buffer) => string;
  /** Returns the feed link and the bytes of a code; `undefined` if it is invalid or revoked. */
  open: (code: string) => Promise<(CurrentFeedLink & { data: Buffer }) | undefined>;
}

/** Bytes of an entitlement ID, and of the authentication code at the end. */
const ID_BYTES = 12;
const MAC_BYTES = 16;
/** No purpose needs a longer code, and a URL can be much longer. */
const CODE = /^[\w-]{38,64}$/;

/**
 * @param feedKey the service's key, from which one for this purpose alone is derived
 * @param purpose a code for one purpose opens nothing for another
 */
export function createSignedCodes(
  feedKey: string,
  purpose: 'consume page' | 'enclosure',
  feedLinks: Pick<FeedLinks, 'current'>,
): SignedCodes {
  const key = createHmac('sha256', feedKey).update(purpose).digest();

  /** Covers the version of the feed link, which a reset changes. */
  const macOf = (head: Buffer, version: number) =>
    createHmac('sha256', key).update(head).update(`:${version}`).digest().subarray(0, MAC_BYTES);

  return {
    sign({ entitlementId, version }, data) {
      const head = Buffer.concat([Buffer.from(entitlementId, 'hex'), data]);
      return Buffer.concat([head, macOf(head, version)]).toString('base64url');
    },

    async open(code) {
      if (!CODE.test(code)) return undefined;
      const bytes = Buffer.from(code, 'base64url');
      const head = bytes.subarray(0, -MAC_BYTES);
      const current = await feedLinks.current(head.toString('hex', 0, ID_BYTES));
      const mac = bytes.subarray(-MAC_BYTES);
      if (!current || !timingSafeEqual(mac, macOf(head, current.link.version))) return undefined;
      return { ...current, data: head.subarray(ID_BYTES) };
    },
  };
}
