/**
 * What stands for a member's feed in the URL of a consume page. The feed URL itself is never in
 * an address bar, a history entry or a referrer; a code opens for a limited time, and is worth
 * nothing once the feed link was reset.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { feedUrl, type FeedLinks } from '../store/feed-links.js';

export interface PageCodes {
  /**
   * A code for a feed. For a feed of this service it has 43 characters, so that a page's URL fits
   * a QR code of 41 modules; a foreign feed URL is encrypted into a longer one.
   * @param seconds how long the code opens the page.
   * @returns `undefined` if the feed URL is ours and no longer valid.
   */
  create: (feed: FeedReference, seconds: number) => Promise<string | undefined>;
  /** The feed that a code stands for, or why there is none. */
  open: (code: string, baseUrl: string) => Promise<OpenedCode | 'expired' | 'dead'>;
}

/** A feed of this service by the secret in its URL, or any other by its URL. */
export type FeedReference = { secret: string } | { url: string };

export interface OpenedCode {
  feedUrl: string;
  /** For a code of the same feed. */
  reference: FeedReference;
}

/** Bytes of an entitlement ID, of the expiry, and of the authentication code. */
const ID_BYTES = 12;
const EXPIRY_BYTES = 4;
const MAC_BYTES = 16;
const OWN_CODE = /^[\w-]{43}$/;

/** @param feedKey the service's key, from which one for this purpose alone is derived. */
export function createPageCodes(feedKey: string, feedLinks: FeedLinks, now: () => Date): PageCodes {
  const key = createHmac('sha256', feedKey).update('consume page').digest();
  const secondsNow = () => Math.floor(now().getTime() / 1000);

  /** Covers the version of the feed link: after a reset no old code opens anything. */
  const macOf = (head: Buffer, version: number) =>
    createHmac('sha256', key).update(head).update(`:${version}`).digest().subarray(0, MAC_BYTES);

  async function createOwn(secret: string, seconds: number): Promise<string | undefined> {
    const link = await feedLinks.find(secret);
    if (!link) return undefined;
    const head = Buffer.alloc(ID_BYTES + EXPIRY_BYTES);
    head.write(link.entitlementId, 'hex');
    head.writeUInt32BE(secondsNow() + seconds, ID_BYTES);
    return Buffer.concat([head, macOf(head, link.version)]).toString('base64url');
  }

  async function openOwn(code: string, baseUrl: string): Promise<OpenedCode | 'expired' | 'dead'> {
    const bytes = Buffer.from(code, 'base64url');
    const head = bytes.subarray(0, ID_BYTES + EXPIRY_BYTES);
    const current = await feedLinks.current(head.toString('hex', 0, ID_BYTES));
    const mac = bytes.subarray(head.length);
    if (!current || !timingSafeEqual(mac, macOf(head, current.link.version))) return 'dead';
    if (head.readUInt32BE(ID_BYTES) <= secondsNow()) return 'expired';
    const { link, secret } = current;
    return { feedUrl: feedUrl(baseUrl, secret, link.sku), reference: { secret } };
  }

  const seal = (url: string, seconds: number) =>
    new EncryptJWT({ url })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setExpirationTime(secondsNow() + seconds)
      .encrypt(key);

  async function unseal(code: string): Promise<OpenedCode | 'expired' | 'dead'> {
    try {
      const { payload } = await jwtDecrypt<{ url: string }>(code, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        requiredClaims: ['exp', 'url'],
        currentDate: now(),
      });
      return { feedUrl: payload.url, reference: { url: payload.url } };
    } catch (error) {
      return error instanceof errors.JWTExpired ? 'expired' : 'dead';
    }
  }

  return {
    create: async (feed, seconds) =>
      'secret' in feed ? createOwn(feed.secret, seconds) : seal(feed.url, seconds),
    open: (code, baseUrl) => (OWN_CODE.test(code) ? openOwn(code, baseUrl) : unseal(code)),
  };
}
