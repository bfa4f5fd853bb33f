/** The namespaces that items need in another feed than their own. */
import type { ReadFeed } from '../rewrite/read-feed.js';

/** URIs by prefix, each as its feed writes it, quotes included. */
export type Declarations = ReadonlyMap<string, string>;

const DECLARATION = /\sxmlns:([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g;

/** The prefixes that start tags declare; the later ones count. */
function declarationsIn(text: string): Declarations {
  return new Map(
    Array.from(text.matchAll(DECLARATION), ([, prefix = '', uri = '']) => [prefix, uri]),
  );
}

/** The prefixes that are in scope in a feed's channel. */
export function declarationsOf({ xml, root, layout: { channel } }: ReadFeed): Declarations {
  const tags = [root, channel].map((tag) => (tag ? xml.slice(tag.start, tag.tagEnd) : ''));
  return declarationsIn(tags.join(''));
}

const bare = (uri: string | undefined) => uri?.slice(1, -1).trim();

/** Prefixes of items from other feeds that this feed does not declare; the first feed counts. */
export function missingFrom(
  host: Declarations,
  others: readonly { declarations: Declarations; uses: (prefix: string) => boolean }[],
): Declarations {
  const missing = new Map<string, string>();
  for (const { declarations, uses } of others) {
    for (const [prefix, uri] of declarations) {
      if (!host.has(prefix) && !missing.has(prefix) && uses(prefix)) missing.set(prefix, uri);
    }
  }
  return missing;
}

/** The declarations of an item whose prefixes mean something else in the feed that it goes to. */
export function differing(item: string, own: Declarations, there: Declarations): Declarations {
  const onItem = declarationsIn(item.slice(0, item.indexOf('>') + 1));
  return new Map(
    [...own].filter(
      ([prefix, uri]) =>
        bare(there.get(prefix)) !== bare(uri) && !onItem.has(prefix) && item.includes(`${prefix}:`),
    ),
  );
}

export const attributesFor = (declarations: Declarations): string =>
  Array.from(declarations, ([prefix, uri]) => ` xmlns:${prefix}=${uri}`).join('');
