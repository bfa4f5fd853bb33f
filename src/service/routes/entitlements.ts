/** 4.3 Check access, 4.4 Get the feed link (docs/interface.md). */
import type { Handler } from 'hono';
import * as z from 'zod/mini';
import {
  accessItemListSchema,
  autoOnboardBodySchema,
  entitlementListSchema,
} from '../../api/entitlements.js';
import { isId } from '../../api/input.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { findProduct } from '../catalogue/catalogue.js';
import { feedFilename, feedUrl } from '../store/feed-links.js';
import { readBody } from './read-body.js';
import type { RouteContext } from './route-context.js';
import { randomId } from '../store/secrets.js';

/** 4.3: no access is an empty list, an unknown origin is 403, an unknown user or sku is 404. */
export function autoOnboard({ catalogue, store, hasAccess }: RouteContext): Handler {
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
    if (!(await hasAccess(product, user.email))) return c.json([]);

    const entitlementId = await store.upsertEntitlement({ id: randomId(), userId, sku }, origin);
    const { title, description } = product;
    const entitlement = {
      entitlementId,
      userId,
      purchaseOptionId: `option:${sku}`,
      purchaseOptionData: { title, description, purchaseType: 'OWN' },
      sku,
      title,
    };
    return c.json(z.parse(entitlementListSchema, [entitlement]));
  };
}

/** 4.4: an entitlement that does not exist and one of another user are both 404. */
export function access(context: RouteContext): Handler {
  const { catalogue, store, feedLinks, hasAccess, baseUrl } = context;
  return async (c) => {
    const userId = c.req.query('userId');
    const entitlementId = c.req.param('entitlementId');
    if (!isId(userId) || !isId(entitlementId)) {
      throw new PrivatePodcastError(
        'bad-input',
        'Send `userId` and the entitlement ID exactly as this service gave them.',
      );
    }
    if (c.req.query('format') !== 'RSS') {
      throw new PrivatePodcastError(
        'bad-input',
        'Send `format=RSS`. This service gives out podcasts as RSS feeds only.',
      );
    }
    const entitlement = await store.entitlement(entitlementId, userId);
    const user = await store.userById(userId);
    if (!entitlement || !user) {
      throw new PrivatePodcastError('not-found', 'This user has no such entitlement.');
    }
    const product = findProduct(catalogue.current, entitlement.sku);

    c.header('Cache-Control', 'no-store');
    if (!product || !(await hasAccess(product, user.email))) return c.json([]);

    const secret = await feedLinks.secretFor(entitlement.id);
    const item = {
      title: product.title,
      filename: feedFilename(product.sku),
      id: `${entitlement.id}:rss`,
      url: feedUrl(baseUrl(c), secret, product.sku),
      mimeType: 'application/rss+xml',
      type: 'feed',
      // Left out of the JSON where the product has none.
      streamingUrl: product.streamingUrl,
      streamingLinkUrl: product.streamingLinkUrl,
    };
    return c.json(z.parse(accessItemListSchema, [item]));
  };
}
