import { describe, expect, it } from 'vitest';
import { renderFeed } from '../../../../src/service/feeds/rewrite/render-feed.js';

const itunes = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"';
const podcast = 'xmlns:podcast="https://podcastindex.org/namespace/1.0"';
const marks = '\n<itunes:block>Yes</itunes:block>\n<podcast:locked>yes</podcast:locked>';
const notice = { guid: 'over', title: 'Over & out', description: 'No <more>' };

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

  it('does not declare a namespace twice', () => {
    const feed = `<rss ${itunes}><channel ${podcast}><item/></channel></rss>`;
    expect(rendered(feed)).toBe(
      `<rss ${itunes}><channel ${podcast}>${marks}<item/></channel></rss>`,
    );
  });

  it('replaces tags with other values, but not in episodes', () => {
    const feed = `<rss ${itunes} ${podcast}><channel><itunes:block>no</itunes:block><podcast:locked owner="me@example.org">no</podcast:locked><item><itunes:block>no</itunes:block></item></channel></rss>`;
    expect(rendered(feed)).toBe(
      `<rss ${itunes} ${podcast}><channel>${marks}<item><itunes:block>no</itunes:block></item></channel></rss>`,
    );
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

  it('declares UTF-8, at the very start of the text', () => {
    const feed =
      "\n <?xml version='1.0' encoding='windows-1252' standalone='yes'?><rss><channel><item/></channel></rss>";
    expect(rendered(feed)).toMatch(
      /^<\?xml version='1\.0' encoding="UTF-8" standalone='yes'\?><rss>/,
    );
  });

  it('marks a feed without a channel', () => {
    expect(
      rendered('<rss><title>T</title><item><itunes:block>no</itunes:block></item></rss>'),
    ).toBe(
      `<rss ${itunes} ${podcast}>${marks}<title>T</title><item><itunes:block>no</itunes:block></item></rss>`,
    );
  });

  it('finds the episodes of a misnamed channel', () => {
    const feed =
      '<rss><show><itunes:block>no</itunes:block><item><itunes:block>no</itunes:block></item></show></rss>';
    expect(rendered(feed)).toBe(
      `<rss ${itunes} ${podcast}>${marks}<show><item><itunes:block>no</itunes:block></item></show></rss>`,
    );
  });

  it('fills a self-closing channel', () => {
    const marked = rendered('<rss><channel/></rss>');
    expect(marked).toMatch(
      /^<rss><channel [^>]*[^/]>\n<itunes:block>[^]*<\/item><\/channel><\/rss>$/,
    );
  });

  it('keeps what follows a tag that is never closed', () => {
    const feed =
      '<rss><channel><itunes:block>no<title>T</title><atom:link rel="self" href="u"><item><title>1</title></item></channel></rss>';
    const marked = rendered(feed);
    expect(marked).toContain(`${marks}no<title>T</title><item><title>1</title></item></channel>`);
    expect(marked).not.toContain('No episodes yet');
    const late = '<rss><channel><itunes:block>no<item/></itunes:block></channel></rss>';
    expect(rendered(late)).toContain('<item/>');
  });

  it('accepts mismatched end tags and a truncated feed', () => {
    const feed = '<rss><channel><item><title>1</b></item></wrong><item><title>2</title><descr';
    expect(rendered(feed)).toBe(`<rss><channel ${itunes} ${podcast}>${marks}${feed.slice(14)}`);
  });

  it('adds a notice to a show without episodes', () => {
    const marked = rendered('<rss><channel><title>T</title></channel></rss>');
    expect(marked.match(/<item>/g)).toHaveLength(1);
    expect(marked).toContain('<title>No episodes yet</title>');
  });

  it('replaces all episodes by a notice, live ones too', () => {
    const feed = `<rss ${podcast}><channel><title>T</title><item><title>1</title></item>\n<podcast:liveItem status="live"><title>now</title></podcast:liveItem><item/><item><title>2</title></item></channel></rss>`;
    const marked = rendered(feed, { notice });
    expect(marked).toContain('<title>T</title>\n</channel></rss>');
    expect(marked).toContain('<title>Over &amp; out</title>');
    expect(marked).toContain('<description>No &lt;more&gt;</description>');
    expect(marked.match(/<item\b/g)).toHaveLength(1);
  });

  it('accepts elements 256 levels deep, and no deeper', () => {
    const nested = (levels: number) =>
      `<rss><channel>${'<a>'.repeat(levels - 2)}${'</a>'.repeat(levels - 2)}</channel></rss>`;
    expect(rendered(nested(256))).toContain('<itunes:block>Yes');
    expect(() => rendered(nested(257))).toThrow(expect.objectContaining({ code: 'bad-feed' }));
  });

  it('prefers the channel to the root, and a given notice to that of an empty show', () => {
    const marked = rendered('<rss a="1"><channel b="2"></channel></rss>', { notice });
    expect(marked).toContain(`<rss a="1"><channel b="2" ${itunes} ${podcast}>`);
    expect(marked).toContain('<title>Over &amp; out</title>');
    expect(marked).not.toContain('No episodes yet');
  });

  it.each([
    ['HTML', '<!doctype html><html><body><p>Hello</p></body></html>'],
    ['JSON', '{"items":[]}'],
    ['nothing', ''],
    ['endless nesting', '<rss><channel>'.padEnd(9_000, '<a>')],
  ])('refuses %s', (_name, text) => {
    expect(() => rendered(text)).toThrow(expect.objectContaining({ code: 'bad-feed' }));
  });
});
