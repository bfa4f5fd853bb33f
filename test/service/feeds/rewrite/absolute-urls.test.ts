import { describe, expect, it } from 'vitest';
import { makeUrlsAbsolute } from '../../../../src/service/feeds/rewrite/absolute-urls.js';
import { readTokens, textEdits } from '../../../../src/service/feeds/rewrite/feed-tokens.js';
import { splice } from '../../../../src/service/feeds/rewrite/splice.js';

const base = 'https://show.example/feeds/show.xml';
function absolute(xml: string): string {
  const tokens = readTokens(xml);
  makeUrlsAbsolute(tokens, base);
  return splice(xml, textEdits(xml, tokens));
}

describe('makeUrlsAbsolute', () => {
  it.each([
    ['<enclosure url="1.mp3"/>', '<enclosure url="https://show.example/feeds/1.mp3"/>'],
    [
      `<enclosure length='5' url = '/1.mp3?a=1&amp;b="2"' type='x'/>`,
      `<enclosure length='5' url = "https://show.example/1.mp3?a=1&amp;b=%222%22" type='x'/>`,
    ],
    [
      '<a:image href="//cdn.example/c.png"></a:image>',
      '<a:image href="https://cdn.example/c.png"></a:image>',
    ],
    ['<link>/about</link>', '<link>https://show.example/about</link>'],
    [
      '<image><url>../c.png</url><link>./</link></image>',
      '<image><url>https://show.example/c.png</url><link>https://show.example/feeds/</link></image>',
    ],
    [
      '<p:source uri="/x.mp3"/><p:person img="a.png"/><link>?p=3</link>',
      '<p:source uri="https://show.example/x.mp3"/><p:person img="https://show.example/feeds/a.png"/><link>https://show.example/feeds/show.xml?p=3</link>',
    ],
    ['<x url=1.mp3 />', '<x url="https://show.example/feeds/1.mp3" />'],
    // XML Base §4: relative to the base around it, for an element and what it holds.
    [
      '<item xml:base="/i/"><enclosure url="1.mp3"/><x xml:base="j/" url="2"><y url="3"/></x><z xml:base="k/" url="4"/><e url="5"/></item><e url="6"/>',
      '<item xml:base="/i/"><enclosure url="https://show.example/i/1.mp3"/><x xml:base="j/" url="https://show.example/i/j/2"><y url="https://show.example/i/j/3"/></x><z xml:base="k/" url="https://show.example/i/k/4"/><e url="https://show.example/i/5"/></item><e url="https://show.example/feeds/6"/>',
    ],
    ['<link>/e?a=1&amp;b=2</link>', '<link>https://show.example/e?a=1&amp;b=2</link>'],
  ])('makes URLs absolute: %s', (written, expected) => {
    expect(absolute(`<rss><channel>${written}</channel></rss>`)).toBe(
      `<rss><channel>${expected}</channel></rss>`,
    );
  });

  it.each([
    '<enclosure url="https://a.example/1.mp3?x=1&amp;y"/>',
    '<enclosure url="HTTP://a.example/1.mp3"/>',
    '<enclosure url=""/><a href="#top"/>',
    '<link>www.show.example</link><link/><link></link><url>c.png</url>',
    '<link><![CDATA[/about]]></link>',
    '<title>/about</title><guid>/1</guid><description>see /about</description>',
    '<link>/a<b/>/c</link><link>/never closed',
    '<a title="url=&quot;x&quot;">url="y"</a><!-- <enclosure url="1.mp3"/> -->',
    '<a href="http://[bad"/><a href="data:,x"/>',
  ])('changes nothing in %s', (written) => {
    const feed = `<rss><channel>\r\n${written}</channel></rss>`;
    expect(absolute(feed)).toBe(feed);
  });
});
