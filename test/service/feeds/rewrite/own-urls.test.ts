/** A member's feed does not name the show's own feed: that URL outlives the membership. */
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../../src/podcast.js';
import { renderFeed } from '../../../../src/service/feeds/rewrite/render-feed.js';
import { expectLinear } from '../../../support/foreign-text/growth.js';

const own = 'https://show.example/feeds/public.rss';
const channel = (inside: string) =>
  `<rss xmlns:atom="http://www.w3.org/2005/Atom" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>T</title>${inside}</channel></rss>`;
const item = (inside: string) => channel(`<item><title>One</title>${inside}</item>`);
const rendered = (xml: string, url?: string) => renderFeed(xml, { source: url }).xml;
const marked = (xml: string) => rendered(xml, own);

describe('removeOwnUrls', () => {
  it('finds the URL of a feed from a file in the feed itself', () => {
    const xml = channel(
      `<description>${own} and https://new.example/feed</description><atom:link rel="self" href="${own}"/><itunes:new-feed-url> https://new.example/feed </itunes:new-feed-url>`,
    );
    expect(rendered(xml)).toContain('<description>and</description>');
  });

  it('finds a URL whose ampersand is written in several ways', () => {
    const url = 'https://show.example/?feed=podcast&key=7';
    const texts = ['&amp;', '&amp;amp;', '&amp;#038;', '&#38;'];
    const xml = channel(
      texts.map((and) => `<docs>https://show.example/?feed=podcast${and}key=7</docs>`).join(''),
    );
    expect(rendered(xml, url)).not.toContain('key=7');
  });

  it('keeps episodes apart, and recordings that come from the same script', () => {
    const php = 'https://show.example/podcast.php';
    const xml = channel(
      [1, 2]
        .map((n) => `<item><guid>${php}?e=${n}</guid><enclosure url="${php}?dl=${n}"/></item>`)
        .join(''),
    );
    const { episodes } = parsePodcast(rendered(xml, php));
    expect(new Set(episodes.map(({ guid }) => guid)).size).toBe(2);
    expect(episodes.map(({ url }) => url)).toEqual([`${php}?dl=1`, `${php}?dl=2`]);
    expect(marked(item(`<enclosure url="${own}" type="audio/mpeg"/>`))).not.toContain('public.rss');
  });

  it('leaves other URLs alone, and everything else byte for byte', () => {
    const rest = `<link>https://show.example/</link><docs>https://show.example/feeds/public.rss-help</docs><item><link>https://show.example/feeds</link><description>A &amp;amp; B &#x41;</description></item>`;
    expect(marked(channel(rest))).toContain(rest);
  });

  it('ends no CDATA section by removing text', () => {
    const feed = marked(item(`<description><![CDATA[a]]${own} >b]]></description>`));
    expect(parsePodcast(feed).episodes[0]!.description).toBe('a]] >b');
    const joined = marked(item(`<description><![CDATA[a]]${own}?x>b]]></description>`));
    expect(parsePodcast(joined).episodes[0]!.description).toBe('a]]>b');
  });

  it.each([
    ['its URL', (size: number) => item(`<description>${own.repeat(size)}</description>`)],
    [
      'starts of its URL',
      (size: number) => channel('https://show.example/feeds/publi'.repeat(size)),
    ],
    ['links', (size: number) => channel(`<atom:link rel="next" href="${own}"/>`.repeat(size))],
    [
      'slashes',
      (size: number) =>
        channel(`<atom:link rel="self" href="https://a.example/${'/'.repeat(size)}x"/>`),
    ],
    [
      'detours',
      (size: number) => item(`<description>${'show.example/../'.repeat(size)}</description>`),
    ],
    [
      'line breaks',
      (size: number) => item(`<description>${'show.example/\nfeeds\n'.repeat(size)}</description>`),
    ],
    [
      'escapes of escapes',
      (size: number) =>
        item(`<description>%${'25'.repeat(size)}${'&#47'.repeat(size)}</description>`),
    ],
    [
      'URLs inside one URL',
      (size: number) =>
        item(
          `<link>${`https://a.example/${encodeURIComponent(`${own}?x`)}&amp;`.repeat(size)}</link>`,
        ),
    ],
    [
      'dots after URLs inside one URL',
      (size: number) =>
        item(
          `<link>${`//a/${encodeURIComponent(`${own}?`)}`.repeat(size)}${'.'.repeat(size)}</link>`,
        ),
    ],
    ['entities', (size: number) => item(`<guid>${'&amp;'.repeat(size)}</guid>`)],
    ['tags that are never closed', (size: number) => channel(`<a>${'</b>'.repeat(size)}`)],
    ['blanks', (size: number) => `<?xml${' '.repeat(size)}encoding?>${channel('')}`],
    ['declarations', (size: number) => `<?xml${' encoding '.repeat(size)}?>${channel('')}`],
    [
      'relations',
      (size: number) =>
        channel(`<atom:link rel="${' '.repeat(size)}x" type="${' '.repeat(size)}x"/>`),
    ],
  ])('takes linear time for many %s', (_what, make) => {
    expectLinear(make, marked);
  });
});
