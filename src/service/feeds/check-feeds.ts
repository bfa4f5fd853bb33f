/** Finds the products whose feed cannot be served, so that operators learn it before members do. */
import type { Product } from '../catalogue/catalogue.js';

/** Feeds that are read at the same time. */
export const CONCURRENCY = 4;

export interface UnreadableFeed {
  sku: string;
  error: unknown;
}

/** Loads and renders the feed of a product. @throws if that fails */
export type ReadFeed = (product: Product) => Promise<void>;

async function check(product: Product, readFeed: ReadFeed): Promise<UnreadableFeed[]> {
  try {
    await readFeed(product);
    return [];
  } catch (error) {
    return [{ sku: product.sku, error }];
  }
}

export async function findUnreadableFeeds(
  products: readonly Product[],
  readFeed: ReadFeed,
): Promise<UnreadableFeed[]> {
  const queue = products.values();
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    const found: UnreadableFeed[] = [];
    for (const product of queue) found.push(...(await check(product, readFeed)));
    return found;
  });
  return (await Promise.all(workers)).flat();
}
