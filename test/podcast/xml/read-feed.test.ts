/** Elements are found even if a feed is not well-formed. */
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../src/podcast.js';
import { expectAtMost } from '../../support/laws/limits.js';
import { episodeWith, feedWith, podcastWith } from '../feeds.js';

const titlesOf = (xml: string) => parsePodcast(xml).episodes.map(({ title }) => title);

describe('parsePodcast: structure', () => {
  it.each([
    ['<rss><channel><item><title>a</title></item></channel></rss>', ['a']],
    ['<RSS><Channel><ITEM><Title>a</tITLE></ITEM></Channel></RSS>', ['a']],
    ['<rss><item><title>a</title></item></rss>', ['a']],
    ['<channel><item><title>a</title></item></channel>', ['a']],
    ['<rdf:RDF><channel/><item><title>a</title></item></rdf:RDF>', ['a']],
    ['<rss><feed><item><title>a</title></item></feed></rss>', ['a']],
    ['<rss><channel/></rss><item><title>a</title></item>', ['a']],
    ['<rss><channel></channel></channel></rss></rss><item><title>a</title></item>', ['a']],
    ['<rss><channel><item><title>a</title><item><title>b</title></item></rss>', ['a', 'b']],
    ['<rss><channel><item><title>a<item><title>b</title></item></rss>', ['a', 'b']],
    [
      '<rss><channel><item><x><y><title>no</title></item><item><title>b</title></item></rss>',
      ['', 'b'],
    ],
    ['<rss><channel><item><title>a</title></item><item><title>cut', ['a']],
    ['<rss><channel><x><item><title>no</title></item></x></channel></rss>', []],
    ['<rss><a:feed><item><title>no</title></item></a:feed><channel/></rss>', []],
    ['<rss><channel/><feed><item><title>no</title></item></feed></rss>', []],
    ['<rss><feed><feed><item><title>no</title></item></feed></feed><channel/></rss>', []],
    ['<rss xmlns="http://www.w3.org/2005/Atom"><item><title>a</title></item></rss>', ['a']],
    ['<x:rss xmlns:x="http://purl.org/rss/1.0/"><x:item><title>a</title></x:item></x:rss>', ['a']],
    ['<rss><channel><item><title>a</title></item/></channel></rss>', ['a']],
    ['<rss><channel><item/><item></item></channel></rss>', ['', '']],
  ])('finds the items of `%s`', (xml, titles) => {
    expect(titlesOf(xml)).toEqual(titles);
  });
});

describe('parsePodcast: unclosed elements', () => {
  it.each([
    ['<guid>g<enclosure url="https://a.example/1"/>', { guid: 'g', url: 'https://a.example/1' }],
    ['<title>a<link>b</title><guid>g</guid>', { title: 'ab', guid: 'g' }],
    ['<description>a<p>b</p><title>c</title><guid>g</guid>', { description: 'a\nb\nc', guid: 'g' }],
    ['<description>a<media:title>b</media:title>c</description>', { description: 'abc' }],
    ['<title>a</x></title><guid>g</guid>', { title: 'a', guid: 'g' }],
    ['<title>a</tilte><guid>g</guid>', { title: 'a', guid: 'g' }],
    ['<title>a<b>b</title>c<guid>g</guid>', { title: 'ab', guid: 'g' }],
    ['<x><title>no</title></x><guid>g</guid>', { title: '', guid: 'g' }],
    ['<x><y></x><title>a</title>', { title: 'a' }],
    ['<title>a</TITLE><guid>g</guid>', { title: 'a', guid: 'g' }],
  ])('reads `%s`', (tags, fields) => {
    expect(episodeWith(tags)).toMatchObject(fields);
  });
});

describe('parsePodcast: text', () => {
  it.each([
    ['a<![CDATA[b]]>c', 'abc'],
    ['<![CDATA[a]]><![CDATA[b]]>', 'ab'],
    ['<![CDATA[&amp;lt;]]>&lt;', '&lt;<'],
    ['a<!-- b -->c', 'ac'],
    ['a<?b ?>c', 'ac'],
    ['A <t>b</t> <x>c</x> <text>d</text>', 'A b c d'],
    ['a<i>b<u>c</u></i>d', 'abcd'],
    ['&#65;&#x42;&eacute;&nope;&', 'ABé&nope;&'],
    ['a&#0;b', 'a\ufffdb'],
    ['&AMP;&Amp;&apos;&quot;&#39;&nbsp;x', "&&Amp;'\"'\u00a0x"],
  ])('reads `%s`', (source, title) => {
    expect(podcastWith(`<title>${source}</title>`).title).toBe(title);
  });

  it('keeps unescaped markup of notes, to the last tag', () => {
    const html = 'a <p class="x">b &amp; <br/></p><!-- c --> d';
    expect(episodeWith(`<description>${html}</description>`)).toMatchObject({
      description: 'a\nb &\nd',
      descriptionWithHtml: html,
    });
  });

  it('ends the text of an unclosed element where the next one begins', () => {
    expect(episodeWith('<description>a <b>b</b><guid>g</guid>')).toMatchObject({
      descriptionWithHtml: 'a <b>b</b>',
      guid: 'g',
    });
  });
});

