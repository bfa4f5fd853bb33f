/** The parts of a feed that get marked, removed or merged, found in one walk over its tokens. */
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { Namespaces } from '../../../podcast/xml/namespaces.js';
import { isText, type Tag, type Text, type Token } from './feed-tokens.js';
import type { Edit } from './splice.js';

/** Elements that may be taken out of the channel, for some members. */
type PartRole = 'funding' | 'title' | 'trailer';

export interface OpenElement {
  tag: string;
  start: number;
  /** Offset just after its start tag. */
  tagEnd: number;
  hasChildren: boolean;
  role: 'root' | 'channel' | 'episode' | 'unwanted' | PartRole | 'other';
}

/** The parts of a feed that get marked or removed. */
export interface Layout {
  root?: OpenElement;
  channel?: OpenElement;
  /** Prefixes declared on the root or the channel. */
  declared: Set<string>;
  episodes: Edit[];
  /** Whether there is an `<item>` with something in it; few apps know other episodes. */
  hasItem: boolean;
  unwanted: Edit[];
  /** Links to where people can support the show. */
  funding: Edit[];
  /** The show's titles. */
  title: Edit[];
  trailer: Edit[];
  /** Offset of the end tag of the element that holds the channel's tags. */
  end?: number;
  /** The texts of the channel's language, and of its link. */
  language?: Text;
  link?: Text;
  /** URLs that the feed gives for itself, its own name for itself first. */
  urls: string[];
  /** The meaning of prefixes directly in the channel. */
  names: Namespaces;
}

const MAX_DEPTH = 256;

/** Relations of an `atom:link` to something other than the feed. */
const OTHER_RELATION = /^(?:alternate|payment|license|enclosure|related|image|https?:.*)$/i;
/** An alternate of these types is the feed in another format. */
const FEED_TYPE = /^\s*application\/(?:rss\+xml|atom\+xml|feed\+json)/i;

/** Whether an `atom:link` leads to the feed, a page of it, or a hub that is told of its URL (RFC 5005). */
function isAtomLinkToFeed({ rel = 'alternate', type = '' }: Record<string, string>): boolean {
  return !OTHER_RELATION.test(rel.trim()) || FEED_TYPE.test(type);
}

/** Channel tags that say who may list, copy or move the feed: ours take their place, or none does. */
const LISTING = new Set([
  'itunes:block',
  'itunes:new-feed-url',
  'podcast:block',
  'podcast:locked',
  // These say that the feed is the public show, and apps would take one for the other.
  'podcast:guid',
  'itunes:applepodcastsverify',
]);

const isVerification = (name: string, { purpose = '' }: Record<string, string>): boolean =>
  name === 'podcast:txt' && /^(?:verify|applepodcastsverify)$/i.test(purpose.trim());

function isUnwanted(name: string, attributes: Record<string, string>, inEpisode: boolean): boolean {
  if (name === 'atom:link') return isAtomLinkToFeed(attributes);
  if (inEpisode) return name === 'source';
  return LISTING.has(name) || isVerification(name, attributes);
}

const isFunding = (name: string, { rel = '' }: Record<string, string>): boolean =>
  name === 'podcast:funding' || (name === 'atom:link' && rel.trim().toLowerCase() === 'payment');

/** Whether it is the show's title. Of RSS 1.0, an image with a title of its own is beside the channel. */
const isTitle = (name: string, parent: OpenElement | undefined): boolean =>
  (name === 'title' || name === 'itunes:title') &&
  !/^(?:image|textinput)$/i.test(parent?.tag ?? '');

/** Whether elements of a role may be taken out of the channel. */
const isPart = (role: OpenElement['role']): role is 'unwanted' | PartRole =>
  ['unwanted', 'funding', 'title', 'trailer'].includes(role);

/** The role of an element, from its canonical name and the elements around it. */
function roleOf(
  name: string,
  attributes: Record<string, string>,
  around: readonly OpenElement[],
): OpenElement['role'] {
  if (around.length === 0) return 'root';
  if (around.length === 1 && name === 'channel') return 'channel';
  if (around.at(-1)?.role === 'episode') {
    return isUnwanted(name, attributes, true) ? 'unwanted' : 'other';
  }
  // Directly in the root, or in an element used as the channel: some feeds omit or misname it.
  if (around.length > 2) return 'other';
  if (name === 'item' || name === 'podcast:liveitem') return 'episode';
  if (isFunding(name, attributes)) return 'funding';
  if (isTitle(name, around.at(-1))) return 'title';
  if (name === 'podcast:trailer') return 'trailer';
  return isUnwanted(name, attributes, false) ? 'unwanted' : 'other';
}

/** The attributes by lower-case name. Of two with one name, the first counts. */
const attributesOf = (attributes: readonly Text[]): Record<string, string> =>
  Object.fromEntries(attributes.map(({ attribute, text }) => [attribute, text] as const).reverse());

