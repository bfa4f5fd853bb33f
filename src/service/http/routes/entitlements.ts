/** 4.3 Check access, 4.4 Get the feed link (docs/interface.md), and connections (docs/service.md 5). */
import type { Context, Handler } from 'hono';
import * as z from 'zod/mini';
import { connectionsSchema } from '../../../api/connections.js';
import {
  accessItemListSchema,
  autoOnboardBodySchema,
  entitlementListSchema,
} from '../../../api/entitlements.js';
import { isId } from '../../../api/checks/input.js';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { findProduct } from '../../catalogue/catalogue.js';
import type { MemberAccess, MemberLink } from '../../members/member-access.js';
import { feedFilename } from '../../store/links/addresses.js';
import { readBody } from '../requests/read-body.js';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import type { Connections } from '../../connections/connections.js';
import type { Store } from '../../store/store.js';
import type { BaseUrl } from '../requests/base-url.js';

/** 4.3: no access is an empty list, an unknown origin is 403, an unknown user or sku is 404. */
export function autoOnboard(
  catalogue: LiveCatalogue,
  store: Store,
  memberAccess: MemberAccess,
): Handler {
  return async (c) => {
    const { onboardingOriginId, userId, sku, origin } = await readBody(c, autoOnboardBodySchema);
    if (!catalogue.current.onboardingOrigins.includes(onboardingOriginId)) {
      throw new PrivatePodcastError(
        'forbidden',
        'Send an `onboardingOriginId` from the catalogue.',
      );
    }
    const product = findProduct(catalogue.current, sku);
    if (!product) throw new PrivatePodcastError('not-found', 'Send a `sku` from the catalogue.');
    const user = await store.userById(userId);
    if (!user) throw new PrivatePodcastError('not-found', 'Send a `userId` from the user look-up.');

    c.header('Cache-Control', 'no-store');
    const entitled = await memberAccess.onboard(user, product, origin);
    if (!entitled) return c.json([]);
    const { title, description } = product;
    const entitlement = {
      entitlementId: entitled.entitlement.entitlementId,
      userId,
      purchaseOptionId: `option:${sku}`,
      purchaseOptionData: { title, description, purchaseType: 'OWN' },
      sku,
      title,
    };
    return c.json(z.parse(entitlementListSchema, [entitlement]));
  };
}

/**
 * Finds the entitlement that a request names. `entitled` is undefined while its user has no access.
 * @throws {PrivatePodcastError} `not-found`, alike for one that does not exist and one of another user.
 */
async function requireEntitlement(c: Context, memberAccess: MemberAccess) {
  const userId = c.req.query('userId');
  const entitlementId = c.req.param('entitlementId');
  if (!isId(userId) || !isId(entitlementId)) {
    throw new PrivatePodcastError(
      'bad-input',
      'Send `userId` and the entitlement ID exactly as this service gave them.',
    );
  }
  const found = await memberAccess.find(entitlementId, userId);
  if (found) return { entitlementId, entitled: found.entitled };
  throw new PrivatePodcastError('not-found', 'This user has no such entitlement.');
}

/** The list of access items, which no access leaves empty. */
function answerLink(c: Context, entitlementId: string, link: MemberLink | undefined): Response {
  c.header('Cache-Control', 'no-store');
  if (!link) return c.json([]);
  const { feedUrl, sku, title, streamingUrl, streamingLinkUrl } = link;
  const item = {
    title,
    filename: feedFilename(sku),
    id: `${entitlementId}:rss`,
    url: feedUrl,
    mimeType: 'application/rss+xml',
    type: 'feed',
    // JSON leaves these out if the product has none.
    streamingUrl,
    streamingLinkUrl,
  };
  return c.json(z.parse(accessItemListSchema, [item]));
}

/** 4.4: the feed link. No access is an empty list. */
export function access(memberAccess: MemberAccess, baseUrl: BaseUrl): Handler {
  return async (c) => {
    const { entitlementId, entitled } = await requireEntitlement(c, memberAccess);
    if (c.req.query('format') !== 'RSS') {
      throw new PrivatePodcastError(
        'bad-input',
        'Send `format=RSS`. This service gives out podcasts as RSS feeds only.',
      );
    }
    const link = entitled && memberAccess.link(entitled, baseUrl(c));
    return answerLink(c, entitlementId, link);
  };
}

/** Puts a new feed link in place of the old one, and answers as 4.4. Without access nothing changes. */
export function resetOwnFeed(memberAccess: MemberAccess, baseUrl: BaseUrl): Handler {
  return async (c) => {
    const { entitlementId, entitled } = await requireEntitlement(c, memberAccess);
    const link = entitled && (await memberAccess.renewLink(entitled, baseUrl(c)));
    return answerLink(c, entitlementId, link);
  };
}

/** Lists the apps that fetch the member's feed. */
export function listConnections(memberAccess: MemberAccess, connections: Connections): Handler {
  return async (c) => {
    const { entitlementId } = await requireEntitlement(c, memberAccess);
    const found = await connections.ofEntitlement(entitlementId);
    c.header('Cache-Control', 'no-store');
    return c.json(z.parse(connectionsSchema, { connections: found }));
  };
}
