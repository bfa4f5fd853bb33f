/**
 * Names as written to names as meant. A prefix is what its namespace URI says, tolerant
 * of case, scheme, slash and the wrong iTunes URI; where the URI is unknown or missing, the
 * prefix is taken for what it usually is.
 */

/** Usual prefix of each namespace; RSS itself has none. */
const PREFIXES = new Map([
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

/** More than a feed has; it keeps what a hostile one can make us copy small. */
const MOST_PREFIXES = 32;

function usualPrefix(uri: string): string | undefined {
  const bare = uri
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '');
  return PREFIXES.get(bare.replace(/[/#]$/, ''));
}

/** The namespaces that are bound at one place in a feed. */
export class Namespaces {
  readonly #bound: ReadonlyMap<string, string>;

  constructor(bound: ReadonlyMap<string, string> = new Map()) {
    this.#bound = bound;
  }

  /** The usual name of a name in lower case: `it:duration` is `itunes:duration`. */
  nameOf(written: string): string {
    const colon = written.indexOf(':');
    const prefix = this.#prefixOf(written.slice(0, Math.max(colon, 0)));
    const local = written.slice(colon + 1);
    return prefix === '' ? local : `${prefix}:${local}`;
  }

  /** These namespaces with those that a tag's attributes bind; itself where nothing changes. */
  with(attributes: readonly string[]): Namespaces {
    let bound: Map<string, string> | undefined;
    for (let at = 0; at < attributes.length; at += 2) {
      const name = attributes[at]?.toLowerCase() ?? '';
      if (!name.startsWith('xmlns') || (name.length > 5 && name[5] !== ':')) continue;
      const prefix = name.slice(6);
      const usual = usualPrefix(attributes[at + 1] ?? '') ?? prefix;
      if (usual === this.#prefixOf(prefix) || this.#bound.size >= MOST_PREFIXES) continue;
      bound ??= new Map(this.#bound);
      bound.set(prefix, usual);
    }
    return bound === undefined ? this : new Namespaces(bound);
  }

  #prefixOf(prefix: string): string {
    return this.#bound.get(prefix) ?? (prefix === 'atom10' ? 'atom' : prefix);
  }
}