describe('parsePodcast: attributes', () => {
  it.each([
    ['url="https://a.example/1"', 'https://a.example/1'],
    ["url='https://a.example/1'", 'https://a.example/1'],
    ['url=https://a.example/1 x', 'https://a.example/1'],
    ['URL=" https://a.example/1 "', 'https://a.example/1'],
    ['url="https://a.example/?a=1&amp;b&#61;2"', 'https://a.example/?a=1&b=2'],
    ['x="1" url="https://a.example/1" url="https://a.example/2"', 'https://a.example/1'],
    ['url', undefined],
    ['url=" "', undefined],
    ['x-url="https://a.example/1"', undefined],
  ])('reads the enclosure with `%s`', (attributes, url) => {
    expect(episodeWith(`<enclosure ${attributes}/>`).url).toBe(url);
  });
});

describe('parsePodcast: limits', () => {
  const item = '<item><guid>g</guid></item>';
  const sizes = (count: number) => Array.from({ length: count }, (_, n) => n);

  /** For each limit: feeds that need exactly so many of it. */
  it.each<[string, (count: number) => string | Uint8Array]>([
    ['bytes', (n) => '<rss><channel/>'.padEnd(n, ' ')],
    ['depth', (n) => feedWith('<a>'.repeat(n - 2) + '</a>'.repeat(n - 2))],
    [
      'attributes',
      (n) =>
        feedWith(
          `<title ${sizes(n)
            .map((at) => `a${at}="x"`)
            .join(' ')}/>`,
        ),
    ],
    ['attributes', (n) => feedWith(`<link ${'a '.repeat(n)}/>`)],
    ['text', (n) => feedWith(`<title>${'x'.repeat(n)}</title>`)],
    ['text', (n) => feedWith(`<title>${'<![CDATA[x]]>'.repeat(n)}</title>`)],
    ['text', (n) => feedWith(`<title>${'&amp;'.repeat(n)}</title>`)],
    ['text', (n) => feedWith(`<title>${'x<b/>'.repeat(n)}</title>`)],
    ['text', (n) => feedWith(`<title>${'<![CDATA[x]]>&lt;'.repeat(n / 2)}${n % 2 ? 'x' : ''}`)],
    ['elements', (n) => feedWith('<title/>'.repeat(n))],
    ['elements', (n) => feedWith(`<itunes:category>${'<itunes:category/>'.repeat(n - 1)}`)],
    [
      'names',
      (n) =>
        feedWith(
          sizes(n - 2)
            .map((at) => `<x${at}/>`)
            .join(''),
        ),
    ],
    [
      'names',
      (n) =>
        feedWith(
          `<x/>${sizes(n - 3)
            .map((at) => `</x${at}>`)
            .join('')}`,
        ),
    ],
    ['episodes', (n) => feedWith(item.repeat(n))],
    ['episodes', (n) => feedWith('<podcast:liveItem/>'.repeat(n))],
  ])('allows %s up to the limit and no more (%#)', async (limit, make) => {
    await expectAtMost(20, (size) => {
      try {
        parsePodcast(make(size), { limits: { [limit]: 20 } });
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad-feed' });
        expect((error as Error).message).toMatch(/^The feed .+\. .+\(the limit is 20\)\.$/);
        return false;
      }
    });
  });

  it('counts bytes, not characters, if the feed is given as bytes', () => {
    const xml = new TextEncoder().encode('<rss><channel/>éé');
    expect(xml).toHaveLength(19);
    expect(() => parsePodcast(xml, { limits: { bytes: 19 } })).not.toThrow();
    expect(() => parsePodcast(xml, { limits: { bytes: 18 } })).toThrow('too large');
  });

  it('does not count text, elements and attributes that it does not read', () => {
    const limits = { text: 8, elements: 2, attributes: 1 };
    const xml = feedWith(`<x><title>${'y'.repeat(20)}</title><z a b c/></x><title>T</title>`);
    expect(parsePodcast(xml, { limits }).title).toBe('T');
  });
});
