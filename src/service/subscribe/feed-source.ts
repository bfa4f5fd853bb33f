/** Members' feeds for the subscribe handler, from this service's own database. */
import type { FeedSource } from '../../publisher/handler/handler-options.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import {
  requireMember,
  type MemberAndProduct,
  type PrivateFeed,
} from '../../api/flow/private-feed.js';
import { findProduct } from '../catalogue/catalogue.js';
import { emailAddressSchema } from '../catalogue/email-address.js';
import type { RouteContext } from '../routes/route-context.js';
import { feedUrl } from '../store/feed-links.js';
import { randomId } from '../store/secrets.js';
import type { Store, User } from '../store/store.js';

/** Origin of the entitlements (docs/interface.md 4.3), the same as the client sends. */
const ORIGIN = 'EXTERNAL';

/** Finds a member, or creates one who is known by e-mail address. */
async function findMember(store: Store, member: MemberAndProduct): Promise<User | undefined> {
  if (member.userId !== undefined) return store.userById(member.userId);
  const email = emailAddressSchema.parse(member.email);
  await store.addUser({ id: `email|${randomId()}`, email });
  return store.userByEmail(email);
}

export function createFeedSource(context: RouteContext, baseUrl: string): FeedSource {
  const { catalogue, hasAccess, store, feedLinks, connections } = context;

  /** The entitlement of a member who has access. */
  async function onboard(request: MemberAndProduct) {
    const member = requireMember(request);
    const { sku } = member;
    const product = findProduct(catalogue.current, sku);
    if (!product) {
      throw new PrivatePodcastError(
        'not-found',
        'The catalogue has no product with the `sku` of this subscribe token.',
      );
    }
    const user = await findMember(store, member);
    if (!user || !(await hasAccess(product, user.email))) {
      throw new PrivatePodcastError('no-access', 'This member has no access to the podcast.');
    }
    const entitlement = { id: randomId(), userId: user.id, sku };
    const entitlementId = await store.upsertEntitlement(entitlement, ORIGIN);
    return { entitlementId, userId: user.id, product };
  }

  async function linkOf(held: Awaited<ReturnType<typeof onboard>>): Promise<PrivateFeed> {
    const { entitlementId, userId, product } = held;
    const { sku, title } = product;
    const secret = await feedLinks.secretFor(entitlementId);
    return { feedUrl: feedUrl(baseUrl, secret, sku), title, sku, userId, entitlementId };
  }

  return {
    publicEndpoints: {
      consumeUrl: `${baseUrl}/consume`,
      parserUrl: baseUrl,
      parserFormat: 'service',
    },
    privateFeed: async (request) => linkOf(await onboard(request)),
    async resetFeed(request) {
      const held = await onboard(request);
      await store.resetFeedLink(held.entitlementId);
      return linkOf(held);
    },
    ...(connections.isOn && {
      connections: async (request) =>
        connections.ofEntitlement((await onboard(request)).entitlementId),
    }),
  };
}
