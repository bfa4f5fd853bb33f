/** Forms of single tags that the golden fixtures do not have. */
import { describe, expect, it } from 'vitest';
import type { Episode, Podcast } from '../../../src/podcast.js';
import { episodeWith, podcastWith } from '../feeds.js';

type Case<Of> = [tags: string, fields: Partial<Of>];

const enclosure = (type: string, name = type) =>
  `<enclosure url="https://a.example/${name}" type="${type}"/>`;

const episodeCases: Case<Episode>[] = [
  // RSS
  ['<guid isPermaLink="TRUE">https://a.example/1</guid>', { link: 'https://a.example/1' }],
  ['<guid isPermaLink="False">https://a.example/1</guid>', { link: undefined }],
  ['<guid>javascript:alert(1)</guid>', { link: undefined, guid: 'javascript:alert(1)' }],
  ['<guid>a https://a.example/</guid>', { link: undefined }],
  ['<link href="https://a.example/1"/>', { link: 'https://a.example/1' }],
  [
    '<link>https://a.example/1</link><link>https://a.example/2</link>',
    { link: 'https://a.example/1' },
  ],
  ['<enclosure type="audio/mpeg"/>', { enclosures: [], url: undefined, contentType: undefined }],
  ...['image/png', 'text/html', 'application/pdf', 'application/epub+zip', 'IMAGE/PNG'].map(
    (type): Case<Episode> => [
      enclosure(type, 'a') + enclosure('audio/mpeg', 'b'),
      { url: 'https://a.example/b', contentType: 'audio/mpeg' },
    ],
  ),
  [
    enclosure('application/pdf', 'a') + enclosure('audio/mpeg', 'b'),
    { guid: 'https://a.example/b' },
  ],
  [enclosure('application/pdf', 'a') + enclosure('image/png', 'b'), { url: undefined }],
  [enclosure('audio/x-image', 'a') + enclosure('audio/mpeg', 'b'), { url: 'https://a.example/a' }],
  [enclosure('x-text/y', 'a') + enclosure('', 'b.txt'), { url: 'https://a.example/a' }],
  [
    enclosure('application/x-bittorrent', 'a') + enclosure('', 'b.mp3?c=d.zip'),
    { url: 'https://a.example/b.mp3?c=d.zip' },
  ],
  [
    enclosure('', 'a.torrent') + enclosure('', 'b.ZIP') + enclosure('', 'c.jpg'),
    { url: undefined },
  ],
  [enclosure('', 'a.torrent') + enclosure('', 'b'), { url: 'https://a.example/b' }],
  [enclosure('application/octet-stream', 'a.php'), { url: 'https://a.example/a.php' }],
  [
    enclosure('', 'a.torrent') + '<media:content url="https://a.example/b" type="audio/mpeg"/>',
    { url: 'https://a.example/b' },
  ],
  [
    '<enclosure url="https://a.example/1"/>' + enclosure('AUDIO/mpeg', 'b'),
    { url: 'https://a.example/b' },
  ],
  [
    '<a:x xmlns:a="y" xml:base="z/"/><enclosure xml:base="https://a.example/b/" url="1.mp3"/>',
    { url: 'https://a.example/b/1.mp3' },
  ],
  ['<enclosure url="https://a.example/1" length="007"/>', { contentLength: 7 }],
  ['<enclosure url="https://a.example/1" length=" 1.5 "/>', { contentLength: 1.5 }],
  ...['x7', '7x', '-7', '1e3', '1.', ''].map((length): Case<Episode> => [
    `<enclosure url="https://a.example/1" length="${length}"/>`,
    { contentLength: undefined },
  ]),
  ['<category>b</category><itunes:keywords>a, b ,,c</itunes:keywords>', { tags: ['a', 'b', 'c'] }],
  ['<itunes:keywords> , </itunes:keywords>', { tags: [] }],
  // Apple
  ...['yes', 'true', 'Explicit', '1', ' YES '].map((word): Case<Episode> => [
    `<itunes:explicit>${word}</itunes:explicit>`,
    { isExplicit: true },
  ]),
  ...['no', 'clean', 'false', '', 'yes and no', 'not true', '11'].map((word): Case<Episode> => [
    `<itunes:explicit>${word}</itunes:explicit>`,
    { isExplicit: false },
  ]),
  [
    '<itunes:explicit> </itunes:explicit><itunes:explicit>yes</itunes:explicit>',
    { isExplicit: true },
  ],
  ...(['full', 'trailer', 'bonus'] as const).map((word): Case<Episode> => [
    `<itunes:episodeType> ${word.toUpperCase()} </itunes:episodeType>`,
    { episodeType: word },
  ]),
  ['<itunes:episodeType>other</itunes:episodeType>', { episodeType: undefined }],
  ['<itunes:image url="https://a.example/a"/>', { image: 'https://a.example/a' }],
  ['<itunes:image>https://a.example/a</itunes:image>', { image: 'https://a.example/a' }],
  [
    '<itunes:image href="data:,x" url="https://a.example/b">https://a.example/c</itunes:image>',
    { image: 'https://a.example/b' },
  ],
  ['<itunes:subtitle>&lt;b>a&lt;/b></itunes:subtitle>', { subtitle: 'a' }],
  ['<description>a</description>', { summary: undefined, subtitle: undefined }],
  // Atom
  ['<atom:link rel=" Alternate " href="https://a.example/1"/>', { link: 'https://a.example/1' }],
  ['<atom:link rel="enclosure" href="https://a.example/1"/>', { link: undefined }],
  ['<atom:link/><atom:link href="https://a.example/1"/>', { link: 'https://a.example/1' }],
  // Media RSS
  ['<media:content url="https://a.example/1"/>', { url: undefined, image: undefined }],
  ['<media:content medium="document" url="https://a.example/1"/>', { url: undefined }],
  ['<media:content medium="AUDIO" url="https://a.example/1"/>', { url: 'https://a.example/1' }],
  [
    '<media:content medium="image" type="audio/mpeg" url="https://a.example/1"/>',
    { url: undefined, image: 'https://a.example/1' },
  ],
  ['<media:content medium="audio"/>', { enclosures: [] }],
  // Podcast namespace
  ['<podcast:transcript/><podcast:transcript url="data:,x"/>', { transcripts: [] }],
  ['<podcast:chapters url="http://a.example/1.json"/>', { chaptersUrl: undefined }],
  ['<podcast:chapters url="http://127.0.0.1/1.json"/>', { chaptersUrl: undefined }],
  ['<podcast:chapters/>', { chaptersUrl: undefined }],
  ['<podcast:person> </podcast:person>', { persons: [] }],
  [
    '<podcast:person role="Guest" group="Writing">A</podcast:person>',
    {
      persons: [{ name: 'A', role: 'guest', group: 'writing', image: undefined, link: undefined }],
    },
  ],
  [
    '<podcast:person>A</podcast:person>',
    { persons: [{ name: 'A', role: 'host', group: 'cast', image: undefined, link: undefined }] },
  ],
  ['<podcast:season>x</podcast:season>', { season: undefined, seasonName: undefined }],
  ['<podcast:episode display="X">x</podcast:episode>', { episodeDisplay: undefined }],
  ['<podcast:soundbite startTime="1">a</podcast:soundbite>', { soundbites: [] }],
  ['<podcast:soundbite duration="1">a</podcast:soundbite>', { soundbites: [] }],
  [
    '<podcast:soundbite startTime="1" duration="2"/>',
    { soundbites: [{ start: 1, duration: 2, title: undefined }] },
  ],
  ['<podcast:image purpose="social" href="https://a.example/a"/>', { image: undefined }],
  [
    '<podcast:image purpose="social  artwork" href="https://a.example/a"/>',
    { image: 'https://a.example/a' },
  ],
  ['<podcast:alternateEnclosure type="audio/ogg"/>', { alternateEnclosures: [] }],
  [
    '<podcast:alternateEnclosure><podcast:source/></podcast:alternateEnclosure>',
    { alternateEnclosures: [] },
  ],
  [
    '<podcast:alternateEnclosure default="TRUE"><podcast:source/><podcast:source uri="/1" contentType="c/d"/><podcast:source uri="/2"/></podcast:alternateEnclosure>',
    {
      alternateEnclosures: [
        {
          url: 'https://feeds.example/1',
          isDefault: true,
          sources: [
            { url: 'https://feeds.example/1', type: 'c/d' },
            { url: 'https://feeds.example/2', type: undefined },
          ],
        },
      ],
    },
  ],
  // Podlove
  ['<psc:chapters><psc:chapter title="x"/></psc:chapters>', { chapters: [] }],
  [
    '<psc:chapters><psc:chapter start="1:00" href="/a" image="/b"/></psc:chapters>',
    {
      chapters: [
        {
          start: 60,
          title: '',
          link: 'https://feeds.example/a',
          image: 'https://feeds.example/b',
        },
      ],
    },
  ],
];

