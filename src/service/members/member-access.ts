/**
 * The one way to a member's link (docs/interface.md 4.2 to 4.4): from an e-mail address to the
 * user, the entitlement to a product, and the private feed. Each step looks before it writes, so
 * a member who is known costs the database no write.
 */
import { findProduct, type Product } from '../catalogue/catalogue.js';
import { mayHear } from '../ledger/grant.js';
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import { feedUrl } from '../store/links/feed-links.js';
import type { LinkSecrets } from '../store/links/link-secrets.js';
import type { Entitlements } from '../store/entitlements.js';
import type { StoredEntitlement, User } from '../store/store.js';

/** An entitlement of a user who has access to its product now. */
export interface Entitled {
  entitlement: StoredEntitlement;
  product: Product;
}

/** A member's link to a product: the private feed, and the show in a streaming-music app. */
export interface MemberLink {
  /** A bearer secret. */
  feedUrl: string;
  title: string;
  sku: string;
  streamingUrl: string | undefined;
  streamingLinkUrl: string | undefined;
}

export interface MemberAccess {
  /** 4.3: a user's entitlement to a product, from one origin; `undefined` without access. */
  onboard(user: User, product: Product, origin: string): Promise<Entitled | undefined>;
  /**
   * 4.4: an entitlement of this user. `entitled` is undefined while the user has no access.
   * @returns undefined if there is no such entitlement, or it is another user's.
   */
  find(
    entitlementId: string,
    userId: string,
  ): Promise<{ entitled: Entitled | undefined } | undefined>;
  /** 4.4: the current link. */
  link(entitled: Entitled, baseUrl: string): MemberLink;
  /** Puts a new link in place of the current one. Those that the user has from other origins end too. */
  renewLink(entitled: Entitled, baseUrl: string): Promise<MemberLink>;
}

/** The link to a product by the secret of a feed link. */
function memberLink(
  { title, sku, streamingUrl, streamingLinkUrl }: Product,
  secret: string,
  baseUrl: string,
): MemberLink {
  return { feedUrl: feedUrl(baseUrl, secret, sku), title, sku, streamingUrl, streamingLinkUrl };
}

export interface MemberAccessSources {
  catalogue: LiveCatalogue;
  entitlements: Entitlements;
  /** When a user's access to a product by grants ends. */
  endOf: (userId: string, sku: string) => Promise<Date | undefined>;
  secrets: Pick<LinkSecrets, 'secretOf'>;
  now: () => Date;
}

export function createMemberAccess(sources: MemberAccessSources): MemberAccess {
  const { catalogue, entitlements, endOf, secrets, now } = sources;
  const isOpen = (product: Product, endsAt: Date | undefined) => mayHear(product, endsAt, now());
  const link = ({ entitlement, product }: Entitled, baseUrl: string) =>
    memberLink(product, secrets.secretOf(entitlement), baseUrl);

  return {
    async onboard(user, product, origin) {
      const key = { userId: user.id, sku: product.sku, origin };
      const known = await entitlements.of(key);
      const endsAt = known ? known.endsAt : await endOf(user.id, product.sku);
      if (!isOpen(product, endsAt)) return undefined;
      const entitlement = known ?? (await entitlements.add(key));
      return entitlement && { entitlement, product };
    },

    async find(entitlementId, userId) {
      const entitlement = await entitlements.find(entitlementId, userId);
      if (!entitlement) return undefined;
      const product = findProduct(catalogue.current, entitlement.sku);
      const isEntitled = product && isOpen(product, entitlement.endsAt);
      return { entitled: isEntitled ? { entitlement, product } : undefined };
    },

    link,

    async renewLink({ entitlement, product }, baseUrl) {
      const { entitlementId, user } = entitlement;
      await entitlements.resetLinks(user.id, product.sku);
      const renewed = await entitlements.find(entitlementId, user.id);
      return link({ entitlement: renewed ?? entitlement, product }, baseUrl);
    },
  };
}
