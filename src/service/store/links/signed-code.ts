/**
 * A signed code stands for a member's feed link in a URL, with a few bytes of the caller's. Only
 * the service can make one, and a reset of the feed link ends it. It holds no feed URL.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FeedLink, FeedLinks } from './feed-links.js';
import { HASH_BYTES } from './link-secrets.js';

export interface SignedCodes {
  /** Returns 32 characters of base64url, and 4 more for every 3 bytes of `data`. */
  sign: (link: FeedLink, data: Buffer) => string;
  /** Returns the feed link and the bytes of a code; `undefined` if it is invalid or revoked. */
  open: (code: string) => Promise<{ link: FeedLink; data: Buffer } | undefined>;
}

/** Bytes of the authentication code at the end. */
const MAC_BYTES = 16;
/** No purpose needs a longer code, and a URL can be much longer. */
const CODE = /^[\w-]{32,64}$/;

/**
 * @param feedKey the service's key, from which one for this purpose alone is derived
 * @param purpose a code for one purpose opens nothing for another
 */
export function createSignedCodes(
  feedKey: string,
  purpose: 'consume page' | 'enclosure',
  feedLinks: Pick<FeedLinks, 'ofHash'>,
): SignedCodes {
  const key = createHmac('sha256', feedKey).update(purpose).digest();

  /** Covers entitlement and version, for which a reset makes another link. */
  const macOf = (head: Buffer, { entitlementId, version }: FeedLink) =>
    createHmac('sha256', key)
      .update(head)
      .update(`:${entitlementId}:${version}`)
      .digest()
      .subarray(0, MAC_BYTES);

  return {
    sign(link, data) {
      const head = Buffer.concat([link.hash, data]);
      return Buffer.concat([head, macOf(head, link)]).toString('base64url');
    },

    async open(code) {
      if (!CODE.test(code)) return undefined;
      const bytes = Buffer.from(code, 'base64url');
      const head = bytes.subarray(0, -MAC_BYTES);
      const mac = bytes.subarray(-MAC_BYTES);
      const links = await feedLinks.ofHash(head.subarray(0, HASH_BYTES));
      const link = links.find((each) => timingSafeEqual(mac, macOf(head, each)));
      return link && { link, data: head.subarray(HASH_BYTES) };
    },
  };
}