const podcastCases: Case<Podcast>[] = [
  ['<item/>', { totalSeasons: 0, totalEpisodes: 1 }],
  [
    '<item><itunes:season>1</itunes:season></item><item><itunes:season>1</itunes:season></item><item><itunes:season>3</itunes:season></item>',
    { totalSeasons: 2, totalEpisodes: 3 },
  ],
  ['<itunes:type>Serial</itunes:type>', { podcastType: 'SERIAL' }],
  ['<itunes:type>episodic</itunes:type>', { podcastType: 'EPISODIC' }],
  ['<itunes:block>yes</itunes:block>', { isHidden: true, isComplete: false }],
  ['<itunes:complete>yes</itunes:complete>', { isComplete: true, isHidden: false }],
  ['<podcast:locked>yes</podcast:locked>', { isLocked: true }],
  [
    '',
    { isHidden: false, isExplicit: false, isComplete: false, isLocked: false, owner: undefined },
  ],
  ['<itunes:owner/>', { owner: undefined, author: undefined }],
  ['<podcast:medium>Music</podcast:medium>', { medium: 'music' }],
  [
    '<itunes:category text="A"><itunes:category text="B"/></itunes:category><itunes:category/><category>C</category><category>A</category>',
    { categories: ['A', 'B', 'C'] },
  ],
  ['<itunes:category text="two\nlines"/>', { categories: ['two lines'] }],
  ['<itunes:keywords>a,b,a</itunes:keywords>', { tags: ['a', 'b'] }],
  ['<podcast:funding/><podcast:funding url="bitcoin:x">b</podcast:funding>', { funding: [] }],
  [
    '<podcast:funding url="https://a.example/">F</podcast:funding>',
    { funding: [{ url: 'https://a.example/', text: 'F' }] },
  ],
  ['<image><title>no</title></image>', { image: undefined, title: '' }],
  ['<atom10:link href="https://a.example/"/>', { link: 'https://a.example/' }],
];

