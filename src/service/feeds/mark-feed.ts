/**
 * Makes a show's RSS private: adds the tags that keep it out of directories and removes what
 * names the show's own feed. Everything else stays byte for byte, even in a feed
 * that is not well-formed, because the text is spliced and never serialized again.
 */
import { Parser } from 'htmlparser2';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { Namespaces } from '../../podcast/xml/namespaces.js';
import { escapeXml, ownUrlEdits } from './own-urls.js';
import { splice, type Edit } from './splice.js';

/** An episode without audio that carries a message for the member. */
export interface Notice {
  guid: string;
  title: string;
  description: string;
}

interface OpenElement {
  tag: string;
  start: number;
  /** Offset just after its start tag. */
  tagEnd: number;
  /** An unwanted element that contains others was probably never closed. */
  hasChildren: boolean;
  role: 'root' | 'channel' | 'episode' | 'unwanted' | 'other';
}

/** The parts of a feed that get marked or removed. */
interface Layout {
  root?: OpenElement;
  channel?: OpenElement;
  /** Prefixes declared on the root or the channel. */
  declared: Set<string>;
  episodes: Edit[];
  unwanted: Edit[];
  /** URLs that the feed gives for itself, its own name for itself first. */
  urls: string[];
}

const namespaces = {
  itunes: 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  podcast: 'https://podcastindex.org/namespace/1.0',
} as const;

const marks = `
<itunes:block>Yes</itunes:block>
<podcast:locked>yes</podcast:locked>`;

const MAX_DEPTH = 256;

/** Shown while a show has no episodes: some apps reject a feed without any. */
const noEpisodesYet: Notice = {
  guid: 'no-episodes-yet',
  title: 'No episodes yet',
  description: 'This podcast has no episodes yet. New ones will appear here.',
};

function noticeItem({ guid, title, description }: Notice): string {
  return `
<item>
<title>${escapeXml(title)}</title>
<description>${escapeXml(description)}</description>
<guid isPermaLink="false">${escapeXml(guid)}</guid>
</item>`;
}

/** Relations of an `atom:link` to something other than the feed. */
const OTHER_RELATION = /^(?:alternate|payment|license|enclosure|related|image|https?:.*)$/i;
/** An alternate of these types is the feed in another format. */
const FEED_TYPE = /^\s*application\/(?:rss\+xml|atom\+xml|feed\+json)/i;

/** Whether a link leads to the feed, a page of it, or a hub that is told of its URL (RFC 5005). */
function isFeedLink({ rel = 'alternate', type = '' }: Record<string, string>): boolean {
  return !OTHER_RELATION.test(rel.trim()) || FEED_TYPE.test(type);
}

function isUnwanted(name: string, attributes: Record<string, string>, inEpisode: boolean): boolean {
  if (name === 'atom:link') return isFeedLink(attributes);
  if (inEpisode) return name === 'source';
  return name === 'itunes:block' || name === 'itunes:new-feed-url' || name === 'podcast:locked';
}

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
  return isUnwanted(name, attributes, false) ? 'unwanted' : 'other';
}

