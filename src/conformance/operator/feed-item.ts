/** The feed among the items of 4.4: the one that the client takes, and those that must be right as well. */
import type { AccessItem } from '../../api/entitlements.js';
import { chooseFeed } from '../../api/flow/private-feed.js';

type Fields = Record<string, unknown>;

const isTyped = ({ type, mimeType }: Fields) =>
  typeof type === 'string' && typeof mimeType === 'string';

/** Whether an item says that it is a feed. Clients take any case. */
export const isFeed = ({ type }: Fields): boolean =>
  typeof type === 'string' && type.toLowerCase() === 'feed';

/** The item that the client takes, or else the one that was meant, so that its fault is told. */
export function feedAmong(items: readonly Fields[], sku: string): Fields | undefined {
  const typed = items.filter(isTyped) as unknown as AccessItem[];
  const chosen = chooseFeed(typed, sku) as Fields | undefined;
  return chosen ?? items.find(isFeed) ?? items[0];
}
