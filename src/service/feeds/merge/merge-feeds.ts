/**
 * Makes one feed of several (docs/service.md 2). The first feed gives the channel; the items of
 * all are put in place of its own, newest first, and stay byte for byte but for what must differ.
 */
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { defaultLimits } from '../../../podcast/xml/limits.js';
import { NotWellFormed, readStrictly } from '../../../podcast/xml/strict-xml.js';
import { escaped, isText, textEdits, tokensOutside } from '../rewrite/feed-tokens.js';
import { removeOwnUrls } from '../rewrite/own-urls.js';
import { readFeed, type FeedText, type ReadFeed } from '../rewrite/read-feed.js';
import { extendTag } from '../rewrite/render-feed.js';
import { splice, type Edit } from '../rewrite/splice.js';
import { entityEdits } from './entities.js';
import {
  attributesFor,
  declarationsIn,
  declarationsOf,
  declaredHere,
  prefixesIn,
  usualDeclarations,
  type Declarations,
} from './namespaces.js';
import type { FeedItem } from './read-item.js';
import { readItems } from './read-items.js';
import { recognizeEpisodes, type Episode } from './same-episodes.js';

export interface MergeSource extends FeedText {
  /** Goes before the titles of its episodes. */
  label?: string | undefined;
}

export interface MergedFeed {
  xml: string;
  /** How many items of each feed are not in it, because a strict parser would refuse the show, or it would have too many. */
  leftOut: number[];
  /** The URLs of the feeds, none of which is in it. */
  ownUrls: string[];
}

/** A feed that was read, and an item of it that goes into the merged feed. */
interface Part extends ReadFeed {
  label: string | undefined;
  items: MergeItem[];
  declarations: Declarations;
}
interface MergeItem extends FeedItem {
  part: number;
  /** Its time; without one, that of its neighbour, so that it stays where it is. */
  sortTime: number;
}

function inOrder(items: readonly FeedItem[], part: number): MergeItem[] {
  let last = items.find(({ time }) => time !== undefined)?.time ?? -Infinity;
  return items.map((item) => ({ ...item, part, sortTime: (last = item.time ?? last) }));
}

function readParts(sources: readonly MergeSource[]): Part[] {
  const read = sources.map((source) => ({ source, feed: readFeed(source) }));
  const urls = read.flatMap(({ feed }) => feed.urls);
  for (const { feed } of read) removeOwnUrls(feed.tokens, urls);
  return read.map(({ source: { label }, feed }, part) => ({
    ...feed,
    label,
    items: inOrder(readItems(feed), part),
    declarations: declarationsOf(feed),
  }));
}

/** Edits that put the label before an item's titles. */
function labelEdits({ titles }: FeedItem, { xml, label }: Part): Edit[] {
  if (label === undefined) return [];
  return titles.map(({ kind, start, end, text: title, written }) => {
    const space = title === written ? /^\s*/.exec(xml.slice(start, end)) : null;
    const at = start + (space?.[0].length ?? 0);
    return { start: at, end: at, text: escaped(kind, `${label}: `) };
  });
}

/** No item needs more of declarations. They are written once in their own feed, here in each item. */
const MAX_DECLARED = 1_000;

/**
 * The text of an item in the merged feed.
 * @param there what prefixes mean in that feed; absent for an item that stays in its own feed
 */
function textOf(item: MergeItem, part: Part, there?: Declarations): string {
  const { xml } = part;
  const { start: from, end: to, tagEnd, tokens } = item;
  const needed = there ? attributesFor(declarationsFor(item, part, there)) : '';
  const declared = needed.length > MAX_DECLARED ? '' : needed;
  const edits = [
    { start: tagEnd - 1, end: tagEnd - 1, text: declared },
    ...labelEdits(item, part),
    ...item.mends,
    ...textEdits(xml, tokens),
    ...(there ? entityEdits(xml, tokens) : []),
  ];
  const inItem = edits.map(({ start, end, text }) => ({
    start: start - from,
    end: end - from,
    text,
  }));
  return splice(xml.slice(from, to), inItem) + item.endTag;
}

/** The prefixes that an item of another feed has to declare itself. */
function declarationsFor({ tokens }: FeedItem, part: Part, there: Declarations): Declarations {
  const [tag] = tokens;
  const own = tag && !isText(tag) ? declarationsIn(tag) : new Map<string, string>();
  const used = [...prefixesIn(tokens)].filter((prefix) => !own.has(prefix));
  return declaredHere(used, part.declarations, there);
}

/** The prefixes that items of other feeds need and the first feed does not declare; the first of them counts. */
function missingFrom(host: Declarations, parts: readonly Part[], items: readonly MergeItem[]) {
  const missing = new Map<string, string>();
  for (const [index, { declarations }] of parts.entries()) {
    const own = items.filter(({ part }) => part === index).flatMap(({ tokens }) => tokens);
    const known = new Map([...usualDeclarations, ...declarations]);
    for (const [prefix, uri] of declaredHere(prefixesIn(own), known, host)) {
      if (!host.has(prefix) && !missing.has(prefix)) missing.set(prefix, uri);
    }
  }
  return missing;
}