export function readLayout(tokens: readonly Token[]): Layout {
  const layout: Layout = {
    declared: new Set(),
    episodes: [],
    hasItem: false,
    unwanted: [],
    funding: [],
    title: [],
    trailer: [],
    urls: [],
    names: new Namespaces(),
  };
  const open: OpenElement[] = [];
  let newFeedUrl: string | undefined;
  let end = 0;

  /** Notes the URLs of an unwanted element of the channel; only some name the feed itself. */
  function noteUrl(name: string, { rel, href }: Record<string, string>) {
    if (name === 'itunes:new-feed-url') newFeedUrl = '';
    if (name !== 'atom:link' || !href || /^hub$/i.test(rel ?? '')) return;
    if (rel?.toLowerCase() === 'self') layout.urls.unshift(href);
    else layout.urls.push(href);
  }

  function openElement({ kind, name: tag, start, end: tagEnd, attributes: written }: Tag): void {
    const attributes = attributesOf(written);
    // The root's default namespace says nothing: its elements are read as RSS.
    const bindings = Object.entries(attributes).filter(
      ([key]) => open.length > 0 || key !== 'xmlns',
    );
    const inScope = layout.names.with(bindings.flat());
    const name = inScope.nameOf(tag.toLowerCase());
    // An episode that is never closed ends where the next one starts.
    const unclosed = name === 'item' ? open.findIndex(({ role }) => role === 'episode') : -1;
    while (unclosed >= 0 && open.length > unclosed) closeElement(start, false);
    // One of these that is never closed must not hide what follows it.
    const around = open.filter(({ role }) => !isPart(role));
    const parent = open.at(-1);
    if (parent) parent.hasChildren = true;
    const role = roleOf(name, attributes, around);
    if (role === 'episode' && name === 'item' && kind === 'open') layout.hasItem = true;
    if (role === 'unwanted' && parent?.role !== 'episode') noteUrl(name, attributes);
    const element: OpenElement = { tag, start, tagEnd, hasChildren: false, role };
    if (role === 'root' || role === 'channel') {
      layout[role] ??= element;
      layout.names = inScope;
      for (const attribute of Object.keys(attributes)) {
        if (attribute.startsWith('xmlns:')) layout.declared.add(attribute.slice('xmlns:'.length));
      }
    }
    if (open.push(element) > MAX_DEPTH) {
      throw new PrivatePodcastError(
        'bad-feed',
        `The show's feed nests deeper than ${MAX_DEPTH} levels. Check that its tags are closed.`,
      );
    }
  }

  /** Closes the last element. Without an end tag of its own it ends before the tag that closed it. */
  function closeElement(end: number, hasEndTag: boolean): void {
    if (newFeedUrl?.trim()) layout.urls.push(newFeedUrl.trim());
    newFeedUrl = undefined;
    const element = open.pop();
    if (element?.role === 'episode') layout.episodes.push({ start: element.start, end, text: '' });
    if (!element || !isPart(element.role)) return;
    // One that contains others was probably never closed.
    const isWhole = hasEndTag && !element.hasChildren;
    const to = isWhole ? end : element.tagEnd;
    layout[element.role].push({ start: element.start, end: to, text: '' });
  }

  /** Notes a text of the channel's own. */
  function noteText(token: Text): void {
    const [element, parent] = [open.at(-1), open.at(-2)];
    if (!['text', 'cdata'].includes(token.kind) || token.text.trim() === '') return;
    if (newFeedUrl !== undefined) newFeedUrl += token.text;
    if (parent?.role !== 'channel' && parent?.role !== 'root') return;
    if (/^(?:dc:)?language$/i.test(element?.tag ?? '')) layout.language ??= token;
    if (/^link$/i.test(element?.tag ?? '')) layout.link ??= token;
  }

  for (const token of tokens) {
    end = token.end;
    if (isText(token)) {
      noteText(token);
    } else if (token.kind === 'close') {
      const at = open.findLastIndex(({ tag }) => tag === token.name);
      if (at < 0) continue;
      while (open.length > at + 1) closeElement(token.start, false);
      if (open[at] === (layout.channel ?? layout.root)) layout.end = token.start;
      closeElement(token.end, true);
    } else {
      openElement(token);
      if (token.kind === 'empty') closeElement(token.end, true);
    }
  }
  while (open.length > 0) closeElement(end, false);
  return layout;
}

/** The feed's root. @throws {PrivatePodcastError} `bad-feed` if it is not that of RSS. */
export function rootOf({ root }: Layout): OpenElement {
  if (root && /^(rss|rdf:rdf|channel)$/i.test(root.tag)) return root;
  throw new PrivatePodcastError('bad-feed', "The show's feed is not RSS. Check its URL.");
}
