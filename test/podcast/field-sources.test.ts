/** If several tags can give a field, the first one in its list that the feed has gives it. */
import { describe, expect, it } from 'vitest';
import type { Episode, Podcast } from '../../src/podcast.js';
import { expectPrecedence } from '../support/laws/precedence.js';
import { episodeWith, podcastWith } from './feeds.js';

/** A tag, and the value that it gives the field. */
type Source = [tag: string, value: unknown];

const date = (day: number) => `2004-01-0${day}T00:00:00.000Z`;
const url = (name: string) => `https://a.example/${name}`;

const titles: Source[] = [
  ['<title>RSS</title>', 'RSS'],
  ['<itunes:title>Apple</itunes:title>', 'Apple'],
];

const notes: Source[] = [
  ['<description>RSS</description>', 'RSS'],
  ['<itunes:summary>Apple</itunes:summary>', 'Apple'],
  ['<content:encoded>Content</content:encoded>', 'Content'],
  ['<media:description>Media</media:description>', 'Media'],
];

const htmlNotes: Source[] = [
  ['<content:encoded>plain, but meant as HTML</content:encoded>', 'plain, but meant as HTML'],
  ['<description>&lt;b>RSS</description>', '<b>RSS'],
  ['<itunes:summary>&lt;b>Apple</itunes:summary>', '<b>Apple'],
  ['<media:description>&lt;b>Media</media:description>', '<b>Media'],
];

const podcastSources: Partial<Record<keyof Podcast, Source[]>> = {
  title: [...titles, ['<dc:title>Dublin</dc:title>', 'Dublin'], ['', '']],
  description: [...notes, ['', undefined]],
  descriptionWithHtml: [...htmlNotes, ['', undefined]],
  link: [
    [`<link>${url('rss')}</link>`, url('rss')],
    [`<atom:link rel="alternate" href="${url('atom')}"/>`, url('atom')],
    ['', undefined],
  ],
  image: [
    [`<itunes:image href="${url('apple')}"/>`, url('apple')],
    [`<podcast:image href="${url('podcast')}"/>`, url('podcast')],
    [`<image><url>${url('rss')}</url></image>`, url('rss')],
    [`<media:thumbnail url="${url('media')}"/>`, url('media')],
    ['', undefined],
  ],
  author: [
    ['<itunes:author>Apple</itunes:author>', 'Apple'],
    ['<author>RSS</author>', 'RSS'],
    ['<managingEditor>Editor</managingEditor>', 'Editor'],
    ['<dc:creator>Dublin</dc:creator>', 'Dublin'],
    ['<itunes:owner><itunes:name>Owner</itunes:name></itunes:owner>', 'Owner'],
    ['', undefined],
  ],
  publishDate: [
    ['<pubDate>1 Jan 2004</pubDate>', date(1)],
    ['<lastBuildDate>2 Jan 2004</lastBuildDate>', date(2)],
    ['<dc:date>2004-01-03</dc:date>', date(3)],
    ['', undefined],
  ],
};

