/** 4.3 Check access, 4.4 Get the feed link, 13.5 Connections and new links (docs/interface.md). */
import type { Context, Handler } from 'hono';
import * as z from 'zod/mini';
import { connectionsSchema } from '../../api/connections.js';
import {
  accessItemListSchema,
  autoOnboardBodySchema,
  entitlementListSchema,
} from '../../api/entitlements.js';
import { isId } from '../../api/checks/input.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { findProduct, type Product } from '../catalogue/catalogue.js';
import { feedFilename, feedUrl } from '../store/feed-links.js';
import { readBody } from './read-body.js';
import type { RouteContext } from './route-context.js';
import { randomId } from '../store/secrets.js';
import type { Entitlement, User } from '../store/store.js';

/** An entitlement and the user it belongs to. */
interface Own {
  entitlement: Entitlement;
  user: User;
}

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

/**
 * The entitlement that a request names, and whose it is.
 * @throws {PrivatePodcastError} `not-found`, alike for one that does not exist and one of another user.
 */
async function requireOwn(c: Context, { store }: RouteContext): Promise<Own> {
  const userId = c.req.query('userId');
  const entitlementId = c.req.param('entitlementId');
  if (!isId(userId) || !isId(entitlementId)) {
    throw new PrivatePodcastError(
      'bad-input',
      'Send `userId` and the entitlement ID exactly as this service gave them.',
    );
  }
  const entitlement = await store.entitlement(entitlementId, userId);
  const user = await store.userById(userId);
  if (entitlement && user) return { entitlement, user };
  throw new PrivatePodcastError('not-found', 'This user has no such entitlement.');
}

/** The product of an entitlement, while its user has access to it. */
async function accessibleProduct(
  { catalogue, hasAccess }: RouteContext,
  { entitlement, user }: Own,
): Promise<Product | undefined> {
  const product = findProduct(catalogue.current, entitlement.sku);
  return product && (await hasAccess(product, user.email)) ? product : undefined;
}

/** The list of access items with the current feed link. */
async function answerLink(
  c: Context,
  { feedLinks, baseUrl }: RouteContext,
  { entitlement }: Own,
  product: Product,
): Promise<Response> {
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
}

/** 4.4: the feed link. No access is an empty list. */
export function access(context: RouteContext): Handler {
  return async (c) => {
    const own = await requireOwn(c, context);
    if (c.req.query('format') !== 'RSS') {
      throw new PrivatePodcastError(
        'bad-input',
        'Send `format=RSS`. This service gives out podcasts as RSS feeds only.',
      );
    }
    const product = await accessibleProduct(context, own);
    c.header('Cache-Control', 'no-store');
    return product ? answerLink(c, context, own, product) : c.json([]);
  };
}

/** 13.5: a new feed link in place of the old one, as 4.4 answers it. Without access nothing changes. */
export function resetOwnFeed(context: RouteContext): Handler {
  return async (c) => {
    const own = await requireOwn(c, context);
    const product = await accessibleProduct(context, own);
    c.header('Cache-Control', 'no-store');
    if (!product) return c.json([]);
    await context.store.resetFeedLink(own.entitlement.id);
    return answerLink(c, context, own, product);
  };
}

/** 13.5: the apps that fetch the member's feed. */
export function listConnections(context: RouteContext): Handler {
  return async (c) => {
    const { entitlement } = await requireOwn(c, context);
    const connections = await context.connections.ofEntitlement(entitlement.id);
    c.header('Cache-Control', 'no-store');
    return c.json(z.parse(connectionsSchema, { connections }));
  };
}
