/** Finds the products whose feed cannot be served, so that operators learn it before members do. */
import type { Product } from '../catalogue/catalogue.js';
import { markFeed } from './mark-feed.js';
import type { ShowFeeds } from './show-feed.js';

/** Feeds that are read at the same time. */
const CONCURRENCY = 4;

export interface UnreadableFeed {
  sku: string;
  error: unknown;
}

async function check(product: Product, showFeed: ShowFeeds): Promise<UnreadableFeed[]> {
  try {
    markFeed((await showFeed(product)).xml);
    return [];
  } catch (error) {
    return [{ sku: product.sku, error }];
  }
}

export async function findUnreadableFeeds(
  products: readonly Product[],
  showFeed: ShowFeeds,
): Promise<UnreadableFeed[]> {
  const queue = products.values();
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    const found: UnreadableFeed[] = [];
    for (const product of queue) found.push(...(await check(product, showFeed)));
    return found;
  });
  return (await Promise.all(workers)).flat();
}
