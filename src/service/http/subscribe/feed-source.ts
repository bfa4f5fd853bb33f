/** Members' feeds for the subscribe handler, from this service's own database. */
import type { MemberAndProduct, PrivateFeed } from '../../../api/flow/private-feed.js';
import { requireMember } from '../../../api/flow/private-feed.js';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import type { FeedSource } from '../../../publisher/handler/handler-options.js';
import { findProduct } from '../../catalogue/catalogue.js';
import { emailAddressSchema } from '../../ledger/email-address.js';
import type { Entitled, MemberAccess, MemberLink } from '../../members/member-access.js';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import type { Connections } from '../../connections/connections.js';
import type { Store, User } from '../../store/store.js';

/** Origin of the entitlements (docs/interface.md 4.3), the same as the client sends. */
const ORIGIN = 'EXTERNAL';

const toPrivateFeed = ({ entitlement }: Entitled, link: MemberLink): PrivateFeed => ({
  ...link,
  userId: entitlement.user.id,
  entitlementId: entitlement.entitlementId,
});

/** The parts of the service that a member's feed comes from. */
export interface FeedSourceParts {
  catalogue: LiveCatalogue;
  store: Store;
  memberAccess: MemberAccess;
  connections: Connections;
}

export function createFeedSource(parts: FeedSourceParts, baseUrl: string): FeedSource {
  const { catalogue, store, memberAccess, connections } = parts;

  async function entitle(request: MemberAndProduct): Promise<Entitled> {
    const { sku, email, userId } = requireMember(request);
    const product = findProduct(catalogue.current, sku);
    if (!product) {
      throw new PrivatePodcastError(
        'not-found',
        'The catalogue has no product with the `sku` of this subscribe token.',
      );
    }
    const user =
      userId === undefined
        ? await store.requireUser(emailAddressSchema.parse(email))
        : await store.userById(userId);
    const entitled = user && (await memberAccess.onboard(user, product, ORIGIN));
    if (entitled) return entitled;
    throw new PrivatePodcastError('no-access', 'This member has no access to the podcast.');
  }

  async function findUser(request: MemberAndProduct): Promise<User | undefined> {
    const { email, userId } = requireMember(request);
    return userId === undefined
      ? store.userByEmail(emailAddressSchema.parse(email))
      : store.userById(userId);
  }

  return {
    publicEndpoints: {
      consumeUrl: `${baseUrl}/consume`,
      parserUrl: baseUrl,
      parserFormat: 'service',
    },
    async privateFeed(request) {
      const entitled = await entitle(request);
      return toPrivateFeed(entitled, memberAccess.link(entitled, baseUrl));
    },
    async resetFeed(request) {
      const entitled = await entitle(request);
      return toPrivateFeed(entitled, await memberAccess.renewLink(entitled, baseUrl));
    },
    ...(connections.isOn && {
      async connections(request) {
        // To show a page writes nothing, and finds nobody who is not there yet.
        if (!request.isGlance)
          return connections.ofEntitlement((await entitle(request)).entitlement.entitlementId);
        const user = await findUser(request);
        return user ? connections.ofUser(user.id, request.sku) : [];
      },
    }),
  };
}
