import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../../src/podcast/parse-podcast.js';
import { mergeFeeds, type MergeSource } from '../../../../src/service/feeds/merge/merge-feeds.js';
import type { KnownItem } from '../../../../src/service/feeds/merge/same-episodes.js';
import { hash } from '../../../../src/service/store/secrets.js';

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

/** Merges feeds that are given as texts; their IDs are a, b and so on. */
function merge(sources: readonly (string | Partial<MergeSource>)[], known?: KnownItem[]) {
  const read = sources.map((source, index): MergeSource => {
    const id = 'abcdefgh'.charAt(index);
    return typeof source === 'string' ? { id, xml: source } : { id, xml: '', ...source };
  });
  const merged = mergeFeeds(read, known);
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

  it('gives items without a GUID one: their recording, or else a hash', () => {
    const one = feed([
      { title: 'A', day: 3, xml: recording('a') },
      { title: 'B', day: 2, xml: '<link>https://show.example/b</link>' },
      '<item><description>one</description></item>',
      '<item><description>two</description></item>',
      '<item/>',
    ]);
    const other = feed([
      { title: 'A, again', xml: recording('a') },
      { title: 'B', xml: '<guid> </guid><link>https://show.example/b</link>' },
    ]);
    const { guids, xml, titles } = merge([one, other]);
    expect(titles).toEqual(['A', 'B', '', '']);
    expect(guids[0]).toBe(hash('https://cdn.example/a.mp3'));
    expect(new Set(guids).size).toBe(4);
    expect(xml.match(/<guid isPermaLink="false">/g)).toHaveLength(4);
  });

  it('keeps recordings that share a GUID apart, and the oldest one’s GUID', () => {
    const old = { guid: 'same', title: 'Old', day: 1, xml: recording('old') };
    const fresh = { guid: 'same', title: 'New', day: 2, xml: recording('new') };
    const { guids, titles } = merge([feed([fresh, old, old]), feed([{ ...old, title: 'Copy' }])]);
    expect(titles).toEqual(['New', 'Old']);
    expect(guids[1]).toBe('same');
    expect(guids[0]).toMatch(/^same#[\da-f]{16}$/);
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

describe('mergeFeeds: GUIDs that were given before', () => {
  /** Merges one state of the feeds after another, as the store would remember them. */
  function over(...states: (readonly (string | Partial<MergeSource>)[])[]) {
    let known: KnownItem[] = [];
    return states.map((sources) => {
      const { guids, added, moved } = merge(sources, known);
      known = known.map((item) => moved.find(({ key }) => key === item.key) ?? item);
      known = [...known, ...added];
      return guids;
    });
  }
  const early = { guid: 'm1', title: 'Tea', day: 1 };
  const copy = { guid: 'p1', title: 'Tea', day: 8 };
  const none = feed([]);

  it('stay when an early copy turns public, whichever feed is the first', () => {
    const states = [
      [none, feed([early])],
      [feed([copy]), feed([early])],
      [feed([copy]), none],
      [feed([{ ...copy, title: 'Tea, remastered', day: 90 }]), none],
    ];
    const always = [['m1'], ['m1'], ['m1'], ['m1']];
    expect(over(...states)).toEqual(always);
    const turned = states.map(([pub, members]) => [
      { id: 'b', xml: members },
      { id: 'a', xml: pub },
    ]);
    expect(over(...turned)).toEqual(always);
  });

  it('stay when the early copy leaves at the moment at which the public one appears', () => {
    expect(over([none, feed([early])], [feed([copy]), none], [feed([copy]), none])).toEqual([
      ['m1'],
      ['m1'],
      ['m1'],
    ]);
  });

  it('are not passed on to the next episode of a feed that repeats its title', () => {
    const daily = (day: number) => ({ guid: `d${day}`, title: 'News', day });
    expect(over([feed([daily(1)]), none], [feed([daily(2)]), none])).toEqual([['d1'], ['d2']]);
    // The feed has moved: its old episodes are not those of another feed.
    const moved = { id: 'elsewhere', xml: feed([daily(2)]) };
    expect(over([feed([daily(1)]), none], [moved, none])).toEqual([['d1'], ['d2']]);
  });

  it('stay when one of the feeds moves to a host that gives others', () => {
    const here = { guid: 'p1', title: 'Tea', day: 1 };
    const days = [1, 2, 3].map((day) => ({ guid: `d${day}`, title: 'News', day }));
    const moved = days.map((each) => ({ ...each, guid: `new-${each.guid}` }));
    const before = feed([here, ...days]);
    const after = feed([{ ...here, guid: 'new-p1' }, ...moved]);
    const guids = ['d3', 'd2', 'p1', 'd1'];
    expect(
      over([before, before], [after, before], [after, after]).map((all) => all.sort()),
    ).toEqual([guids, guids, guids].map((all) => [...all].sort()));
    expect(over([before, before], [before, after])[1]).toHaveLength(4);
  });

  it('stay when the oldest of several that share one leaves its feed', () => {
    const old = { guid: 'same', title: 'Old', day: 1, xml: recording('old') };
    const fresh = { guid: 'same', title: 'New', day: 2, xml: recording('new') };
    const [before, after] = over([feed([fresh, old]), none], [feed([fresh]), none]);
    expect(after).toEqual(before?.slice(0, 1));
  });

  it('become the older one when two episodes turn out to be one', () => {
    const renamed = { ...early, title: 'Tea (early)' };
    expect(
      over(
        [feed([copy]), feed([renamed])],
        [feed([copy]), feed([early])],
        [none, feed([early])],
        [feed([copy]), none],
      ),
    ).toEqual([['p1', 'm1'], ['p1'], ['p1'], ['p1']]);
  });

  it('stay without a GUID in the feed', () => {
    const bare = { title: 'Tea', day: 1, xml: recording('tea') };
    expect(over([none, feed([bare])], [feed([copy]), none])).toEqual([
      [hash('https://cdn.example/tea.mp3')],
      [hash('https://cdn.example/tea.mp3')],
    ]);
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
    expect(xml).toContain(`<item xmlns:it='${itunes}'><guid>1</guid>`);
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
    const guid = '<guid isPermaLink="false">';
    expect(merge([feed([]), guest(written)]).xml).toContain(`<item>${mended}${guid}`);
    const known = guest(`<guid>1</guid>${written}`);
    expect(merge([feed([]), known]).xml).toContain(`<item><guid>1</guid>${mended}</item>`);
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
