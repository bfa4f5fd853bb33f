/**
 * Everything that reads text from a feed takes linear time, whatever the text: each regular
 * expression of `src/podcast`, and the algorithms around them.
 */
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../src/podcast.js';
import { publicGuid } from '../../src/components/shared-chunk/public-guid.js';
import { readShownPodcast } from '../../src/podcast/shown-podcast.js';
import { readNumber, flag, personName } from '../../src/podcast/dialects/tag-readers.js';
import { readCount } from '../../src/podcast/values/count.js';
import { readDate } from '../../src/podcast/values/dates.js';
import { readDuration } from '../../src/podcast/values/duration.js';
import { isSafeToFetch, isSafeUrl } from '../../src/podcast/values/safe-url.js';
import { uniqueGuids } from '../../src/podcast/values/unique-guids.js';
import { resolveUrl } from '../../src/podcast/values/written-url.js';
import { htmlToText, isHtml, oneLine } from '../../src/podcast/values/html-to-text.js';
import { occurrenceFinder } from '../../src/podcast/values/text-occurrences.js';
import { cleanText, decodeFeed } from '../../src/podcast/xml/decode.js';
import { decodeEntities } from '../../src/podcast/xml/entities.js';
import { Namespaces } from '../../src/podcast/xml/namespaces.js';
import { withoutDoctype } from '../../src/podcast/xml/prolog.js';
import type { XmlElement } from '../../src/podcast/xml/xml-element.js';
import { withoutTrailingSlash } from '../../src/urls/web-url.js';
import { expectLinear, processorTime } from '../support/foreign-text/growth.js';

const elementOf = (text: string): XmlElement => ({
  kind: { name: 'x', read: undefined, holds: 'text' },
  attributes: [],
  base: undefined,
  text,
  markup: undefined,
  children: [],
});

const readers: Record<string, (text: string) => unknown> = {
  cleanText,
  decodeEntities,
  'decodeFeed by the HTTP charset': (text) => decodeFeed(new Uint8Array(1), text),
  'decodeFeed by the declaration': (text) => decodeFeed(new TextEncoder().encode(text)),
  flag: (text) => flag(elementOf(text)),
  htmlToText,
  isHtml,
  isSafeToFetch,
  isSafeUrl,
  Namespaces: (text) => new Namespaces().with(['xmlns:a', text]).nameOf('a:b'),
  oneLine,
  personName: (text) => personName(elementOf(text)),
  publicGuid: (text) => publicGuid({ guid: text, url: 'https://a.example/1.mp3', title: '' }),
  readCount,
  readDate,
  readDuration,
  readNumber,
  resolveUrl: (text) => resolveUrl(text, 'https://a.example/feed'),
  'resolveUrl against a long base': (text) => resolveUrl('a', `https://a.example/${text}`),
  withoutDoctype,
  withoutTrailingSlash,
};

/** Repeated starts of what some expression looks for; none is ever completed. */
const prefixes = ['', '<?xml', '; charset=', 'https://a.example/', '<!DOCTYPE x [', 'Mon, ', '1:'];
const repeated = [
  ' ',
  'a',
  '9',
  '/',
  '?',
  '?\u2028',
  '#',
  '&',
  '&#',
  '&a',
  '<',
  '<a',
  '<p ',
  '<style>',
  '</style',
  '<!--',
  '<?',
  '(',
  '<(',
  'a@',
  '"',
  '\'"',
  '[',
  ';charset=',
  '; charset ',
  'encoding=',
  '\t\n',
  '\x92',
  ': ',
  '9:',
  '1.',
  '%2F',
  'https://',
];
const suffixes = ['', 'x', '!\u2028'];

describe('parsePodcast: readers of text', () => {
  it.each(Object.entries(readers))('%s takes linear time', (_, read) => {
    for (const prefix of prefixes) {
      for (const text of repeated) {
        for (const suffix of suffixes) {
          const make = (size: number) => prefix + text.repeat(size) + suffix;
          // Most of these are done at once: look at the growth only of those that are not.
          const input = make(10_000);
          if (processorTime(() => read(input)) > 5) expectLinear(make, read);
        }
      }
    }
  });
});

