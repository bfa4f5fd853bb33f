/** Reads a feed as a list of items that can be put into another feed. */
import { fnv1a } from '../../../podcast/values/guid.js';
import { makeUrlsAbsolute } from '../rewrite/absolute-urls.js';
import { readTokens, type Token } from '../rewrite/feed-tokens.js';
import { readLayout, rootOf, type Layout, type OpenElement } from '../rewrite/feed-layout.js';
import type { Edit } from '../rewrite/splice.js';
import { readItem, type FeedItem } from './read-item.js';

/** A feed's text, and where it comes from. */
export interface FeedText {
  xml: string;
  /** URL that it came from, after redirects; absent for a file. */
  url?: string | undefined;
  /** URL in the catalogue; absent for a file. */
  source?: string | undefined;
}

export interface SourceFeed {
  xml: string;
  tokens: Token[];
  root: OpenElement;
  layout: Layout;
  /** Every URL of the feed itself. */
  urls: string[];
}

/** Reads a feed and makes its URLs absolute. @throws {PrivatePodcastError} `bad-feed` if it is not RSS. */
export function readSource({ xml: written, url, source }: FeedText): SourceFeed {
  const xml = written.trimStart();
  const tokens = readTokens(xml);
  if (url !== undefined) makeUrlsAbsolute(tokens, url);
  const layout = readLayout(tokens);
  const urls = [url, source, ...layout.urls].filter((own) => own !== undefined);
  return { xml, tokens, root: rootOf(layout), layout, urls };
}

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
  { xml, tokens, layout }: SourceFeed,
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