describe('parsePodcast: files on loopback', () => {
  const tags = (url: string) =>
    `<podcast:chapters url="${url}"/><podcast:transcript url="${url}"/>`;
  const files = ({ chaptersUrl, transcripts }: ReturnType<typeof episodeWith>) => [
    chaptersUrl,
    transcripts[0]?.url,
  ];

  it.each([
    ['http://localhost:8080/f.xml', 'http://127.0.0.1/1'],
    ['http://127.0.0.1/f.xml', 'https://[::1]:8/1'],
    [undefined, 'http://127.0.0.1/1'],
  ])('are taken of a feed at %s: %s', (baseUrl, url) => {
    expect(files(episodeWith(tags(url), baseUrl))).toEqual([url, url]);
  });

  it.each([
    ['https://show.example/f.xml', 'http://127.0.0.1/1'],
    ['http://show.example/f.xml', 'https://a.localhost/1'],
    ['https://localhost.show.example/f.xml', 'http://[::1]:80/1'],
  ])('are left out of a feed at %s: %s', (baseUrl, url) => {
    expect(files(episodeWith(tags(url), baseUrl))).toEqual([undefined, undefined]);
  });
});

describe('parsePodcast: tags of an item', () => {
  it.each(episodeCases)('reads `%s`', (tags, fields) => {
    expect(episodeWith(tags, 'https://feeds.example/a.rss')).toMatchObject(fields);
  });
});

describe('parsePodcast: tags of a channel', () => {
  it.each(podcastCases)('reads `%s`', (tags, fields) => {
    expect(podcastWith(tags)).toMatchObject(fields);
  });

  it('reads the times and the status of live items from their attributes', () => {
    const { liveItems, episodes } = podcastWith(
      '<podcast:liveItem status="LIVE" start="2004-01-01T10:00:00Z" end="x"><title>L</title></podcast:liveItem><podcast:liveItem/>',
    );
    expect(episodes).toEqual([]);
    expect(liveItems).toMatchObject([
      { title: 'L', status: 'live', start: '2004-01-01T10:00:00.000Z', end: undefined },
      { title: '', status: undefined, start: undefined },
    ]);
  });
});

describe('parsePodcast: the name of a person', () => {
  it.each([
    ['Jo Doe', 'Jo Doe'],
    ['jo@mail.example (Jo Doe)', 'Jo Doe'],
    ['jo@mail.example (Jo (of the Desk))', 'Jo (of the Desk)'],
    ['Jo Doe (jo@mail.example)', 'Jo Doe'],
    ['Jo Doe ( jo@mail.example )', 'Jo Doe'],
    ['Jo Doe &lt;jo@mail.example&gt;', 'Jo Doe'],
    ['jo@mail.example, al@mail.example (Jo and Al)', 'Jo and Al'],
    ['jo@mail.example (Jo) al@mail.example (Al)', 'Jo, Al'],
    ['Jo jo@mail.example al@mail.example', 'Jo'],
    ['mailto:jo@mail.example', undefined],
    ['jo@mail.example', undefined],
    ['Jo (of the Desk)', 'Jo (of the Desk)'],
    ['@jo', '@jo'],
  ])('reads `%s`', (author, name) => {
    expect(podcastWith(`<itunes:author>${author}</itunes:author>`).author).toBe(name);
  });
});