const episodeSources: Partial<Record<keyof Episode, Source[]>> = {
  title: [
    ...titles,
    ['<media:title>Media</media:title>', 'Media'],
    ['<dc:title>Dublin</dc:title>', 'Dublin'],
    ['', ''],
  ],
  description: [...notes, ['', undefined]],
  descriptionWithHtml: [...htmlNotes, ['', undefined]],
  guid: [
    ['<guid>rss</guid>', 'rss'],
    [`<enclosure url="${url('1.mp3')}"/>`, url('1.mp3')],
    [`<media:content medium="audio" url="${url('2.mp3')}"/>`, url('2.mp3')],
    ['', expect.stringMatching(/^[0-9a-f]{16}$/)],
  ],
  author: [
    ['<itunes:author>Apple</itunes:author>', 'Apple'],
    ['<author>RSS</author>', 'RSS'],
    ['<dc:creator>Dublin</dc:creator>', 'Dublin'],
    ['', undefined],
  ],
  link: [
    [`<link>${url('rss')}</link>`, url('rss')],
    [`<atom:link rel="alternate" href="${url('atom')}"/>`, url('atom')],
    [`<guid>${url('guid')}</guid>`, url('guid')],
    ['', undefined],
  ],
  image: [
    [`<itunes:image href="${url('apple')}"/>`, url('apple')],
    [`<podcast:image href="${url('podcast')}"/>`, url('podcast')],
    [`<media:thumbnail url="${url('media')}"/>`, url('media')],
    [`<media:content medium="image" url="${url('content')}"/>`, url('content')],
    ['', undefined],
  ],
  url: [
    [`<enclosure url="${url('1.mp3')}"/>`, url('1.mp3')],
    [`<media:content type="video/mp4" url="${url('2.mp3')}"/>`, url('2.mp3')],
    [
      `<media:group><media:content medium="audio" url="${url('3.mp3')}"/></media:group>`,
      url('3.mp3'),
    ],
    ['', undefined],
  ],
  duration: [
    ['<itunes:duration>1:00</itunes:duration>', 60],
    [`<media:content medium="audio" url="${url('a')}" duration="61"/>`, 61],
    ['', undefined],
  ],
  publishDate: [
    ['<pubDate>1 Jan 2004</pubDate>', date(1)],
    ['<dc:date>2004-01-02</dc:date>', date(2)],
    ['<dcterms:issued>2004-01-03</dcterms:issued>', date(3)],
    ['<atom:published>2004-01-04</atom:published>', date(4)],
    ['', undefined],
  ],
  season: [
    ['<itunes:season>1</itunes:season>', 1],
    ['<podcast:season name="Two">2</podcast:season>', 2],
    ['', undefined],
  ],
  episode: [
    ['<itunes:episode>1</itunes:episode>', 1],
    ['<podcast:episode display="Two">2</podcast:episode>', 2],
    ['', undefined],
  ],
};

/** The tag with nothing in it, with blanks, and with what is no URL, date or number. */
const saysNothing = (tag: string): string[] =>
  ['', ' \n', '&#32;', ...(/https:|\d/.test(tag) ? ['javascript:alert(1)', '-'] : [])].map((none) =>
    tag
      .replaceAll(/(\b(?:href|url|duration)=")[^"]*/g, (_, start: string) => start + none)
      .replaceAll(/(<[\w:]+(?: [^<>]*)?>)[^<]+(?=<\/)/g, (_, start: string) => start + none),
  );

const sourcesOf = (list: readonly Source[]) =>
  list
    .filter(([tag]) => tag !== '')
    .map(([tag, gives]) => ({ name: tag, part: tag, gives, none: saysNothing(tag) }));

const otherwiseOf = (list: readonly Source[]) => list.find(([tag]) => tag === '')?.[1];

describe('parsePodcast: sources of the fields of a podcast', () => {
  it.each(Object.entries(podcastSources))('reads %s from the best tag', (field, list) =>
    expectPrecedence(
      sourcesOf(list),
      (tags) => podcastWith(tags.join(''))[field as keyof Podcast],
      otherwiseOf(list),
    ),
  );
});

describe('parsePodcast: sources of the fields of an episode', () => {
  it.each(Object.entries(episodeSources))('reads %s from the best tag', (field, list) =>
    expectPrecedence(
      sourcesOf(list),
      (tags) => episodeWith(tags.join(''))[field as keyof Episode],
      otherwiseOf(list),
    ),
  );

  it('makes a missing GUID from the link and the title if there is no enclosure', () => {
    const guids = ['<title>a</title>', '<title>b</title>', `<link>${url('a')}</link>`].map(
      (tags) => episodeWith(tags).guid,
    );
    expect(new Set([...guids, episodeWith('').guid]).size).toBe(4);
    expect(episodeWith('<title>a</title>').guid).toBe(guids[0]);
  });
});
