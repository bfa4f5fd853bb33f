/**
 * Makes one feed of several (docs/interface.md 13.2). The first feed gives the channel; the items of
 * all are put in place of its own, newest first, and stay byte for byte but for what must differ.
 */
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { escaped, escapeXml, isText, textEdits, tokensOutside } from '../rewrite/feed-tokens.js';
import { removeOwnUrls } from '../rewrite/own-urls.js';
import { readFeed, type FeedText, type ReadFeed } from '../rewrite/read-feed.js';
import { extendTag } from '../rewrite/render-feed.js';
import { splice, type Edit } from '../rewrite/splice.js';
import { entityEdits } from './entities.js';
import {
  attributesFor,
  declarationsOf,
  differing,
  missingFrom,
  type Declarations,
} from './namespaces.js';
import type { FeedItem } from './read-item.js';
import { readItems } from './read-items.js';
import {
  recognizeEpisodes,
  type Episode,
  type KnownItem,
  type Recognized,
} from './same-episodes.js';

export interface MergeSource extends FeedText {
  /** The same as long as the feed stays where it is. */
  id: string;
  /** Goes before the titles of its episodes. */
  label?: string | undefined;
}

export interface MergedFeed extends Pick<Recognized<FeedItem>, 'added' | 'moved'> {
  xml: string;
}

/** A feed that was read, and an item of it that goes into the merged feed. */
interface Part extends ReadFeed {
  id: string;
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

function readParts(sources: readonly MergeSource[], known: readonly KnownItem[]): Part[] {
  const keys = new Set(known.map(({ key }) => key));
  const read = sources.map((source) => ({ source, feed: readFeed(source) }));
  for (const { feed } of read) {
    for (const { feed: other } of read) removeOwnUrls(feed.tokens, other.urls);
  }
  return read.map(({ source: { id, label }, feed }, part) => ({
    ...feed,
    id,
    label,
    items: inOrder(readItems(feed, keys), part),
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

function guidEdits({ guid, guidAt, contentEnd }: FeedItem, given: string): Edit[] {
  if (guid === given) return [];
  const text = `<guid isPermaLink="false">${escapeXml(given)}</guid>`;
  return [{ ...(guidAt ?? { start: contentEnd, end: contentEnd }), text }];
}

/**
 * The text of an item in the merged feed.
 * @param there what prefixes mean in that feed; absent for an item that stays in its own feed
 */
function textOf(item: MergeItem, given: string, part: Part, there?: Declarations): string {
  const { xml, declarations } = part;
  const { start: from, end: to, tagEnd, tokens } = item;
  const own = xml.slice(from, to);
  const declared = there ? attributesFor(differing(own, declarations, there)) : '';
  const edits = [
    { start: tagEnd - 1, end: tagEnd - 1, text: declared },
    ...labelEdits(item, part),
    ...item.mends,
    ...guidEdits(item, given),
    ...textEdits(xml, tokens),
    ...(there ? entityEdits(xml, tokens) : []),
  ];
  const inItem = edits.map(({ start, end, text }) => ({
    start: start - from,
    end: end - from,
    text,
  }));
  return splice(own, inItem) + item.endTag;
}

/** An episode with the item that gives its content. */
interface Chosen {
  given: string;
  item: MergeItem;
  time: number;
}

function choose({ given, items }: Episode<MergeItem>): Chosen[] {
  const [item] = items;
  if (!item) return [];
  // If its own date is missing, another copy's is nearer the truth than a neighbour's.
  const time = items.find((copy) => copy.time !== undefined)?.time ?? item.sortTime;
  return [{ given, item, time }];
}

function newestFirst({ item: a, time }: Chosen, { item: b, time: other }: Chosen): number {
  return time === other ? a.part - b.part || a.start - b.start : other > time ? 1 : -1;
}

/** Puts the items in place of those of a feed, or at the end of its channel. */
function placeItems({ xml, tokens, root, layout }: Part, items: readonly string[]): Edit[] {
  const [first, ...rest] = layout.episodes.toSorted((one, other) => one.start - other.start);
  const spaceBefore = (at: number) => /\s*$/.exec(xml.slice(Math.max(0, at - 100), at))?.[0] ?? '';
  if (first) {
    const text = items.join(spaceBefore(first.start) || '\n');
    const gaps = rest.map(({ start, end }) => ({
      start: start - spaceBefore(start).length,
      end,
      text: '',
    }));
    return [{ ...first, text }, ...gaps];
  }
  const text = `${items.join('\n')}\n`;
  // Of RSS 1.0, the items are beside the channel.
  const container = /^rdf:/i.test(root.tag) ? root : (layout.channel ?? root);
  const close = tokens.findLast(
    (token) => !isText(token) && token.kind === 'close' && token.name === container.tag,
  );
  if (!close) return [extendTag(xml, container, '', text)];
  return [{ start: close.start, end: close.start, text }];
}

/**
 * @param sources at least one; the first gives the channel
 * @param known items that members were given before, the oldest first
 * @throws {PrivatePodcastError} `bad-feed` if one of them is not RSS
 */
export function mergeFeeds(
  sources: readonly MergeSource[],
  known: readonly KnownItem[] = [],
): MergedFeed {
  const parts = readParts(sources, known);
  const [host, ...guests] = parts;
  if (!host) throw new PrivatePodcastError('bad-feed', 'This show has no feeds.');
  const itemsOf = (isLive: boolean) =>
    parts.map(({ id, items }) => ({ id, items: items.filter((item) => item.isLive === isLive) }));
  const recognized = recognizeEpisodes(itemsOf(false), known);
  const { episodes: live } = recognizeEpisodes(itemsOf(true));
  const missing = missingFrom(
    host.declarations,
    guests.map(({ xml, items, declarations }) => ({
      declarations,
      uses: (prefix) =>
        items.some(({ start, end }) => xml.slice(start, end).includes(`${prefix}:`)),
    })),
  );
  const there = new Map([...host.declarations, ...missing]);
  const items = [...live, ...recognized.episodes]
    .flatMap(choose)
    .sort(newestFirst)
    .flatMap(({ given, item }) => {
      const part = parts[item.part];
      return part ? [textOf(item, given, part, part === host ? undefined : there)] : [];
    });
  const edits = [
    ...(missing.size > 0 ? [extendTag(host.xml, host.root, attributesFor(missing), '')] : []),
    ...placeItems(host, items),
    ...textEdits(host.xml, tokensOutside(host.tokens, host.layout.episodes)),
  ];
  const { added, moved } = recognized;
  return { xml: splice(host.xml, edits), added, moved };
}
