/**
 * The codes that stand for a feed in the URL of a consume page. The feed URL itself is never in an
 * address bar, a history entry or a referrer; a code opens for a limited time, and one for a feed
 * of this service opens nothing once the feed link was reset.
 */
import { createHmac } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { feedUrl, type FeedLink, type FeedLinks } from '../../store/links/feed-links.js';
import { createSignedCodes } from '../../store/links/signed-code.js';

/** A feed of this service by its link, or any other by its URL. */
export type FeedReference = { link: FeedLink } | { url: string };

export interface OpenedPage {
  feedUrl: string;
  feed: FeedReference;
}

export interface PageCodes {
  /**
   * A code for a feed. For a feed of this service it has 38 characters, so that a page's URL fits
   * a QR code of 41 modules; a foreign feed URL is encrypted into a longer one.
   * @param expiresIn seconds for which the code opens the page
   */
  create: (feed: FeedReference, expiresIn: number) => Promise<string>;
  /** The feed that a code stands for, or why there is none. */
  open: (code: string, baseUrl: string) => Promise<OpenedPage | 'expired' | 'dead'>;
}

/** Bytes of the time at which a code expires, in seconds since 1970. */
const EXPIRY_BYTES = 4;
const SIGNED_CODE = /^[\w-]{38}$/;

/** @param feedKey the service's key, from which those of the codes are derived */
export function createPageCodes(feedKey: string, feedLinks: FeedLinks, now: () => Date): PageCodes {
  const signed = createSignedCodes(feedKey, 'consume page', feedLinks);
  const sealKey = createHmac('sha256', feedKey).update('consume page of a foreign feed').digest();
  const secondsNow = () => Math.floor(now().getTime() / 1000);

  function sign(link: FeedLink, expiresIn: number): string {
    const expiry = Buffer.alloc(EXPIRY_BYTES);
    expiry.writeUInt32BE(secondsNow() + expiresIn);
    return signed.sign(link, expiry);
  }

  async function openSigned(
    code: string,
    baseUrl: string,
  ): Promise<OpenedPage | 'expired' | 'dead'> {
    const opened = await signed.open(code);
    if (!opened) return 'dead';
    const { link, data } = opened;
    if (data.readUInt32BE() <= secondsNow()) return 'expired';
    return { feedUrl: feedUrl(baseUrl, feedLinks.secretOf(link), link.sku), feed: { link } };
  }

  const seal = (url: string, expiresIn: number) =>
    new EncryptJWT({ url })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setExpirationTime(secondsNow() + expiresIn)
      .encrypt(sealKey);

  async function unseal(code: string): Promise<OpenedPage | 'expired' | 'dead'> {
    try {
      const { payload } = await jwtDecrypt<{ url: string }>(code, sealKey, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        requiredClaims: ['exp', 'url'],
        currentDate: now(),
      });
      return { feedUrl: payload.url, feed: { url: payload.url } };
    } catch (error) {
      return error instanceof errors.JWTExpired ? 'expired' : 'dead';
    }
  }

  return {
    create: async (feed, expiresIn) =>
      'link' in feed ? sign(feed.link, expiresIn) : seal(feed.url, expiresIn),
    open: (code, baseUrl) => (SIGNED_CODE.test(code) ? openSigned(code, baseUrl) : unseal(code)),
  };
}
