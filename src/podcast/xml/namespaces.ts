/**
 * Resolves element names. A prefix means what its namespace URI says, whatever the URI's
 * case, scheme or trailing slash, and even for the wrong iTunes URI that many feeds use. With an
 * unknown URI or none, a prefix has its usual meaning.
 */

/** The usual prefix of each namespace URI (without scheme and final `/` or `#`); RSS has none. */
const usualPrefixes = new Map([
  ['www.itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['podcastindex.org/namespace/1.0', 'podcast'],
  ['github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md', 'podcast'],
  ['purl.org/rss/1.0/modules/content', 'content'],
  ['search.yahoo.com/mrss', 'media'],
  ['podlove.org/simple-chapters', 'psc'],
  ['www.w3.org/2005/atom', 'atom'],
  ['purl.org/dc/elements/1.1', 'dc'],
  ['purl.org/dc/terms', 'dcterms'],
  ['www.w3.org/1999/02/22-rdf-syntax-ns', 'rdf'],
  ['www.w3.org/1999/xhtml', 'xhtml'],
  ['purl.org/rss/1.0', ''],
  ['purl.org/rss/2.0', ''],
  ['backend.userland.com/rss', ''],
  ['backend.userland.com/rss2', ''],
  ['blogs.law.harvard.edu/tech/rss', ''],
]);

/** No real feed binds this many. The map is copied at each tag that binds one, so it stays small. */
const MAX_PREFIXES = 32;

function usualPrefix(uri: string): string | undefined {
  const bare = uri
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '');
  return usualPrefixes.get(bare.replace(/[/#]$/, ''));
}

/** The namespaces in scope at one place of a feed. Immutable. */
export class Namespaces {
  readonly #bound: ReadonlyMap<string, string>;

  constructor(bound: ReadonlyMap<string, string> = new Map()) {
    this.#bound = bound;
  }

  /**
   * The usual name for a name in lower case.
   * @example With `xmlns:it="http://www.itunes.com/dtds/podcast-1.0.dtd"`, `it:duration` is
   *   `itunes:duration`.
   */
  nameOf(written: string): string {
    const colon = written.indexOf(':');
    const prefix = this.#prefixOf(written.slice(0, Math.max(colon, 0)));
    const local = written.slice(colon + 1);
    return prefix === '' ? local : `${prefix}:${local}`;
  }

  /**
   * The namespaces inside a tag with these attributes (names and values in turn); this object
   * itself if they change nothing.
   */
  with(attributes: readonly string[]): Namespaces {
    let bound: Map<string, string> | undefined;
    for (let at = 0; at < attributes.length; at += 2) {
      const name = attributes[at]?.toLowerCase() ?? '';
      if (!name.startsWith('xmlns') || (name.length > 5 && name[5] !== ':')) continue;
      const prefix = name.slice(6);
      const usual = usualPrefix(attributes[at + 1] ?? '') ?? prefix;
      const now = bound ?? this.#bound;
      if (usual === (now.get(prefix) ?? fallbackPrefix(prefix))) continue;
      if (now.size >= MAX_PREFIXES && !now.has(prefix)) continue;
      bound ??= new Map(this.#bound);
      bound.set(prefix, usual);
    }
    return bound === undefined ? this : new Namespaces(bound);
  }

  #prefixOf(prefix: string): string {
    return this.#bound.get(prefix) ?? fallbackPrefix(prefix);
  }
}

/** The dialect of a prefix that is not bound to a known URI. `atom10` is FeedBurner's. */
const fallbackPrefix = (prefix: string): string => (prefix === 'atom10' ? 'atom' : prefix);
