import { describe, expect, it } from 'vitest';
import { renderFeed } from '../../../../src/service/feeds/rewrite/render-feed.js';

const itunes = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"';
const podcast = 'xmlns:podcast="https://podcastindex.org/namespace/1.0"';
const marks =
  '\n<itunes:block>Yes</itunes:block>\n<podcast:block>yes</podcast:block>\n<podcast:locked>yes</podcast:locked>';

const rendered = (...feed: Parameters<typeof renderFeed>) => renderFeed(...feed).xml;

describe('renderFeed', () => {
  it('adds the tags and their namespaces, and keeps everything else byte for byte', () => {
    const before = '<rss version="2.0">\r\n <channel';
    const after =
      '>\n<title>A &amp; B</title><item><title><![CDATA[<x>]]></title></item>\t</channel></rss>\n';
    expect(rendered(before + after)).toBe(
      `${before} ${itunes} ${podcast}>${marks}${after.slice(1)}`,
    );
  });

  const block = '<itunes:block>no</itunes:block>';
  it.each([
    [
      'which has the namespaces',
      `<rss ${itunes}><channel ${podcast}><item/></channel></rss>`,
      `<rss ${itunes}><channel ${podcast}>${marks}<item/></channel></rss>`,
    ],
    [
      'with other values, but not in episodes',
      `<rss ${itunes} ${podcast}><channel>${block}<podcast:locked owner="me@example.org">no</podcast:locked><item>${block}</item></channel></rss>`,
      `<rss ${itunes} ${podcast}><channel>${marks}<item>${block}</item></channel></rss>`,
    ],
    [
      'without a channel',
      `<rss><title>T</title><item>${block}</item></rss>`,
      `<rss ${itunes} ${podcast}>${marks}<title>T</title><item>${block}</item></rss>`,
    ],
    [
      'with a misnamed channel',
      `<rss><show>${block}<item>${block}</item></show></rss>`,
      `<rss ${itunes} ${podcast}>${marks}<show><item>${block}</item></show></rss>`,
    ],
    [
      'with a self-closing channel',
      '<rss><channel/></rss>',
      `<rss><channel ${itunes} ${podcast}>${marks}</channel></rss>`,
    ],
    [
      'with mismatched end tags and no end',
      '<rss><channel><item><title>1</b></item></wrong><item><title>2</title><descr',
      `<rss><channel ${itunes} ${podcast}>${marks}<item><title>1</b></item></wrong><item><title>2</title><descr`,
    ],
    [
      'whose root has attributes',
      '<rss a="1"><channel b="2"></channel></rss>',
      `<rss a="1"><channel b="2" ${itunes} ${podcast}>${marks}</channel></rss>`,
    ],
  ])('marks a feed %s', (_name, feed, expected) => {
    expect(rendered(feed)).toBe(expected);
  });

  it('recognizes a namespace by its URI', () => {
    const feed = `<rss xmlns:it="http://www.itunes.com/DTDs/Podcast-1.0.dtd" xmlns:a10="http://www.w3.org/2005/Atom"><channel><it:block>no</it:block><it:new-feed-url>https://x.example/</it:new-feed-url><a10:link rel="self" href="https://x.example/"/><item/></channel></rss>`;
    const marked = rendered(feed);
    expect(marked).not.toMatch(/it:block|new-feed-url|a10:link/);
    expect(marked).toContain(marks);
  });

  it('removes links to the public feed, and no others', () => {
    const feed =
      '<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><atom:link href="https://x.example/" rel="self"></atom:link><atom:link rel="hub" href="https://hub.example/"/><atom:link rel="payment" href="https://pay.example/"/><atom:link rel="alternate" type="application/rss+xml" href="https://x.example/aac"/><itunes:new-feed-url>https://x.example/</itunes:new-feed-url><link>https://x.example/show</link><item/></channel></rss>';
    const marked = rendered(feed);
    expect(marked).not.toContain('https://x.example/"');
    expect(marked).not.toContain('new-feed-url');
    expect(marked).not.toMatch(/rel="hub"|x\.example\/aac/);
    expect(marked).toContain('<atom:link rel="payment" href="https://pay.example/"/><link>');
  });

  it('removes what says that it is the public show, and no other text for machines', () => {
    const kept =
      '<podcast:txt purpose="release">1</podcast:txt><podcast:medium>podcast</podcast:medium>';
    const feed = `<rss ${itunes} xmlns:p="https://podcastindex.org/namespace/1.0/"><channel><p:guid>917393e3</p:guid><p:block id="google">no</p:block><p:txt purpose="verify">a</p:txt><p:txt purpose=" ApplePodcastsVerify ">b</p:txt><itunes:applepodcastsverify>c</itunes:applepodcastsverify>${kept}<item/></channel></rss>`;
    const marked = rendered(feed);
    expect(marked).toContain(`${marks}${kept}<item/>`);
  });

  it.each([
    ['its own', '<title>Public</title>', ''],
    ['as CDATA, twice', '<title><![CDATA[A]]></title><itunes:title>B</itunes:title>', ''],
    ['never closed', '<title>Public<item>', 'Public<item>'],
    ['none', '', ''],
  ])('gives the show another title: %s', (_name, titles, left) => {
    const image = '<image><title>Public</title></image>';
    const item = '<item><title>One</title></item>';
    const feed = `<rss ${itunes} ${podcast}><channel>${image}${titles}${item}</channel></rss>`;
    expect(rendered(feed, { feedTitle: 'A & B' })).toBe(
      `<rss ${itunes} ${podcast}><channel>${marks}\n<title>A &amp; B</title>${image}${left}${item}</channel></rss>`,
    );
  });

  it('declares UTF-8, at the very start of the text', () => {
    const feed =
      "\n <?xml version='1.0' encoding='windows-1252' standalone='yes'?><rss><channel><item/></channel></rss>";
    expect(rendered(feed)).toMatch(
      /^<\?xml version='1\.0' encoding="UTF-8" standalone='yes'\?><rss>/,
    );
  });

  it('keeps what follows a tag that is never closed', () => {
    const feed =
      '<rss><channel><itunes:block>no<title>T</title><atom:link rel="self" href="u"><item><title>1</title></item></channel></rss>';
    const marked = rendered(feed);
    expect(marked).toContain(`${marks}no<title>T</title><item><title>1</title></item></channel>`);
    const late = '<rss><channel><itunes:block>no<item/></itunes:block></channel></rss>';
    expect(rendered(late)).toContain('<item/>');
  });

  it('gives the place of a notice in a show without episodes, at the end of the channel', () => {
    const feed = '<rss><channel><title>T</title></channel></rss>';
    const { xml, notice } = renderFeed(feed);
    expect(xml).toContain(`${marks}<title>T</title></channel></rss>`);
    expect(notice).toMatchObject({ kind: 'empty', language: 'en', link: undefined });
    expect(xml.slice(notice!.at)).toBe('</channel></rss>');
    const item = '<item><title>1</title></item>';
    expect(renderFeed(`<rss><channel>${item}</channel></rss>`).notice).toBeUndefined();
  });

  it.each([
    ['a channel that is never closed', '<rss><channel><title>T</title>'],
    ['a self-closing channel', '<rss><channel/></rss>'],
  ])('gives the place of a notice at the start of %s', (_name, feed) => {
    const { xml, notice } = renderFeed(feed);
    expect(xml.slice(0, notice!.at)).toMatch(/<podcast:locked>yes<\/podcast:locked>$/);
  });

  it.each([
    ['<language>de-AT</language>', 'de'],
    ['<language><![CDATA[ sv ]]></language>', 'sv'],
    ['<dc:language>no</dc:language>', 'nb'],
    ['<language>el</language>', 'en'],
    ['<image><language>fr</language></image>', 'en'],
    ['<language></language><language>ja</language>', 'ja'],
  ])('reads the language of a notice from %s', (tag, language) => {
    const feed = `<rss><channel>${tag}</channel></rss>`;
    expect(renderFeed(feed).notice).toMatchObject({ language });
  });

  it("gives a notice the show's website, unless that is the feed", () => {
    const linkOf = (url: string) =>
      renderFeed(`<rss><channel><atom:link/><link>${url}</link></channel></rss>`, {
        url: 'https://x.example/feed',
      }).notice!.link;
    expect(linkOf('/show')).toBe('https://x.example/show');
    expect(linkOf('https://x.example/feed')).toBeUndefined();
    expect(linkOf('ftp://x.example/')).toBeUndefined();
  });

  it('links to where the membership is renewed, in place of other ways to pay', () => {
    const feed = `<rss ${podcast}><channel><language>fr</language><podcast:funding url="https://a.example/">A</podcast:funding><atom:link rel="Payment" href="https://b.example/"/><item/></channel></rss>`;
    const renewUrl = 'https://renew.example/?a=1&b="2"';
    const { xml } = renderFeed(feed, { instead: 'ended', renewUrl });
    const url = 'https://renew.example/?a=1&amp;b=&quot;2&quot;';
    expect(xml).toContain(` xmlns:atom="http://www.w3.org/2005/Atom"`);
    expect(xml).toContain(`\n<atom:link rel="payment" href="${url}"/>`);
    expect(xml).toContain(`<podcast:funding url="${url}">Renouveler l’abonnement<`);
    expect(xml.match(/<podcast:funding|<atom:link/g)).toHaveLength(2);
    for (const options of [{ renewUrl }, { instead: 'ended' } as const]) {
      const kept = renderFeed(feed, options).xml;
      expect(kept).toContain('<podcast:funding url="https://a.example/">A</podcast:funding><atom');
      expect(kept).not.toContain('renew.example');
    }
  });

  it('takes out all episodes once the membership has ended, live ones too', () => {
    const feed = `<rss ${podcast}><channel><title>T</title><item><title>1</title></item>\n<podcast:liveItem status="live"><title>now</title></podcast:liveItem><item/><item><title>2</title></item></channel></rss>`;
    const { xml, notice } = renderFeed(feed, { instead: 'ended' });
    expect(xml).toContain(`${marks}<title>T</title>\n</channel></rss>`);
    expect(notice).toMatchObject({ kind: 'ended' });
    expect(xml.slice(notice!.at)).toBe('</channel></rss>');
  });

  it('has a place for a notice as long as there is no whole item', () => {
    const feed = (items: string) => `<rss ${podcast}><channel>${items}</channel></rss>`;
    const live = '<podcast:liveItem status="pending"><title>soon</title></podcast:liveItem>';
    const { xml, notice } = renderFeed(feed(`<item/>${live}`));
    expect(notice).toMatchObject({ kind: 'empty', at: xml.indexOf('</channel>') });
    expect(xml).toContain(live);
    expect(renderFeed(feed(`${live}<item><title>1</title></item>`)).notice).toBeUndefined();
  });

  it('hides the recordings of episodes that it takes out, where the channel names them', () => {
    const item = '<item><enclosure url="https://cdn.example/1.mp3"/></item>';
    const feed = `<rss><channel><description>New: https://cdn.example/1.mp3</description>${item}</channel></rss>`;
    for (const instead of ['ended', 'changed', undefined] as const) {
      const { xml, enclosures } = renderFeed(feed, { instead, signed: true });
      expect(xml).not.toContain('cdn.example');
      expect(Object.values(enclosures)).toEqual(['https://cdn.example/1.mp3']);
    }
  });

  it('accepts elements 256 levels deep, and no deeper', () => {
    const nested = (levels: number) =>
      `<rss><channel>${'<a>'.repeat(levels - 2)}${'</a>'.repeat(levels - 2)}</channel></rss>`;
    expect(rendered(nested(256))).toContain('<itunes:block>Yes');
    expect(() => rendered(nested(257))).toThrow(expect.objectContaining({ code: 'bad-feed' }));
  });

  it.each([
    ['HTML', '<!doctype html><html><body><p>Hello</p></body></html>'],
    ['a channel in HTML', '<html><channel><title>T</title></channel></html>'],
    ['JSON', '{"items":[]}'],
    ['nothing', ''],
    ['endless nesting', '<rss><channel>'.padEnd(9_000, '<a>')],
  ])('refuses %s', (_name, text) => {
    expect(() => rendered(text)).toThrow(expect.objectContaining({ code: 'bad-feed' }));
  });
});
