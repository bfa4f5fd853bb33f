import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../../src/podcast/parse-podcast.js';
import { defaultLimits } from '../../../../src/podcast/xml/limits.js';
import { renderFeed } from '../../../../src/service/feeds/rewrite/render-feed.js';
import { readStrictly } from '../../../../src/podcast/xml/strict-xml.js';
import { mergeFeeds, type MergeSource } from '../../../../src/service/feeds/merge/merge-feeds.js';

const DAY_MS = 86_400_000;

interface Written {
  guid?: string;
  title?: string;
  /** Day of May 2026. */
  day?: number;
  /** XML that goes between the other elements, as it is written. */
  xml?: string;
}

const dateOf = (day: number) => new Date(Date.UTC(2026, 4, 1) + (day - 1) * DAY_MS).toUTCString();

function item({ guid, title, day, xml = '' }: Written): string {
  return [
    '<item>',
    ...(title === undefined ? [] : [`<title>${title}</title>`]),
    ...(guid === undefined ? [] : [`<guid isPermaLink="false">${guid}</guid>`]),
    ...(day === undefined ? [] : [`<pubDate>${dateOf(day)}</pubDate>`]),
    `${xml}</item>`,
  ].join('');
}

const recording = (name: string) =>
  `<enclosure url="https://cdn.example/${name}.mp3" type="audio/mpeg" length="1"/>`;

const feed = (items: readonly (Written | string)[], title = 'Show'): string =>
  `<rss version="2.0"><channel><title>${title}</title>${items
    .map((written) => (typeof written === 'string' ? written : item(written)))
    .join('\n')}</channel></rss>`;

function merge(sources: readonly (string | Partial<MergeSource>)[]) {
  const merged = mergeFeeds(
    sources.map((source) =>
      typeof source === 'string' ? { xml: source } : { xml: '', ...source },
    ),
  );
  const { title, episodes, liveItems } = parsePodcast(merged.xml);
  return {
    ...merged,
    title,
    episodes,
    liveItems,
    guids: episodes.map(({ guid }) => guid),
    titles: episodes.map((episode) => episode.title),
  };
}