/** Tells whether a strict parser takes a text for one element of a feed. */
function strictReader(declarations: Declarations): (text: string) => boolean {
  const start = `<_${attributesFor(declarations)}>`;
  return (text) => {
    try {
      return readStrictly(`${start}${text}</_>`).root.children.length === 1;
    } catch (error) {
      if (error instanceof NotWellFormed) return false;
      throw error;
    }
  };
}

/** An episode with the item that gives its content. */
interface Chosen {
  item: MergeItem;
  text: string;
  time: number;
}

function newestFirst({ item: a, time }: Chosen, { item: b, time: other }: Chosen): number {
  return time === other ? a.part - b.part || a.start - b.start : other > time ? 1 : -1;
}

/** Puts the items in place of those of a feed, or at the end of its channel. */
function placeItems({ xml, tokens, root, layout, items: own }: Part, items: Chosen[]): Edit[] {
  const [first, ...rest] = layout.episodes.toSorted((one, other) => one.start - other.start);
  if (items.length === rest.length + 1 && items.every(({ item }, at) => item === own[at])) {
    return items.map(({ item: { start, end }, text }) => ({ start, end, text }));
  }
  const texts = items.map(({ text }) => text);
  const spaceBefore = (at: number) => /\s*$/.exec(xml.slice(Math.max(0, at - 100), at))?.[0] ?? '';
  if (first) {
    const text = texts.join(spaceBefore(first.start) || '\n');
    const gaps = rest.map(({ start, end }) => ({
      start: start - spaceBefore(start).length,
      end,
      text: '',
    }));
    return [{ ...first, text }, ...gaps];
  }
  const text = `${texts.join('\n')}\n`;
  // Of RSS 1.0, the items are beside the channel.
  const container = /^rdf:/i.test(root.tag) ? root : (layout.channel ?? root);
  const close = tokens.findLast(
    (token) => !isText(token) && token.kind === 'close' && token.name === container.tag,
  );
  if (!close) return [extendTag(xml, container, '', text)];
  return [{ start: close.start, end: close.start, text }];
}

/** Index of the feed other than the first that begins the most episodes. */
function largestGuest(episodes: readonly Episode<MergeItem>[], parts: readonly Part[]): number {
  const counts = parts.map(() => 0);
  for (const [{ part }] of episodes) counts[part] = (counts[part] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts.slice(1)), 1);
}

/**
 * @param sources at least one; the first gives the channel
 * @throws {PrivatePodcastError} `bad-feed` if one of them is not RSS, or has too many items
 */
export function mergeFeeds(sources: readonly MergeSource[]): MergedFeed {
  const parts = readParts(sources);
  const host = parts[0];
  if (!host) throw new PrivatePodcastError('bad-feed', 'This show has no feeds.');
  const episodes = [true, false].flatMap((isLive) =>
    recognizeEpisodes(parts.map(({ items }) => items.filter((item) => item.isLive === isLive))),
  );
  if (episodes.length > defaultLimits.episodes) {
    const largest = largestGuest(episodes, parts);
    const { leftOut, ...merged } = mergeFeeds(sources.toSpliced(largest, 1));
    return { ...merged, leftOut: leftOut.toSpliced(largest, 0, parts[largest]?.items.length ?? 0) };
  }

  const leftOut = parts.map(() => 0);
  const fromGuests = episodes.filter(([{ part }]) => part > 0).flat();
  const missing = missingFrom(host.declarations, parts, fromGuests);
  const there = new Map([...host.declarations, ...missing]);
  const isElement = strictReader(there);
  const choose = (copies: Episode<MergeItem>): Chosen[] => {
    for (const item of copies) {
      const part: Part = parts[item.part] ?? host;
      const text = textOf(item, part, part === host ? undefined : there);
      if (part === host || isElement(text)) {
        // If its own date is missing, another copy's is nearer the truth than a neighbour's.
        const time = copies.find((copy) => copy.time !== undefined)?.time ?? item.sortTime;
        return [{ item, text, time }];
      }
      leftOut[item.part] = (leftOut[item.part] ?? 0) + 1;
    }
    return [];
  };
  const edits = [
    ...(missing.size > 0 ? [extendTag(host.xml, host.root, attributesFor(missing), '')] : []),
    ...placeItems(host, episodes.flatMap(choose).sort(newestFirst)),
    ...textEdits(host.xml, tokensOutside(host.tokens, host.layout.episodes)),
  ];
  const ownUrls = [...new Set(parts.flatMap(({ urls }) => urls))];
  return { xml: splice(host.xml, edits), leftOut, ownUrls };
}