function lowerCaseNames(attributes: Record<string, string>): Record<string, string> {
  const entries = Object.entries(attributes);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

function readLayout(xml: string): Layout {
  const layout: Layout = { declared: new Set(), episodes: [], unwanted: [], urls: [] };
  const open: OpenElement[] = [];
  let names = new Namespaces();
  let newFeedUrl: string | undefined;

  function declare(attributes: Record<string, string>) {
    names = names.with(Object.entries(attributes).flat());
    for (const attribute of Object.keys(attributes)) {
      const [, prefix] = /^xmlns:(.+)$/i.exec(attribute) ?? [];
      if (prefix) layout.declared.add(prefix.toLowerCase());
    }
  }

  /** Notes the URLs of an unwanted element of the channel; only some name the feed itself. */
  function noteUrl(name: string, { rel, href }: Record<string, string>) {
    if (name === 'itunes:new-feed-url') newFeedUrl = '';
    if (name !== 'atom:link' || !href || /^hub$/i.test(rel ?? '')) return;
    if (rel?.toLowerCase() === 'self') layout.urls.unshift(href);
    else layout.urls.push(href);
  }

  const parser = new Parser(
    {
      onopentag(tag, written) {
        // Their names as the feed writes them are in `written`.
        const attributes = lowerCaseNames(written);
        // An unwanted element that is never closed must not hide what follows it.
        const around = open.filter(({ role }) => role !== 'unwanted');
        const parent = open.at(-1);
        if (parent) parent.hasChildren = true;
        const name = names.with(Object.entries(written).flat()).nameOf(tag.toLowerCase());
        const role = roleOf(name, attributes, around);
        if (role === 'unwanted' && parent?.role !== 'episode') noteUrl(name, attributes);
        const element: OpenElement = {
          tag,
          start: parser.startIndex,
          tagEnd: parser.endIndex + 1,
          hasChildren: false,
          role,
        };
        if (role === 'root' || role === 'channel') {
          layout[role] ??= element;
          declare(written);
        }
        if (open.push(element) > MAX_DEPTH) {
          throw new PrivatePodcastError(
            'bad-feed',
            `The show's feed nests deeper than ${MAX_DEPTH} levels. Check that its tags are closed.`,
          );
        }
      },
      ontext(text) {
        if (newFeedUrl !== undefined) newFeedUrl += text;
      },
      onclosetag(_tag, implied) {
        if (newFeedUrl?.trim()) layout.urls.push(newFeedUrl.trim());
        newFeedUrl = undefined;
        const element = open.pop();
        if (!element) return;
        const { start, tagEnd, role, hasChildren } = element;
        // An element that the parser had to close ends before the tag that closed it.
        const closed = !implied || parser.startIndex <= start;
        const end = closed ? parser.endIndex + 1 : parser.startIndex;
        if (role === 'episode') layout.episodes.push({ start, end, text: '' });
        if (role === 'unwanted') {
          const whole = closed && !hasChildren;
          layout.unwanted.push({ start, end: whole ? end : tagEnd, text: '' });
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return layout;
}

/** Adds attributes to a start tag and content after it. */
function extendTag(
  xml: string,
  { tag, tagEnd }: OpenElement,
  attributes: string,
  content: string,
): Edit {
  const empty = xml.startsWith('/>', tagEnd - 2);
  const text = `${attributes}>${content}${empty ? `</${tag}>` : ''}`;
  return { start: tagEnd - (empty ? 2 : 1), end: tagEnd, text };
}

export interface MarkOptions {
  /** Replaces every episode. */
  notice?: Notice | undefined;
  /** URLs that the show's feed came from. */
  urls?: readonly string[] | undefined;
}

/**
 * Returns the feed as a member gets it: with `itunes:block` and `podcast:locked` set, without the
 * show's own URLs, and declared as UTF-8.
 * @throws {PrivatePodcastError} `bad-feed` if the text is not RSS.
 */
export function markFeed(xml: string, { notice, urls = [] }: MarkOptions = {}): string {
  // Strict parsers reject white space before an XML declaration.
  const feed = xml
    .trimStart()
    .replace(/^(<\?xml\b[^>]*?\sencoding\s*=\s*)(?:"[^"]*"|'[^']*')/i, '$1"UTF-8"');
  const layout = readLayout(feed);
  const { root, channel, declared, episodes, unwanted } = layout;
  const container = channel ?? root;
  if (!container || !/^(rss|rdf:rdf|channel)$/i.test(root?.tag ?? '')) {
    throw new PrivatePodcastError('bad-feed', "The show's feed is not RSS. Check its URL.");
  }
  const declarations = Object.entries(namespaces)
    .filter(([prefix]) => !declared.has(prefix))
    .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  const item = notice ?? (episodes.length === 0 ? noEpisodesYet : undefined);
  const content = marks + (item ? noticeItem(item) : '');
  return splice(feed, [
    extendTag(feed, container, declarations.join(''), content),
    ...unwanted,
    ...(notice ? episodes : []),
    ...ownUrlEdits(feed, [...urls, ...layout.urls]),
  ]);
}
