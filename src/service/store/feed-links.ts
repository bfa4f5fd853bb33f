/**
 * The members' feed URLs. The secret in one is derived from the feed key, the entitlement and
 * a version. So every call returns the same URL although only its hash is stored, and
 * incrementing the version revokes it.
 */
import { resolveWebUrl } from '../../urls/web-url.js';
import { derive, hash, sameSecret } from './secrets.js';
import type { FeedLink, Store } from './store.js';

/** An entitlement's feed link as it is now, with the secret of its URL. */
export interface CurrentFeedLink {
  link: FeedLink;
  secret: string;
}

export interface FeedLinks {
  /** The secret of an entitlement's feed URL: 192 bits, base64url. The link is added if it is new. */
  secretFor(entitlementId: string): Promise<string>;
  /** Finds the feed link of a feed URL; `undefined` if it never existed or was revoked. */
  find(secret: string, filename: string): Promise<FeedLink | undefined>;
  /** An entitlement's feed link as it is now. */
  current(entitlementId: string): Promise<CurrentFeedLink | undefined>;
}

export function createFeedLinks(store: Store, feedKey: string): FeedLinks {
  const secretOf = (entitlementId: string, version: number) =>
    derive(feedKey, `${entitlementId}:${version}`);

  return {
    async secretFor(entitlementId) {
      // Another attempt is only needed when the link is reset between the two statements.
      for (;;) {
        const stored = await store.feedLinkVersion(entitlementId);
        const version = stored?.version ?? 1;
        const secret = secretOf(entitlementId, version);
        const secretHash = hash(secret);
        if (stored?.secretHash === secretHash) return secret;
        if (await store.putFeedLink(entitlementId, version, secretHash)) return secret;
      }
    },

    async find(secret, filename) {
      const link = await store.feedLinkByHash(hash(secret));
      if (!link || filename !== feedFilename(link.sku)) return undefined;
      if (link.isChecked) return link;
      // The hash alone would also let in a secret that another feed key made.
      if (!sameSecret(secret, secretOf(link.entitlementId, link.version))) return undefined;
      // A link from memory is checked once. A set of those would cost memory for each member.
      link.isChecked = true;
      return link;
    },

    async current(entitlementId) {
      const link = await store.feedLinkOf(entitlementId);
      return link && { link, secret: secretOf(entitlementId, link.version) };
    },
  };
}

/** Name of a product's feed file (docs/interface.md 4.4). */
export function feedFilename(sku: string): string {
  return `${sku}_private.rss`;
}

export function feedUrl(baseUrl: string, secret: string, sku: string): string {
  return `${baseUrl}/feeds/${secret}/${feedFilename(sku)}`;
}

/** A feed URL of this service. The link is missing if the URL never worked or was revoked. */
export interface OwnFeed {
  link: FeedLink | undefined;
}

/** Finds the link of a feed URL by what follows `/feeds/` in it. */
function findByPath(feedLinks: FeedLinks, path: string): Promise<FeedLink | undefined> {
  const [secret = '', filename = ''] = path.split(/[/?#]/);
  // Of the characters of a sku, only `:` may come percent-encoded.
  return feedLinks.find(secret, filename.replaceAll(/%3a/gi, ':'));
}

/**
 * The feed of this service at a URL. A service has many names (its public URL, `localhost`, an IP
 * address), and knows only some of them; but a secret of ours shows that the feed is ours.
 * @param baseUrls base URLs that the service knows itself by
 */
export async function findOwnFeed(
  feedLinks: FeedLinks,
  url: string,
  baseUrls: readonly string[],
): Promise<OwnFeed | undefined> {
  const href = resolveWebUrl(url) ?? '';
  const base = baseUrls.find((one) => href.startsWith(`${one}/feeds/`));
  if (base !== undefined) {
    return { link: await findByPath(feedLinks, href.slice(`${base}/feeds/`.length)) };
  }
  const [, path] = /\/feeds\/([\w-]{32}\/[^/?#]+)(?:[?#]|$)/.exec(href) ?? [];
  const link = path === undefined ? undefined : await findByPath(feedLinks, path);
  return link && { link };
}
