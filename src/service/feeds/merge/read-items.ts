/** Reads the items of a feed, so that they can be put into another one. */
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

/** The items of a feed in its order, but for one that the end of the feed cuts off. */
export function readItems({ xml, tokens, layout }: ReadFeed): FeedItem[] {
  const ranges = layout.episodes.toSorted((one, other) => one.start - other.start);
  const feedEnd = tokens.at(-1)?.end;
  return tokensIn(ranges, tokens).flatMap((own, index) => {
    const range = ranges[index];
    const item = range && readItem(xml, range, own, layout.names);
    const isCutOff = item?.end === feedEnd && item?.contentEnd === feedEnd;
    return item && !isCutOff ? [item] : [];
  });
}
