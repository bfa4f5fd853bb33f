/** 4.3 Check access and onboard, 4.4 Get the private feed link. */
import type { Context, Handler } from 'hono';
import * as z from 'zod';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { findProduct, hasAccess } from '../catalogue/catalogue.js';
import { feedFilename, feedUrl } from '../store/feed-links.js';
import type { RouteContext } from './route-context.js';
import { randomId } from '../store/secrets.js';

const autoOnboardSchema = z.object({
  onboardingOriginId: z.string().min(1),
  userId: z.string().min(1),
  sku: z.string().min(1),
  origin: z.string().min(1).max(64),
});

async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const read = schema.safeParse(await c.req.json().catch(() => undefined));
  if (read.success) return read.data;
  const fields = [...new Set(read.error.issues.map(({ path }) => path.join('.')))].filter(Boolean);
  throw new PrivatePodcastError(
    'bad-input',
    fields.length > 0
      ? `Send these fields as texts that are not empty: ${fields.join(', ')}.`
      : 'Send a JSON object.',
  );
}

/** 4.3. No access is an empty list; an unknown origin 403, an unknown user or sku 404. */
export function autoOnboard({ catalogue, store, now }: RouteContext): Handler {
  return async (c) => {
    const { onboardingOriginId, userId, sku, origin } = await readBody(c, autoOnboardSchema);
    if (!catalogue.onboardingOrigins.includes(onboardingOriginId)) {
      throw new PrivatePodcastError('forbidden', 'Send an onboardingOriginId of the catalogue.');
    }
    const product = findProduct(catalogue, sku);
    if (!product) throw new PrivatePodcastError('not-found', 'Send a sku of the catalogue.');
    const user = await store.userById(userId);
    if (!user) throw new PrivatePodcastError('not-found', 'Send a userId of the user look-up.');

    c.header('Cache-Control', 'no-store');
    if (!hasAccess(catalogue, product, user.email, now())) return c.json([]);

    const entitlementId = await store.upsertEntitlement({ id: randomId(), userId, sku }, origin);
    const { title, description } = product;
    return c.json([
      {
        entitlementId,
        userId,
        purchaseOptionId: `option:${sku}`,
        purchaseOptionData: { title, description, purchaseType: 'OWN' },
        sku,
        title,
      },
    ]);
  };
}

/** 4.4. An entitlement that is absent and one that is another user's are 404 alike. */
export function access({ catalogue, store, feedLinks, now, baseUrl }: RouteContext): Handler {
  return async (c) => {
    const userId = c.req.query('userId');
    if (!userId) throw new PrivatePodcastError('bad-input', 'Send the userId.');
    if (c.req.query('format') !== 'RSS') {
      throw new PrivatePodcastError('bad-input', 'Send format=RSS, the one format there is.');
    }
    const entitlement = await store.entitlement(c.req.param('entitlementId') ?? '', userId);
    const user = await store.userById(userId);
    if (!entitlement || !user) {
      throw new PrivatePodcastError('not-found', 'This user has no such entitlement.');
    }
    const product = findProduct(catalogue, entitlement.sku);

    c.header('Cache-Control', 'no-store');
    if (!product || !hasAccess(catalogue, product, user.email, now())) return c.json([]);

    const secret = await feedLinks.secretFor(entitlement.id);
    return c.json([
      {
        title: product.title,
        filename: feedFilename(product.sku),
        id: `${entitlement.id}:rss`,
        url: feedUrl(baseUrl(c), secret, product.sku),
        mimeType: 'application/rss+xml',
        type: 'feed',
      },
    ]);
  };
}
