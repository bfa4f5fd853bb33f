/** Reads the items of a feed, so that they can be put into another one. */
import { fnv1a } from '../../../podcast/values/guid.js';
import type { Token } from '../rewrite/feed-tokens.js';
import type { ReadFeed } from '../rewrite/read-feed.js';
import type { Edit } from '../rewrite/splice.js';
import { readItem, type FeedItem } from './read-item.js';

/** The tokens of each range, which are in order and do not overlap. */
function tokensIn(ranges: readonly Edit[], tokens: readonly Token[]): Token[][] {
  let at = 0;
  return ranges.map(({ start, end }) => {
    while ((tokens[at]?.start ?? Infinity) < start) at += 1;
    const from = at;
    while ((tokens[at]?.start ?? Infinity) < end) at += 1;
    return tokens.slice(from, at);
  });
}

/**
 * Gives items that share a GUID keys of their own, as long as their recordings differ. The oldest
 * one keeps it: the next episode must not take it away, nor one that got its own key before.
 */
function separate(items: readonly FeedItem[], known: ReadonlySet<string>): void {
  const oldestFirst = items.toReversed().sort((one, other) => (one.time ?? 0) - (other.time ?? 0));
  const recordings = new Map<string, string>();
  for (const item of oldestFirst) {
    const own = `${item.key}#${fnv1a(item.fallback)}`;
    const isKnown = known.has(own);
    const first = recordings.get(item.key) ?? item.fallback;
    if (!isKnown) recordings.set(item.key, first);
    if (isKnown || first !== item.fallback) item.key = own;
  }
}

/**
 * The items of a feed in its order, but for one that the end of the feed cuts off.
 * @param known keys of items that members were given before
 */
export function readItems(
  { xml, tokens, layout }: ReadFeed,
  known: ReadonlySet<string>,
): FeedItem[] {
  const ranges = layout.episodes.toSorted((one, other) => one.start - other.start);
  const feedEnd = tokens.at(-1)?.end;
  const items = tokensIn(ranges, tokens).flatMap((own, index) => {
    const range = ranges[index];
    const item = range && readItem(xml, range, own, layout.names);
    const isCutOff = item?.end === feedEnd && item?.contentEnd === feedEnd;
    return item && !isCutOff ? [item] : [];
  });
  separate(items, known);
  return items;
}
