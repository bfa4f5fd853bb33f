/** A member's feed does not name the show's own feed: that URL outlives the membership. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../../src/podcast.js';
import { decodeFeed } from '../../../../src/podcast/xml/decode.js';
import { renderFeed } from '../../../../src/service/feeds/rewrite/render-feed.js';
import { expectLinear } from '../../../support/foreign-text/growth.js';
import {
  describeSharedFeeds,
  hasSharedFeeds,
  sharedBytes,
  sharedFeeds,
} from '../../../support/foreign-text/shared-feeds.js';

const own = 'https://show.example/feeds/public.rss';
const core = 'show.example/feeds/public';
const channel = (inside: string) =>
  `<rss xmlns:atom="http://www.w3.org/2005/Atom" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>T</title>${inside}</channel></rss>`;
const item = (inside: string) => channel(`<item><title>One</title>${inside}</item>`);
const rendered = (xml: string, url?: string) => renderFeed(xml, { source: url }).xml;
const marked = (xml: string) => rendered(xml, own);

describe('removeOwnUrls', () => {
  it.each([
    ['channel atom:link first', channel(`<atom:link rel="first" href="${own}"/>`)],
    ['channel atom:link next', channel(`<atom:link rel="next" href="${own}?paged=2"/>`)],
    [
      'an Atom link with a namespace of its own',
      channel(`<a:link xmlns:a="http://www.w3.org/2005/Atom" rel="last" href="${own}"/>`),
    ],
    ['attribute names in capitals', channel(`<atom:link REL="self" HREF="${own}"/>`)],
    ['item atom:link self', item(`<atom:link rel="self" href="${own}"/>`)],
    ['source', item(`<source url="${own}">The Show</source>`)],
    ['podcast:remoteItem', channel(`<podcast:remoteItem feedGuid="g" feedUrl="${own}"/>`)],
    ['docs', channel(`<docs>${own}</docs>`)],
    ['link', channel(`<link>http://show.example/feeds/public.rss/</link>`)],
    ['text', item(`<description>Add ${own} to your app.</description>`)],
    ['text in CDATA', item(`<description><![CDATA[<a href="${own}?x=1">RSS</a>]]></description>`)],
    [
      'text in HTML, escaped',
      item(`<description>&lt;a href="${own}"&gt;RSS&lt;/a&gt;</description>`),
    ],
    [
      'text with numeric entities',
      item(`<description>https:&#x2F;&#47;show.example/feeds&#47;public.rss</description>`),
    ],
    [
      'the link of an app',
      item(`<description>podcast://show.example/feeds/public.rss</description>`),
    ],
    [
      'the query of another URL',
      item(`<link>https://app.example/?feed=${encodeURIComponent(own)}&amp;x=1</link>`),
    ],
    ['an attribute', channel(`<rawvoice:subscribe feed="${own}"/>`)],
    ['a comment', channel(`<!-- generated for ${own} -->`)],
    ['a processing instruction', `<?xml version="1.0"?><?origin ${own}?>${channel('')}`],
    ['a GUID', item(`<guid>${own}?episode=7</guid>`)],
    ['a recording', item(`<enclosure url="${own}" type="audio/mpeg" length="1"/>`)],
  ])('removes the URL of the feed from %s', (_place, xml) => {
    expect(xml.replaceAll(/&#x2F;|&#47;|%2F/g, '/')).toContain(core);
    const feed = marked(xml);
    expect(decodeURIComponent(feed).replaceAll(/&#x2F;|&#47;/g, '/')).not.toContain(core);
    expect(parsePodcast(feed).title).toBe('T');
  });

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
  });

  it('leaves other URLs alone, and everything else byte for byte', () => {
    const rest = `<link>https://show.example/</link><docs>https://show.example/feeds/public.rss-help</docs><item><link>https://show.example/feeds</link><description>A &amp;amp; B &#x41;</description></item>`;
    expect(marked(channel(rest))).toContain(rest);
  });

  it('ends no CDATA section by removing text', () => {
    const feed = marked(item(`<description><![CDATA[a]]${own} >b]]></description>`));
    expect(parsePodcast(feed).episodes[0]!.description).toBe('a]] >b');
    const joined = marked(item(`<description><![CDATA[a]]${own}?>b]]></description>`));
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

/** The URLs that a feed's text gives for itself, found without the code under test. */
function ownUrlsIn(xml: string): string[] {
  const [head = ''] = xml.split(/<item\b/i);
  const links = [...head.matchAll(/<[\w:]*link\b[^>]*>/gi)].flatMap(([tag]) => {
    const rel = /rel\s*=\s*["']([^"']*)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
    const href = /href\s*=\s*["']([^"']*)/i.exec(tag)?.[1] ?? '';
    return ['self', 'first', 'next', 'last', 'prev', 'previous'].includes(rel) ? [href] : [];
  });
  const moved = [...head.matchAll(/new-feed-url>\s*([^<\s]*)/gi)].map((match) => match[1] ?? '');
  return [...links, ...moved]
    .map((url) => url.replace(/^\w+:\/\//, '').replace(/\/+$/, ''))
    .filter((url) => url.includes('/'));
}

const names = hasSharedFeeds ? readdirSync(new URL('open/', sharedFeeds)) : [];

describeSharedFeeds('removeOwnUrls: real feeds', 85, () => {
  it.each(names)('leaves no URL of its own in %s, and all episodes', (name) => {
    const xml = decodeFeed(sharedBytes(`open/${name}`));
    const source = `https://publisher.example/${name}`;
    const feed = rendered(xml.replace(/<channel\b[^>]*>/i, `$&<docs>${source}</docs>`), source);
    expect(feed).not.toContain(source);
    for (const url of ownUrlsIn(xml)) {
      const rest = feed.split(url).slice(1);
      // A longer path is another URL: `…/rss` is not in `…/rss-opus.xml`.
      expect(rest.filter((after) => !/^\/?[\w.~-]/.test(after))).toEqual([]);
      expect(feed).not.toContain(encodeURIComponent(url));
    }
    const [before, after] = [parsePodcast(xml), parsePodcast(feed)];
    expect(after.title).toBe(before.title);
    const recordings = (podcast: typeof before) =>
      podcast.episodes.map(({ url, title }) => [url, title]);
    if (before.episodes.length > 0) expect(recordings(after)).toEqual(recordings(before));
  });
});
