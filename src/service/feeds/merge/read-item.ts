/** Reads what an item of a feed is recognized by, and where it can be changed. */
import { readDate } from '../../../podcast/values/dates.js';
import { oneLine } from '../../../podcast/values/html-to-text.js';
import type { Namespaces } from '../../../podcast/xml/namespaces.js';
import { parseUrl } from '../../../urls/web-url.js';
import { isText, type Tag, type Text, type Token } from '../rewrite/feed-tokens.js';
import { recordingUrl } from '../rewrite/enclosure-url.js';
import type { Edit } from '../rewrite/splice.js';
import type { Item } from './same-episodes.js';
import { titleKey } from './title-key.js';

/** An `<item>` or `<podcast:liveItem>` in the text of its feed. */
export interface FeedItem extends Item {
  /** Its range; its start tag ends at `tagEnd`, and its end tag starts at `contentEnd`. */
  start: number;
  tagEnd: number;
  contentEnd: number;
  end: number;
  isLive: boolean;
  /** The texts of its `<title>` and `<itunes:title>`. */
  titles: Text[];
  /** End tags that close its elements where they must: in another feed they would hold what follows. */
  mends: Edit[];
  /** Its end tag, if it lacks one. */
  endTag: string;
  tokens: readonly Token[];
}

interface Child {
  tag: string;
  /** Canonical name; empty if it is not a direct child of the item. */
  name: string;
  texts: Text[];
}

/** The texts of the direct children. Of several with one name, the first that is not empty counts. */
interface Children {
  texts: Map<string, string>;
  titles: Text[];
  mends: Edit[];
}

const titleNames = ['title', 'itunes:title', 'media:title', 'dc:title'];
const dateNames = ['pubdate', 'dc:date', 'dcterms:issued', 'atom:published'];
const textNames = new Set([...titleNames, ...dateNames, 'guid', 'link']);

const attributeOf = ({ attributes }: Tag, name: string): string | undefined =>
  attributes.find(({ attribute }) => attribute === name)?.text.trim() || undefined;

const endTagsOf = (names: readonly string[]): string => names.map((name) => `</${name}>`).join('');

/** @param end offset of what follows them */
function readChildren(tokens: readonly Token[], end: number, names: Namespaces): Children {
  const children: Children = { texts: new Map(), titles: [], mends: [] };
  const { texts, titles, mends } = children;
  const open: Child[] = [];

  function closeUnclosed(from: number, at: number): void {
    const text = endTagsOf(
      open
        .splice(from)
        .map(({ tag }) => tag)
        .reverse(),
    );
    if (text !== '') mends.push({ start: at, end: at, text });
  }

  function openChild(tag: Tag): void {
    const child: Child = { tag: tag.name, name: '', texts: [] };
    if (open.push(child) > 1) return;
    const bindings = tag.attributes.flatMap(({ attribute, text }) => [attribute, text]);
    child.name = names.with(bindings).nameOf(tag.name.toLowerCase());
  }

  function closeChild({ name: tag, start: tagStart, end }: Tag): void {
    const at = open.findLastIndex((child) => child.tag === tag);
    const [child] = open;
    if (at < 0) mends.push({ start: tagStart, end, text: '' });
    else closeUnclosed(at + 1, tagStart);
    if (at >= 0) open.length = at;
    if (at !== 0 || !child) return;
    const { name } = child;
    if (name === 'title' || name === 'itunes:title') {
      titles.push(...child.texts.filter(({ text }) => text.trim() !== '').slice(0, 1));
    }
    const text = oneLine(child.texts.map((token) => token.text).join(''));
    if (text !== undefined && !texts.has(name)) texts.set(name, text);
  }

  for (const token of tokens) {
    if (isText(token)) {
      const [child] = open;
      const isContent = token.kind === 'text' || token.kind === 'cdata';
      if (isContent && child && textNames.has(child.name)) child.texts.push(token);
    } else {
      if (token.kind !== 'close') openChild(token);
      if (token.kind !== 'open') closeChild(token);
    }
  }
  closeUnclosed(0, end);
  return children;
}

const isTag = (token: Token): token is Tag => !isText(token);

const firstOf = <T>(names: readonly string[], read: (name: string) => T | undefined) =>
  names.map(read).find((value) => value !== undefined);

/** A recording's URL as it is compared: one host serves it by http and https. */
function keyOf(written = ''): string {
  const { host, pathname, search } = parseUrl(written) ?? {};
  return host === undefined ? written : `${host}${pathname}${search}`;
}

/** @param tokens of the item, its start tag first */
export function readItem(
  xml: string,
  { start, end }: Edit,
  tokens: readonly Token[],
  names: Namespaces,
): FeedItem | undefined {
  const [tag, last] = [tokens[0], tokens.at(-1)];
  if (!tag || isText(tag) || tag.kind === 'empty') return undefined;
  const hasEndTag = last && !isText(last) && last.kind === 'close' && last.name === tag.name;
  const content = tokens.slice(1 + tag.attributes.length, hasEndTag ? -1 : undefined);
  const contentEnd = hasEndTag ? last.start : end;
  const children = readChildren(content, contentEnd, names);
  const { texts, titles, mends } = children;
  const isLive = names.nameOf(tag.name.toLowerCase()) === 'podcast:liveitem';
  const textOf = (name: string) => texts.get(name);
  const title = firstOf(titleNames, textOf) ?? '';
  const date =
    readDate((isLive && attributeOf(tag, 'start')) || '') ??
    firstOf(dateNames, (name) => readDate(textOf(name) ?? ''));
  const link = textOf('link') ?? '';
  return {
    guid: textOf('guid') ?? '',
    recording: keyOf(recordingUrl(content.filter(isTag))),
    standIn: link || title ? `${link}\n${title}` : xml.slice(start, end),
    title: titleKey(title),
    time: date === undefined ? undefined : Date.parse(date),
    start,
    tagEnd: tag.end,
    contentEnd,
    end,
    isLive,
    titles,
    mends,
    endTag: hasEndTag ? '' : endTagsOf([tag.name]),
    tokens,
  };
}
