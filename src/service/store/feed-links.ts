/**
 * The members' feed URLs. The secret in one is derived from the feed key, the entitlement and
 * a version. So every call returns the same URL although only its hash is stored, and
 * incrementing the version revokes it.
 */
import { resolveWebUrl } from '../../urls/web-url.js';
import { derive, hash, sameSecret } from './secrets.js';
import type { FeedLink, Store } from './store.js';

export function createFeedLinks(store: Store, feedKey: string) {
  const secretOf = (entitlementId: string, version: number) =>
    derive(feedKey, `${entitlementId}:${version}`);

  return {
    /** The secret of an entitlement's feed URL: 192 bits, base64url. */
    async secretFor(entitlementId: string): Promise<string> {
      // Another attempt is only needed when the link is reset between the two statements.
      for (;;) {
        const version = await store.feedLinkVersion(entitlementId);
        const secret = secretOf(entitlementId, version);
        if (await store.setFeedLinkHash(entitlementId, version, hash(secret))) return secret;
      }
    },

    /** Finds the feed link of a secret; `undefined` if it never existed or was revoked. */
    async find(secret: string): Promise<FeedLink | undefined> {
      const link = await store.feedLinkByHash(hash(secret));
      if (!link || !sameSecret(secret, secretOf(link.entitlementId, link.version)))
        return undefined;
      return link;
    },

    /** An entitlement's feed link as it is now, with the secret of its URL. */
    async current(entitlementId: string): Promise<{ link: FeedLink; secret: string } | undefined> {
      const link = await store.feedLinkOf(entitlementId);
      return link && { link, secret: secretOf(entitlementId, link.version) };
    },
  };
}

export type FeedLinks = ReturnType<typeof createFeedLinks>;

/** Name of a product's feed file (docs/interface.md 4.4). */
export function feedFilename(sku: string): string {
  return `${sku}_private.rss`;
}

export function feedUrl(baseUrl: string, secret: string, sku: string): string {
  return `${baseUrl}/feeds/${secret}/${feedFilename(sku)}`;
}

/** Secret and file name of a feed URL that this service gave out. */
export function readFeedUrl(
  url: string,
  baseUrl: string,
): { secret: string; filename: string } | undefined {
  const prefix = `${baseUrl}/feeds/`;
  const href = resolveWebUrl(url);
  if (!href?.startsWith(prefix)) return undefined;
  const [secret = '', filename = ''] = href.slice(prefix.length).split(/[/?#]/);
  // Of the characters of a sku, only `:` may come percent-encoded.
  return { secret, filename: filename.replaceAll(/%3a/gi, ':') };
}