describe('parsePodcast: whole feeds', () => {
  const secret = 'https://feeds.example/feeds/secret';
  const item = (tags: string) => `<item><guid>g</guid>${tags}</item>`;
  const feed = (tags: string) => `<rss><channel><title>T</title>${tags}</channel></rss>`;
  const parse = (xml: string) => parsePodcast(xml, { baseUrl: secret });

  it.each<[string, (size: number) => string]>([
    [
      'slashes in atom:link self',
      (size) => feed(`<atom:link rel="self" href="https://a.example/${'/'.repeat(size)}x"/>`),
    ],
    [
      'slashes in many URLs of the feed',
      (size) =>
        feed(`<atom:link rel="next" href="https://a.example/${'/'.repeat(8000)}x"/>`.repeat(8)) +
        `<title>${'a.example/'.repeat(size)}</title>`,
    ],
    ['its own URL in a text', (size) => feed(`<description>${secret.repeat(size)}</description>`)],
    [
      'starts of its own URL in a text',
      (size) => feed(`<description>${secret.slice(0, -1).repeat(size)}</description>`),
    ],
    [
      'schemes before its own URL',
      (size) => feed(`<description>${'https://'.repeat(size)}${secret}</description>`),
    ],
    [
      'queries after its own URL',
      (size) => feed(`<description>${secret}${'?'.repeat(size)}</description>`),
    ],
    [
      'chapters',
      (size) =>
        feed(item(`<psc:chapters>${'<psc:chapter start="1"/>'.repeat(size)}</psc:chapters>`)),
    ],
    ['keywords', (size) => feed(`<itunes:keywords>${'a,b'.repeat(size)}</itunes:keywords>`)],
    ['CDATA sections', (size) => feed(`<title>${'<![CDATA[a]]>'.repeat(size)}</title>`)],
    ['end tags without a start', (size) => feed('</b>'.repeat(size))],
    ['open tags and other end tags', (size) => feed(`${'<a>'.repeat(200)}${'</b>'.repeat(size)}`)],
  ])('takes linear time for %s', (_, make) => {
    expectLinear(make, (xml) => {
      try {
        parse(xml);
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad-feed' });
      }
    });
  });

  it('takes linear time for slashes in the URL of the feed', () => {
    expectLinear(
      (size) => `https://a.example/${'/'.repeat(size)}x`,
      (baseUrl) => parsePodcast(feed(''), { baseUrl }),
    );
  });

  it('takes linear time for a URL of its own that repeats itself', () => {
    const path = 'a/'.repeat(4000);
    const baseUrl = `https://a.example/${path}b`;
    expectLinear(
      (size) => feed(`<description>a.example/${'a/'.repeat(size)}</description>`),
      (xml) => parsePodcast(xml, { baseUrl }),
    );
  });
});

describe('occurrenceFinder: growth', () => {
  it('takes linear time', () => {
    expectLinear(
      (size) => 'a'.repeat(size),
      (text) => occurrenceFinder(`${text.slice(text.length / 2)}b`)(text),
    );
  });
});

describe('uniqueGuids: growth', () => {
  it('takes linear time', () => {
    expectLinear(
      (size) => [
        ...Array.from({ length: size }, (_, n) => `a#${n}`),
        ...Array.from({ length: size }, () => 'a'),
      ],
      (guids) => guids.map(uniqueGuids()),
    );
  });
});

describe('readShownPodcast: growth', () => {
  it('takes linear time for chapters', () => {
    expectLinear(
      (size) => ({
        title: 'T',
        episodes: [{ guid: 'g', chapters: Array.from({ length: size }, () => ({ start: 1 })) }],
      }),
      readShownPodcast,
    );
  });
});
