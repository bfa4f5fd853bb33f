/** Finds the products whose feed cannot be served, so that operators learn it before members do. */
import type { Product } from '../catalogue/catalogue.js';

/** Feeds that are read at the same time. */
const CONCURRENCY = 4;

export interface UnreadableFeed {
  sku: string;
  error: unknown;
}

/** Loads and renders the feed of a product. @throws if that fails */
export type ReadFeed = (product: Product) => Promise<void>;

/**
 * Reads the feeds of products, some at a time.
 * @param onFailure hears of each that cannot be read
 * @param isEnough whether the rest need not be read
 */
export async function readFeeds(
  products: readonly Product[],
  readFeed: ReadFeed,
  onFailure: (failure: UnreadableFeed) => void,
  isEnough: () => boolean = () => false,
): Promise<void> {
  const queue = products.values();
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (const product of queue) {
      if (isEnough()) return;
      await readFeed(product).catch((error: unknown) => onFailure({ sku: product.sku, error }));
    }
  });
  await Promise.all(workers);
}

export async function findUnreadableFeeds(
  products: readonly Product[],
  readFeed: ReadFeed,
): Promise<UnreadableFeed[]> {
  const found: UnreadableFeed[] = [];
  await readFeeds(products, readFeed, (failure) => found.push(failure));
  return found;
}
