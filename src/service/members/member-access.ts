/**
 * The one way to a member's link (docs/interface.md 4.2 to 4.4): from an e-mail address to the
 * user, the entitlement to a product, and the private feed. Each step looks before it writes, so
 * a member who is known costs the database no write.
 */
import type { HasAccess } from '../catalogue/access.js';
import { findProduct, type Product } from '../catalogue/catalogue.js';
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import { feedUrl, type FeedLinks } from '../store/feed-links.js';
import { randomId } from '../store/secrets.js';
import type { Store, User } from '../store/store.js';

/** An entitlement of a user who has access to its product now. */
export interface Entitled {
  entitlementId: string;
  user: User;
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
  /** 4.2: the user of an e-mail address (in lower case), who is added if unknown. */
  requireUser(email: string): Promise<User>;
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
  link(entitled: Entitled, baseUrl: string): Promise<MemberLink>;
  /** 13.5: a new link in place of the current one. Those that the user has from other origins end too. */
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
  hasAccess: HasAccess;
  store: Store;
  feedLinks: FeedLinks;
}

export function createMemberAccess(sources: MemberAccessSources): MemberAccess {
  const { catalogue, hasAccess, store, feedLinks } = sources;

  async function link({ entitlementId, product }: Entitled, baseUrl: string): Promise<MemberLink> {
    return memberLink(product, await feedLinks.secretFor(entitlementId), baseUrl);
  }

  return {
    requireUser: async (email) =>
      (await store.userByEmail(email)) ?? store.addUser({ id: `email|${randomId()}`, email }),

    async onboard(user, product, origin) {
      if (!(await hasAccess(product, user.email))) return undefined;
      const entitlement = { userId: user.id, sku: product.sku, origin };
      const entitlementId =
        (await store.entitlementId(entitlement)) ??
        (await store.addEntitlement({ id: randomId(), ...entitlement }));
      return { entitlementId, user, product };
    },

    async find(entitlementId, userId) {
      const found = await store.entitlement(entitlementId, userId);
      if (!found) return undefined;
      const { sku, user } = found;
      const product = findProduct(catalogue.current, sku);
      const isOpen = product && (await hasAccess(product, user.email));
      return { entitled: isOpen ? { entitlementId, user, product } : undefined };
    },

    link,

    async renewLink(entitled, baseUrl) {
      await store.resetFeedLinks(entitled.user.id, entitled.product.sku);
      return link(entitled, baseUrl);
    },
  };
}
