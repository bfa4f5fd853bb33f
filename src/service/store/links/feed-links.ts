/** The members' feed URLs, and finding the link of one. */
import { resolveWebUrl } from '../../../urls/web-url.js';
import { sameSecret } from '../../crypto/secrets.js';
import { feedAddress, feedFilename } from './addresses.js';
import type { IndexedLink } from './link-index.js';
import { hashOfSecret, type LinkSecrets, type LinkVersion } from './link-secrets.js';
import type { LiveLinks } from './live-links.js';

/** A member's feed link with everything that decides what it answers. */
export interface FeedLink extends IndexedLink {
  /** The index finds it by this. */
  hash: Buffer;
}

export interface FeedLinks {
  /** Finds the feed link of a feed URL; `undefined` if it never existed or was revoked. */
  find(secret: string, filename: string): Promise<FeedLink | undefined>;
  /** The links of a hash, which alone opens none. */
  ofHash(hash: Buffer): Promise<FeedLink[]>;
  /** Whether a path is that of a link which works, so far as this process knows. */
  isCurrent(path: string): boolean;
  /** The secret of a link: a bearer token. */
  secretOf: (link: LinkVersion) => string;
}

export function createFeedLinks(
  links: Pick<LiveLinks, 'find' | 'index'>,
  { secretOf }: LinkSecrets,
): FeedLinks {
  const ofHash = async (hash: Buffer) =>
    (await links.find(hash)).map((link) => ({ ...link, hash }));

  return {
    async find(secret, filename) {
      const found = await ofHash(hashOfSecret(secret));
      // Eight bytes find it. What opens it is the secret as it is derived.
      return found.find(
        (link) => filename === feedFilename(link.sku) && sameSecret(secret, secretOf(link)),
      );
    },
    ofHash,
    isCurrent(path) {
      const [, secret = ''] = /^\/feeds\/([\w-]{32})\//.exec(path) ?? [];
      return secret !== '' && links.index.find(hashOfSecret(secret)).length > 0;
    },
    secretOf,
  };
}

export const feedUrl = (baseUrl: string, secret: string, sku: string): string =>
  `${baseUrl}${feedAddress(secret, sku)}`;

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
