/**
 * Makes a show's RSS private: marks that keep it out of directories, and nothing that
 * points back to the public feed. All else stays byte for byte, also where the feed is
 * not well-formed, because the text is spliced and never written anew.
 */
import { Parser } from 'htmlparser2';
import { PrivatePodcastError } from '../api/errors.js';

/** An episode without audio that tells the member something. */
export interface Notice {
  guid: string;
  title: string;
  description: string;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

interface OpenElement {
  name: string;
  start: number;
  /** Offset after its start tag. */
  tagEnd: number;
  /** Whether elements stand inside it; a thing to remove has none. */
  hasChildren: boolean;
  role: 'root' | 'channel' | 'episode' | 'unwanted' | 'other';
}

/** What of a feed the marks are about. */
interface Layout {
  root: OpenElement | undefined;
  channel: OpenElement | undefined;
  /** Prefixes declared on the root or the channel, with their URIs in lower case. */
  prefixes: Map<string, string>;
  episodes: Edit[];
  unwanted: Edit[];
}

const namespaces = {
  itunes: 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  podcast: 'https://podcastindex.org/namespace/1.0',
} as const;

const marks = `
<itunes:block>Yes</itunes:block>
<podcast:locked>yes</podcast:locked>`;

const maxDepth = 256;

/** What there is while a show has no episodes, so that apps do not take the feed for a broken one. */
const noEpisodesYet: Notice = {
  guid: 'no-episodes-yet',
  title: 'No episodes yet',
  description: 'This podcast has no episodes yet. They appear here when they are published.',
};

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function noticeItem({ guid, title, description }: Notice): string {
  return `
<item>
<title>${escapeXml(title)}</title>
<description>${escapeXml(description)}</description>
<guid isPermaLink="false">${escapeXml(guid)}</guid>
</item>`;
}

/** The usual prefix of an element's namespace, whatever prefix the feed gave it. */
function usualName(name: string, prefixes: ReadonlyMap<string, string>): string {
  const [prefix = '', local] = name.toLowerCase().split(':');
  if (local === undefined) return prefix;
  const uri = prefixes.get(prefix) ?? '';
  if (uri.includes('itunes.com/')) return `itunes:${local}`;
  if (uri.includes('podcastindex.org/') || uri.includes('podcast-namespace'))
    return `podcast:${local}`;
  if (uri.includes('w3.org/2005/atom')) return `atom:${local}`;
  return `${prefix}:${local}`;
}

function isUnwanted(name: string, attributes: Record<string, string>): boolean {
  if (name === 'atom:link') return /\bself\b/i.test(attributes.rel ?? '');
  return name === 'itunes:block' || name === 'itunes:new-feed-url' || name === 'podcast:locked';
}

function readLayout(xml: string): Layout {
  const layout: Layout = {
    root: undefined,
    channel: undefined,
    prefixes: new Map(),
    episodes: [],
    unwanted: [],
  };
  const open: OpenElement[] = [];

  function roleOf(
    name: string,
    parent: OpenElement | undefined,
    attributes: Record<string, string>,
  ) {
    if (!parent) return layout.root ? 'other' : 'root';
    if (name === 'channel' && parent.role === 'root' && !layout.channel) return 'channel';
    if (parent.role !== 'channel' && parent.role !== 'root') return 'other';
    if (name === 'item' || name === 'podcast:liveitem') return 'episode';
    return isUnwanted(name, attributes) ? 'unwanted' : 'other';
  }

  function declarePrefixes(attributes: Record<string, string>) {
    for (const [attribute, uri] of Object.entries(attributes)) {
      const [, prefix] = /^xmlns:(.+)$/i.exec(attribute) ?? [];
      if (prefix) layout.prefixes.set(prefix.toLowerCase(), uri.toLowerCase());
    }
  }

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        // An unwanted element that is never closed must not hide what stands after it.
        const parent = open.findLast(({ role }) => role !== 'unwanted');
        const above = open.at(-1);
        if (above) above.hasChildren = true;
        const role = roleOf(usualName(tag, layout.prefixes), parent, attributes);
        const element: OpenElement = {
          name: tag,
          start: parser.startIndex,
          tagEnd: parser.endIndex + 1,
          hasChildren: false,
          role,
        };
        if (role === 'root' || role === 'channel') {
          layout[role] = element;
          declarePrefixes(attributes);
        }
        if (open.push(element) > maxDepth) {
          throw new PrivatePodcastError(
            'bad-feed',
            `The show's feed nests deeper than ${maxDepth}.`,
          );
        }
      },
      onclosetag(_tag, implied) {
        const element = open.pop();
        if (!element) return;
        const { start, tagEnd, role, hasChildren } = element;
        // Where the parser had to close it, it ends before what made it close.
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

/** The start tag with the namespaces that it lacks, and what is to stand after it. */
function extendTag(xml: string, tag: OpenElement, attributes: string, content: string): Edit {
  const empty = xml.startsWith('/>', tag.tagEnd - 2);
  const start = tag.tagEnd - (empty ? 2 : 1);
  const text = `${attributes}>${content}${empty ? `</${tag.name}>` : ''}`;
  return { start, end: tag.tagEnd, text };
}

function splice(text: string, edits: Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const edit of edits.sort((one, other) => one.start - other.start)) {
    if (edit.start < at) continue;
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return pieces.join('') + text.slice(at);
}

/**
 * The feed as a member gets it: `itunes:block` and `podcast:locked` set, `atom:link self`
 * and `itunes:new-feed-url` gone, declared as the UTF-8 it is sent in.
 * @param notice takes the place of every episode; absent, a show without episodes says so.
 * @throws {PrivatePodcastError} `bad-feed` where there is no RSS in the text.
 */
export function markFeed(xml: string, notice?: Notice): string {
  // White space before an XML declaration is an error to strict readers.
  const feed = xml
    .trimStart()
    .replace(/^(<\?xml\b[^>]*?\sencoding\s*=\s*)(?:"[^"]*"|'[^']*')/i, '$1"UTF-8"');
  const { root, channel, prefixes, episodes, unwanted } = readLayout(feed);
  const container = channel ?? root;
  const isRss = channel !== undefined || episodes.length > 0 || root?.name.toLowerCase() === 'rss';
  if (!container || !isRss) {
    throw new PrivatePodcastError('bad-feed', "The show's feed is no RSS. Check its address.");
  }
  const declarations = Object.entries(namespaces)
    .filter(([prefix]) => !prefixes.has(prefix))
    .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  const item = notice ?? (episodes.length === 0 ? noEpisodesYet : undefined);
  const content = marks + (item ? noticeItem(item) : '');
  return splice(feed, [
    extendTag(feed, container, declarations.join(''), content),
    ...unwanted,
    ...(notice ? episodes : []),
  ]);
}
