/** An element is known by the URI of its namespace, else by the usual meaning of its prefix. */
import { describe, expect, it } from 'vitest';
import { Namespaces } from '../../../src/podcast/xml/namespaces.js';
import { podcastWith } from '../feeds.js';

const itunes = 'http://www.itunes.com/dtds/podcast-1.0.dtd';
const nameWith = (uri: string, name = 'x:y') =>
  new Namespaces().with(['xmlns:x', uri]).nameOf(name);

describe('Namespaces: URIs', () => {
  it.each([
    [itunes, 'itunes:y'],
    ['HTTPS://WWW.iTunes.com/DTDs/Podcast-1.0.dtd', 'itunes:y'],
    [` ${itunes}/ `, 'itunes:y'],
    [`${itunes}#`, 'itunes:y'],
    [`${itunes}##`, 'x:y'],
    [`x${itunes}`, 'x:y'],
    ['itunes.com/dtds/podcast-1.0.dtd', 'itunes:y'],
    ['https://podcastindex.org/namespace/1.0', 'podcast:y'],
    ['https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md', 'podcast:y'],
    ['http://purl.org/rss/1.0/modules/content/', 'content:y'],
    ['http://search.yahoo.com/mrss/', 'media:y'],
    ['http://podlove.org/simple-chapters', 'psc:y'],
    ['http://www.w3.org/2005/Atom', 'atom:y'],
    ['http://purl.org/dc/elements/1.1/', 'dc:y'],
    ['http://purl.org/dc/terms/', 'dcterms:y'],
    ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf:y'],
    ['http://www.w3.org/1999/xhtml', 'xhtml:y'],
    ['http://purl.org/rss/1.0/', 'y'],
    ['http://purl.org/rss/2.0/', 'y'],
    ['http://backend.userland.com/rss', 'y'],
    ['http://backend.userland.com/RSS2', 'y'],
    ['http://blogs.law.harvard.edu/tech/rss', 'y'],
    ['http://unknown.example/', 'x:y'],
  ])('takes an element in `%s` for %s', (uri, name) => {
    expect(nameWith(uri)).toBe(name);
  });
});

describe('Namespaces: prefixes', () => {
  const none = new Namespaces();

  it('gives a prefix its usual meaning if no URI is bound', () => {
    expect(none.nameOf('itunes:author')).toBe('itunes:author');
    expect(none.nameOf('atom10:link')).toBe('atom:link');
    expect(none.nameOf('title')).toBe('title');
    expect(none.nameOf('a:b:c')).toBe('a:b:c');
    expect(none.nameOf(':a')).toBe('a');
  });

  it('binds the default namespace, in any case', () => {
    expect(none.with(['XMLNS', itunes]).nameOf('author')).toBe('itunes:author');
    expect(none.with(['xmlns:', itunes]).nameOf('author')).toBe('itunes:author');
    expect(none.with(['XmlNs:X', itunes]).nameOf('x:author')).toBe('itunes:author');
  });

  it.each(['xmlnsx', 'xmln', 'xml:lang', 'a-xmlns:x'])('ignores the attribute %s', (name) => {
    expect(none.with([name, itunes])).toBe(none);
  });

  it('returns the same object if nothing changes', () => {
    const bound = none.with(['xmlns:x', itunes]);
    expect(bound).not.toBe(none);
    expect(bound.with(['xmlns:x', itunes, 'a', 'b'])).toBe(bound);
    expect(none.with(['xmlns:itunes', itunes])).toBe(none);
    expect(none.with(['xmlns:atom10', 'http://www.w3.org/2005/Atom'])).toBe(none);
    expect(none.with([])).toBe(none);
  });

  it('binds a prefix again for an inner tag, without changing the outer one', () => {
    const outer = none.with(['xmlns:x', itunes]);
    expect(outer.with(['xmlns:x', 'http://unknown.example/']).nameOf('x:y')).toBe('x:y');
    expect(outer.nameOf('x:y')).toBe('itunes:y');
  });

  it('counts the prefixes of nested tags together', () => {
    const outer = Array.from({ length: 33 }, (_, n) => [`xmlns:p${n}`, itunes]);
    const bound = outer.reduce((within, attributes) => within.with(attributes), none);
    expect(bound.nameOf('p31:y')).toBe('itunes:y');
    expect(bound.nameOf('p32:y')).toBe('p32:y');
    const mrss = 'http://search.yahoo.com/mrss/';
    expect(bound.with(['xmlns:p0', mrss]).nameOf('p0:y')).toBe('media:y');
  });

  it('applies to an element but not to the next one', () => {
    expect(podcastWith(`<t:author xmlns:t="${itunes}">A</t:author>`).author).toBe('A');
    expect(
      podcastWith(`<t:author xmlns:t="${itunes}">A</t:author><t:type>serial</t:type>`).podcastType,
    ).toBe('EPISODIC');
  });
});
