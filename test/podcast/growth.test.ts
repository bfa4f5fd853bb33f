/**
 * Reading a feed takes linear time, whatever the text. `test/tools/expressions.test.ts` judges each regular
 * expression by itself; these are the algorithms around them.
 */
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../src/podcast.js';
import { readShownPodcast } from '../../src/podcast/shown-podcast.js';
import { isSafeUrl } from '../../src/podcast/values/safe-url.js';
import { uniqueGuids } from '../../src/podcast/values/unique-guids.js';
import { htmlToText } from '../../src/podcast/values/html-to-text.js';
import { cleanText } from '../../src/podcast/xml/decode.js';
import { decodeEntities } from '../../src/podcast/xml/entities.js';
import { withoutDoctype } from '../../src/podcast/xml/prolog.js';
import { withoutTrailingSlash } from '../../src/urls/web-url.js';
import { expectLinear, processorTime } from '../support/foreign-text/growth.js';

describe('parsePodcast: readers of text', () => {
  it.each<[string, (text: string) => unknown, repeated: string[]]>([
    ['cleanText', cleanText, ['\x92', '\0']],
    ['decodeEntities', decodeEntities, ['&', '&#', '&a', '&amp;']],
    ['htmlToText', htmlToText, ['<a', '<p ', '<style>', '</style', '<!--', '\t\n']],
    ['isSafeUrl', isSafeUrl, ['https://', '%2F', '@']],
    ['withoutDoctype', withoutDoctype, ['<!DOCTYPE x [', '"', '\'"', '<!--', '<?']],
    ['withoutTrailingSlash', withoutTrailingSlash, ['/', '/a']],
  ])('%s takes linear time', (_, read, repeated) => {
    for (const text of repeated) {
      const make = (size: number) => `<!DOCTYPE x [${text.repeat(size)}x`;
      const input = make(10_000);
      // Most of these are done at once: look at the growth only of those that are not.
      if (processorTime(() => read(input)) > 5) expectLinear(make, read);
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