describe('mergeFeeds: which items are one episode', () => {
  it('gives each GUID once, newest first, with the content and channel of the first feed', () => {
    const members = feed([{ guid: 'b', title: 'Two, early', day: 2 }], 'Members');
    const pub = feed(
      [
        { guid: 'c', title: 'Three', day: 3 },
        { guid: 'b', title: 'Two', day: 9 },
        { guid: 'a', title: 'One', day: 1 },
      ],
      'Public',
    );
    const { title, guids, titles } = merge([members, pub]);
    expect(title).toBe('Members');
    expect(guids).toEqual(['c', 'b', 'a']);
    expect(titles).toEqual(['Three', 'Two, early', 'One']);
  });

  it.each([
    ['other GUIDs', 'Tea &amp; cake', 'Tea &amp; cake', 3],
    ['a title in CDATA', '<![CDATA[Tea & cake]]>', 'Tea &amp; cake', 3],
    ['a title that is escaped twice', 'Tea &amp;amp; cake', 'Tea &amp; cake', 3],
    ['other spaces and case', '\n  Tea &amp;\u00a0Cake ', 'Tea &#38; cake', 3],
    ['the quotes that WordPress writes', 'It&#8217;s tea &#8211; again', "It's tea - again", 3],
    ['dates thirty days apart', 'Tea', 'Tea', 31],
  ])('recognizes a public copy with %s', (_, early, later, day) => {
    const members = feed([{ guid: 'm1', title: early, day: 1, xml: recording('m1') }]);
    const pub = feed([{ guid: 'https://show.example/?p=1', title: later, day }]);
    const { guids, episodes } = merge([members, pub]);
    expect(guids).toEqual(['m1']);
    expect(episodes[0]?.url).toBe('https://cdn.example/m1.mp3');
  });

  it('recognizes a GUID whatever isPermaLink says', () => {
    const guid = 'https://show.example/1';
    const one = feed([`<item><title>A</title><guid>${guid}</guid></item>`]);
    const other = feed([
      `<item><title>B</title><guid isPermaLink="false"> ${guid}\n</guid></item>`,
    ]);
    expect(merge([one, other]).titles).toEqual(['A']);
  });

  it('keeps two episodes whose dates are more than thirty days apart', () => {
    const one = feed([{ guid: 'm', title: 'Trailer', day: 1 }]);
    const other = feed([{ guid: 'p', title: 'Trailer', day: 31.01 }]);
    expect(merge([one, other]).guids).toEqual(['p', 'm']);
  });

  it('loses nothing of a feed that repeats a title every day, and pairs the days', () => {
    const days = [5, 4, 3, 2, 1];
    const one = feed(
      days.map((day) => ({ guid: `a${day}`, title: 'News', day, xml: `<x>${day}</x>` })),
    );
    const early = [5, 4, 2].map((day) => ({ guid: `b${day}`, title: 'News', day: day - 0.4 }));
    const { guids } = merge([one, feed([{ guid: 'b9', title: 'News', day: 40 }, ...early])]);
    expect(guids).toEqual(['b9', 'a5', 'a4', 'a3', 'a2', 'a1']);
  });

  it('never compares empty titles and missing dates', () => {
    const one = feed([
      { guid: 'a1', title: '', day: 1 },
      { guid: 'a2', day: 1 },
      { guid: 'a3', title: 'Trailer' },
    ]);
    const other = feed([
      { guid: 'b1', title: ' ', day: 1 },
      { guid: 'b2', day: 1 },
      { guid: 'b3', title: 'Trailer' },
    ]);
    expect(merge([one, other]).guids.sort()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
  });

  it.each([
    ['a recording that is signed anew', recording('a?1'), recording('a?2')],
    ['a recording by http and by https', recording('a'), recording('a').replace('https', 'http')],
    ['one page and title', '<link>https://a.example/1</link>', '<link>https://a.example/1</link>'],
  ])('recognizes an item without GUID and date by %s', (_, one, other) => {
    const feeds = [one, other].map((xml) => feed([{ title: 'A', xml }, { title: 'B' }]));
    expect(merge(feeds).titles).toEqual(['A', 'B']);
    expect(merge(feeds.map((xml) => xml.replaceAll('<title>A', '<title>C'))).titles).toEqual([
      'C',
      'B',
    ]);
  });

  it('does not take a redirector for the recording behind it', () => {
    const through = (name: string) => ({ title: name, xml: recording(`to?${name}`) });
    const one = feed(['a', 'b'].map(through));
    const other = feed(['b', 'c'].map(through));
    expect(merge([one, other]).titles).toEqual(['a', 'b', 'c']);
  });

  it('pairs the copies of a GUID that stands for several recordings by the recording', () => {
    const [old, fresh] = ['old', 'new'].map((name, at) => ({
      guid: 'same',
      title: name,
      day: at + 1,
      xml: recording(name),
    }));
    const { titles } = merge([feed([fresh!]), feed([old!, fresh!])]);
    expect(titles).toEqual(['new', 'old']);
  });

  it('pairs by title what is nearest, though an older one is left over', () => {
    const daily = (id: string, days: number[]) =>
      feed(days.map((day) => ({ guid: `${id}${Math.floor(day)}`, title: 'News', day })));
    const { guids } = merge([daily('a', [2, 3, 4]), daily('b', [1.1, 2.1, 3.1, 4.1])]);
    expect(guids).toEqual(['a4', 'a3', 'a2', 'b1']);
  });

  it('puts an undated item beside its neighbour', () => {
    const one = feed([{ guid: 'a', day: 9 }, { guid: 'undated' }, { guid: 'b', day: 5 }]);
    const other = feed([{ guid: 'c', day: 7 }]);
    expect(merge([one, other]).guids).toEqual(['a', 'undated', 'c', 'b']);
  });

  it('merges live items with live items alone', () => {
    const live = (guid: string, title: string) =>
      `<podcast:liveItem status="live" start="2026-05-01T10:00:00Z"><title>${title}</title><guid>${guid}</guid></podcast:liveItem>`;
    const one = feed([live('x', 'On air'), { guid: 'x', title: 'On air', day: 1 }]);
    const other = feed([live('y', 'ON AIR'), live('z', 'Other')]);
    const { liveItems, guids } = merge([one, other, feed([live('x', 'Copy')])]);
    expect(liveItems.map(({ title }) => title).sort()).toEqual(['On air', 'Other']);
    expect(guids).toEqual(['x']);
  });
});

describe('mergeFeeds: the text', () => {
  it('keeps the channel and its items byte for byte', () => {
    const channel = `<?xml version="1.0"?>\r\n<!-- made by hand -->\n<rss version='2.0'  ><channel>
  <title>A &amp; B</title>
  <item ><guid>2</guid><pubDate>${dateOf(2)}</pubDate><x>&nbsp;&</x></item >
  <item><guid>1</guid><pubDate>${dateOf(1)}</pubDate><![CDATA[<br>]]></item>
  <generator/>
</channel></rss>\n`;
    expect(merge([channel, feed([])]).xml).toBe(channel);
    const guest = '<item>\t<guid>g</guid><title>G</title><!-- kept --></item>';
    expect(merge([channel, feed([guest])]).xml).toBe(
      channel.replace('\n  <generator/>', `\n  ${guest}\n  <generator/>`),
    );
  });

  it('puts the label before the titles of a feed’s own episodes', () => {
    const titles = (text: string) => `<title>${text}</title><itunes:title>${text}</itunes:title>`;
    const one = feed([`<item><guid>1</guid>${titles('One')}</item>`]);
    const other = feed([
      `<item><guid>1</guid>${titles('Copy')}</item>`,
      `<item><guid>2</guid>${titles(' <![CDATA[Two & a half]]>')}</item>`,
      `<item><guid>3</guid>${titles('\n Three &lt; four')}<media:title>M</media:title></item>`,
      '<item><guid>4</guid><title></title></item>',
    ]);
    const { xml, titles: shown } = merge([one, { xml: other, label: 'R&D <1>' }]);
    expect(shown).toEqual(['One', 'R&D <1>: Two & a half', 'R&D <1>: Three < four', '']);
    expect(xml).toContain('<itunes:title> <![CDATA[R&D <1>: Two & a half]]></itunes:title>');
    expect(xml).toContain('<title>\n R&amp;D &lt;1&gt;: Three &lt; four</title>');
    expect(xml).toContain('<media:title>M<');
    const ending = merge([one, { xml: other, label: 'a]]>b' }]);
    expect(ending.titles[1]).toBe('a]]>b: Two & a half');
    // The label tells nothing about whether two titles are the same.
    const both = [
      { xml: feed([{ guid: 'a', title: 'Tea', day: 1 }]), label: 'A' },
      { xml: feed([{ guid: 'b', title: 'Tea', day: 2 }]), label: 'B' },
    ];
    expect(merge(both).titles).toEqual(['A: Tea']);
  });

  it('declares what prefixes of items mean, where the channel says something else', () => {
    const itunes = 'http://www.itunes.com/dtds/podcast-1.0.dtd';
    const host = `<rss xmlns:it="https://other.example/"><channel><item><guid>h</guid></item></channel></rss>`;
    const guest = `<rss xmlns:it='${itunes}' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:unused="u:"><channel xmlns:media="http://search.yahoo.com/mrss/"><item><guid>1</guid><it:duration>60</it:duration></item><item><guid>2</guid><dc:creator>Me</dc:creator><media:title>M</media:title></item><item xmlns:it="${itunes}"><guid>3</guid><it:duration>61</it:duration></item></channel></rss>`;
    const { xml, episodes } = merge([host, guest]);
    expect(xml).toContain(`<item xmlns:it="${itunes}"><guid>1</guid>`);
    expect(xml).toContain('<item><guid>2</guid><dc:creator>');
    expect(xml).toContain(`<item xmlns:it="${itunes}"><guid>3</guid>`);
    expect(xml).toMatch(
      /^<rss xmlns:it="https:\/\/other\.example\/" xmlns:dc="[^"]*" xmlns:media="[^"]*">/,
    );
    expect(episodes.map(({ duration }) => duration)).toEqual([undefined, 60, undefined, 61]);
  });

  it('writes entities of other feeds so that they need no DOCTYPE', () => {
    const guest = `<!DOCTYPE rss [<!ENTITY own "mine">]><rss><channel><item><guid>1</guid><title>Caf&eacute;&#33; &own; R&D &amp; &lt;b&gt;</title><a href="?a=1&b=2"/><x><![CDATA[&nbsp;]]></x></item></channel></rss>`;
    const { xml, titles } = merge([feed([]), guest]);
    expect(xml).toContain('<title>Caf&#233;&#33; &amp;own; R&amp;D &amp; &lt;b&gt;</title>');
    expect(xml).toContain('<a href="?a=1&amp;b=2"/><x><![CDATA[&nbsp;]]></x>');
    expect(titles).toEqual(['Café! &own; R&D & <b>']);
  });

  it.each([
    ['an end tag too many', '<title>x</title></b>', '<title>x</title>'],
    ['an element that is never closed', '<b><i>x', '<b><i>x</i></b>'],
    ['elements that end in the wrong order', '<b><i>x</b></i>', '<b><i>x</i></b>'],
    ['a bare sign of a tag', '<title>1 < 2</title>', '<title>1 &lt; 2</title>'],
  ])('is well-formed where an item of another feed has %s', (_name, written, mended) => {
    const guest = (text: string) => feed([`<item>${text}</item>`]);
    const known = guest(`<guid>1</guid>${written}`);
    const { xml, leftOut } = merge([feed([]), known]);
    expect(xml).toContain(`<item><guid>1</guid>${mended}</item>`);
    expect(leftOut).toEqual([0, 0]);
  });

  it.each([
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['an attribute without a value', '<a b/>'],
    ['a prefix that nobody declares', '<own:a/>'],
    ['two hyphens in a comment', '<!-- a -- b -->'],
    ['a name that is none', '<1/>'],
  ])('leaves out an item of another feed that has %s', (_name, written) => {
    const guest = feed([`<item><guid>1</guid>${written}</item>`, { guid: '2', title: 'Kept' }]);
    const { xml, titles, leftOut } = merge([feed([{ title: 'Host' }]), guest]);
    expect(titles).toEqual(['Host', 'Kept']);
    expect(leftOut).toEqual([0, 1]);
    expect(() => readStrictly(xml)).not.toThrow();
    const copy = feed([{ guid: '1', title: 'Copy' }]);
    expect(merge([feed([]), guest, copy]).titles).toEqual(['Kept', 'Copy']);
  });

  it.each([
    ['in a value', `<rss data=' xmlns:q><channel><title>Defaced</title></channel><!--="u"'>`],
    ['with quotes', `<rss xmlns:q"><x="u">`],
    ['as an entity', `<!DOCTYPE rss [<!ENTITY e "u">]><rss xmlns:q="&e;">`],
    ['as quotes', `<rss xmlns:q='"><channel><title>Defaced</title>'>`],
    ['of XML', `<rss xmlns:xml="u" xmlns:xmlns="u" xmlns:q="">`],
  ])('takes no declaration from another feed that is %s', (_name, root) => {
    const guest = `${root}<channel><item><guid>1</guid><title>q: q><channel><title>Defaced</title></channel><!--:</title></item><item><guid>2</guid><q:a/><xml:a/></item></channel></rss>`;
    const { xml, title } = merge([feed([{ title: 'Host' }]), guest]);
    expect(title).toBe('Show');
    expect(() => readStrictly(xml)).not.toThrow();
    expect(xml).toMatch(/^<rss version="2.0"(?: xmlns:q="[^"<]*")?><channel><title>Show</);
  });

  it('has at most as many episodes as any reader takes, and goes without the feed that adds the most', () => {
    const many = (id: string, count: number) =>
      feed(Array.from({ length: count }, (_, index) => `<item><guid>${id}${index}</guid></item>`));
    const most = defaultLimits.episodes;
    const few = feed([{ guid: 'x', title: 'Few' }]);
    const host = feed([{ guid: 'h', title: 'Host' }]);
    const { leftOut, titles } = merge([host, many('a', most), few]);
    expect(leftOut).toEqual([0, most, 0]);
    expect(titles).toEqual(['Host', 'Few']);
    expect(() => renderFeed(many('a', most + 1))).toThrow('too many episodes');
  });

  it('makes relative URLs absolute against their own feed', () => {
    const relative = (guid: string) =>
      feed([`<item><guid>${guid}</guid><enclosure url="a.mp3"/><link>/page</link></item>`]);
    const { episodes } = merge([
      { xml: relative('1'), url: 'https://one.example/x/feed' },
      { xml: relative('2'), url: 'https://two.example/feed' },
      { xml: relative('3') },
    ]);
    expect(episodes.map(({ url, link }) => [url, link])).toEqual([
      ['https://one.example/x/a.mp3', 'https://one.example/page'],
      ['https://two.example/a.mp3', 'https://two.example/page'],
      [undefined, undefined],
    ]);
  });

  it('removes each feed’s own URLs from all of them', () => {
    const names = ['one', 'two'];
    const sources = names.map((name) => ({
      url: `https://${name}.example/secret-fetched`,
      source: `https://${name}.example/secret-written`,
      xml: `<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><atom:link rel="self" href="https://${name}.example/secret-self"/><itunes:new-feed-url>https://${name}.example/secret-new</itunes:new-feed-url><item><guid>https://${name}.example/secret-self#1</guid><description>${names
        .flatMap((other) =>
          ['fetched', 'written', 'self', 'new'].map(
            (part) => `https://${other}.example/secret-${part}`,
          ),
        )
        .join(' ')}</description><link>https://${name}.example/page</link></item></channel></rss>`,
    }));
    const { xml, guids } = merge(sources);
    expect(xml).not.toContain('secret');
    expect(xml.match(/\.example\/page/g)).toHaveLength(2);
    expect(new Set(guids).size).toBe(2);
  });

  it('takes items from beside the channel (RSS 1.0), and puts others there', () => {
    const rdf = (items: string) =>
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><title>RDF</title></channel>${items}</rdf:RDF>`;
    const old =
      '<item rdf:about="https://a.example/1"><title>Old</title><link>https://a.example/1</link></item>';
    const into = merge([feed([{ guid: 'n', title: 'New', day: 1 }]), rdf(old)]);
    expect(into.titles).toEqual(['New', 'Old']);
    expect(into.xml).toMatch(/^<rss version="2.0" xmlns:rdf="/);
    const from = merge([rdf(old), feed([{ guid: 'n', title: 'New', day: 1 }])]);
    expect(from.title).toBe('RDF');
    expect(from.titles).toEqual(['New', 'Old']);
    expect(from.xml).toMatch(/<\/channel><item><title>New/);
    expect(merge([rdf(''), feed([{ guid: 'n' }])]).xml).toMatch(
      /<\/channel><item>[^]*\n<\/rdf:RDF>$/,
    );
  });

  it('fills a channel without items, and one that closes itself', () => {
    const guest = feed([{ guid: 'g', title: 'G' }]);
    expect(merge([feed([]), guest]).titles).toEqual(['G']);
    expect(merge(['<rss><channel/></rss>', guest]).titles).toEqual(['G']);
  });

  it('closes items that are never closed, and leaves out one that the end cuts off', () => {
    const open =
      '<rss><channel><item><guid>1</guid><title>One</title><description>text<item><guid>2</guid><title>Two</title><item><guid>3</guid><title>Thr';
    const { xml, titles } = merge([feed([{ guid: 'h', title: 'Host' }]), open]);
    expect(titles).toEqual(['Host', 'One', 'Two']);
    expect(xml).toContain('<description>text</description></item>');
  });

  it('refuses what is not RSS', () => {
    const page = '<!doctype html><title>Maintenance</title>';
    expect(() => merge([feed([]), page])).toThrow(expect.objectContaining({ code: 'bad-feed' }));
  });
});
