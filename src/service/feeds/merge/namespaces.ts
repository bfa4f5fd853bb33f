/** The namespaces that items need in another feed than their own. */
import { isText, quoted, type Tag, type Token } from '../rewrite/feed-tokens.js';
import type { ReadFeed } from '../rewrite/read-feed.js';

/** URIs by prefix, both as the feed writes them. */
export type Declarations = ReadonlyMap<string, string>;

/** What readers of feeds take prefixes for that a feed has not declared. */
export const usualDeclarations: Declarations = new Map([
  ['atom', 'http://www.w3.org/2005/Atom'],
  ['content', 'http://purl.org/rss/1.0/modules/content/'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['itunes', 'http://www.itunes.com/dtds/podcast-1.0.dtd'],
  ['media', 'http://search.yahoo.com/mrss/'],
  ['podcast', 'https://podcastindex.org/namespace/1.0'],
  ['psc', 'http://podlove.org/simple-chapters'],
]);

/** A name that can be declared; it goes into the tag of another feed. */
const PREFIX = /^(?!xml)[a-z_][\w.-]*$/i;

/** The prefixes that a start tag declares. */
export const declarationsIn = ({ attributes }: Tag): Declarations =>
  new Map(
    attributes.flatMap(({ attributeName, text }) => {
      const [, prefix = ''] = /^xmlns:(.*)$/.exec(attributeName) ?? [];
      return PREFIX.test(prefix) && text.trim() !== '' ? [[prefix, text.trim()]] : [];
    }),
  );

/** The prefixes that are in scope in a feed's channel. */
export function declarationsOf({ tokens, root, layout: { channel } }: ReadFeed): Declarations {
  const tags = tokens.filter(
    (token): token is Tag =>
      !isText(token) && (token.start === root.start || token.start === channel?.start),
  );
  return new Map(tags.flatMap((tag) => [...declarationsIn(tag)]));
}

/** The prefixes of names, of those that end in a colon. */
export function prefixesIn(tokens: readonly Token[]): Set<string> {
  const names = tokens.map((token) => (isText(token) ? token.attributeName : token.name));
  return new Set(names.flatMap((name) => (/^([^:]+):/.exec(name) ?? []).slice(1)));
}

/** The declarations of some prefixes that another place lacks, or means something else by. */
export const declaredHere = (
  prefixes: Iterable<string>,
  here: Declarations,
  there: Declarations,
): Declarations =>
  new Map(
    [...prefixes].flatMap((prefix) => {
      const uri = here.get(prefix);
      return uri === undefined || uri === there.get(prefix) ? [] : [[prefix, uri]];
    }),
  );

export const attributesFor = (declarations: Declarations): string =>
  Array.from(declarations, ([prefix, uri]) => ` xmlns:${prefix}=${quoted(uri)}`).join('');
