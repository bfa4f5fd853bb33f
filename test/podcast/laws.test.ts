/** Laws of whole feeds and of a parser's answers: encodings, the feed's own URL, and the two readers of JSON. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeFeedUrls } from '../../src/podcast/feed-url-removal.js';
import { readShownPodcast } from '../../src/podcast/shown-podcast.js';
import { Namespaces } from '../../src/podcast/xml/namespaces.js';
import { podcastSchema } from '../../src/podcast.js';
import { decodeFeed } from '../../src/podcast/xml/decode.js';
import { expectAtMost } from '../support/laws/limits.js';
import { spelt } from '../support/laws/same.js';
import { anyCase } from '../support/laws/spellings/text.js';
import { webUrls } from '../support/laws/spellings/url.js';
import { absentField, encoded } from '../support/laws/spellings/values.js';
import { episodeWith } from './feeds.js';

describe('decodeFeed', () => {
  const texts = fc.stringMatching(/^<[a-z]>[ -~äßÿ]{0,12}[€я😀]?<$/u);

  it('reads a text alike in every encoding, wherever its name stands', () => {
    const quotes = fc.constantFrom('', '"', "'");
    const header = (charset: string) =>
      fc
        .tuple(anyCase('charset'), anyCase(charset), quotes, fc.constantFrom(';', '; ', ';a=b; '))
        .map(([name, label, quote, start]) => `text/xml${start}${name}=${quote}${label}${quote}`);
    const declaration = (charset: string) =>
      fc
        .tuple(anyCase(charset), fc.constantFrom('"', "'"), fc.constantFrom('=', ' = '))
        .map(
          ([label, quote, equals]) =>
            `<?xml version="1.0" encoding${equals}${quote}${label}${quote}?>`,
        );
    const cases = spelt(texts, encoded).chain(([text, { bytes, charset }]) =>
      charset === undefined
        ? fc
            .constantFrom('text/xml', 'text/xml; charset=koi8-r')
            .map((type) => ({ text, bytes, type }))
        : fc.oneof(
            header(charset).map((type) => ({ text, bytes, type })),
            declaration(charset).map((start) => ({
              text: start + text,
              bytes: Buffer.concat([Buffer.from(start), bytes]),
              type: undefined,
            })),
          ),
    );
    fc.assert(
      fc.property(cases, ({ text, bytes, type }) => {
        // UTF-8 is what counts if nothing else is said, or what is said cannot be.
        const isMarked = bytes[0] !== 0x3c;
        expect(decodeFeed(bytes, isMarked ? type : type?.replace('koi8-r', 'none'))).toBe(text);
      }),
    );
  });

  it('searches the first 1,024 bytes for the encoding', () =>
    expectAtMost(1024, (size) => {
      const start = `${"<?xml encoding='".padStart(size - 'koi8-r'.length)}koi8-r'?>`;
      return decodeFeed(Buffer.from(`${start}\xc1`, 'latin1')).endsWith('а');
    }));
});

describe('removeFeedUrls', () => {
  it('finds the URL however a text writes it', () => {
    const secrets = webUrls
      .map((url) => new URL(url))
      .filter(({ pathname, search }) => pathname !== '/' || search !== '');
    const written = secrets.chain((url) => {
      const { protocol, host, pathname, search, href } = url;
      const bare = `${host}${pathname}${search}`;
      const query = fc.constantFrom(
        ...['&amp;', '&#38;', '&#038;'].map((and) => href.replaceAll('&', and)),
      );
      const forms = fc.oneof(
        fc.constantFrom(
          href,
          bare,
          href.replace(/^http:/, 'https:'),
          href.replace(/^https:/, 'feed:'),
        ),
        query,
        anyCase(`${protocol}//${host}`).map((start) => href.replace(`${protocol}//${host}`, start)),
        // Of a final slash, its escape stays: no secret.
        fc.constant(href.replace(/\/$/, '').replaceAll('/', '\\/')),
        fc.constant(encodeURIComponent(href)),
        fc.constant(encodeURIComponent(href).replaceAll(/%../g, (hex) => hex.toLowerCase())),
      );
      return forms.map((form) => [href, form] as const);
    });
    fc.assert(
      fc.property(written, ([href, form]) => {
        expect(removeFeedUrls({ text: `Here: ${form}` }, [href]).text).toBe('Here:');
      }),
    );
  });
});

describe('Namespaces', () => {
  it('knows 32 prefixes', () =>
    expectAtMost(32, (size) => {
      const uri = 'http://search.yahoo.com/mrss/';
      const bindings = Array.from({ length: size }, (_, at) => [`xmlns:p${at}`, uri]).flat();
      return new Namespaces().with(bindings).nameOf(`p${size - 1}:x`) === 'media:x';
    }));
});

describe('podcastSchema and readShownPodcast', () => {
  const url = fc.constantFrom(
    'https://a.example/1',
    'http://a.example/1',
    'http://localhost/1',
    'javascript:1',
    'https://u@a.example/',
    'https://a.example/'.padEnd(8193, 'x'),
    '',
  );
  const anything = fc.oneof(
    url,
    fc.constantFrom<unknown>(
      '7',
      '1.5',
      ' 7',
      '1e3',
      -1,
      7,
      0,
      true,
      'true',
      null,
      undefined,
      [],
      {},
      'SERIAL',
      'x',
    ),
  );
  const fields = (names: readonly string[], more: Record<string, fc.Arbitrary<unknown>> = {}) =>
    fc.record(
      { ...Object.fromEntries(names.map((name) => [name, anything])), ...more },
      { requiredKeys: [] },
    );
  const list = (element: fc.Arbitrary<unknown>) =>
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.array(fc.oneof({ weight: 4, arbitrary: element }, anything), {
          maxLength: 3,
        }),
      },
      anything,
    );
  const episode = fields(
    'guid title description descriptionWithHtml url link contentType duration isExplicit publishDate episodeType season seasonName image chaptersUrl'.split(
      ' ',
    ),
    {
      transcripts: list(fields(['url', 'type', 'language'])),
      chapters: list(fields(['start', 'title', 'image'])),
    },
  );
  const podcast = fields(['title', 'description', 'author', 'image', 'language', 'podcastType'], {
    episodes: list(episode),
    externalIds: fc.oneof(fields(['spotifyId', 'other']), anything),
  });

  it('read the same in whatever an answer holds', () => {
    fc.assert(
      fc.property(podcast, (answer) => {
        const shown = readShownPodcast(answer);
        const isPodcast = typeof answer.title === 'string' || Array.isArray(answer.episodes);
        expect(shown !== undefined).toBe(isPodcast);
        if (!shown) return;
        const whole = podcastSchema.parse(answer);
        const { spotifyId } = whole.externalIds;
        expect({
          ...whole,
          externalIds: spotifyId === undefined ? {} : { spotifyId },
        }).toMatchObject(JSON.parse(JSON.stringify(shown)) as object);
        expect(shown.episodes).toHaveLength(whole.episodes.length);
      }),
    );
  });

  it('read a field that is missing, undefined or null alike', () => {
    const names = fc.constantFrom(
      'title',
      'image',
      'description',
      'externalIds',
      'podcastType',
      'episodes',
    );
    fc.assert(
      fc.property(names.chain(absentField), (field) => {
        const given = Object.entries({ title: 'A', episodes: [] }).filter(
          ([name]) => !(name in field),
        );
        const absent = Object.fromEntries(given);
        const answer = { ...absent, ...field };
        expect(podcastSchema.parse(answer)).toEqual(podcastSchema.parse(absent));
        expect(readShownPodcast(answer)).toEqual(readShownPodcast(absent));
      }),
    );
  });
});

describe('parsePodcast: limits of values', () => {
  const season = (digits: string) => episodeWith(`<itunes:season>${digits}</itunes:season>`).season;
  const duration = (written: string) =>
    episodeWith(`<itunes:duration>${written}</itunes:duration>`).duration;
  const answerWith = (chapters: number) => ({
    episodes: [{ guid: 'a', chapters: Array(chapters).fill({ start: 1 }) }],
  });
  const inFeed = (n: number) => '<psc:chapter start="1"/>'.repeat(n);

  it.each<[string, number, (n: number) => unknown]>([
    ['a name, in characters', 500, (n) => episodeWith(`<author>${'a'.repeat(n)}</author>`).author],
    ['digits of a number', 15, (n) => season('1'.repeat(n))],
    ['digits after the point', 9, (n) => season(`1.${'1'.repeat(n)}`)],
    ['digits of seconds', 9, (n) => duration('1'.repeat(n))],
    ['digits of hours', 6, (n) => duration(`${'1'.repeat(n)}:00:00`)],
  ])('%s: %i', (_, most, read) => expectAtMost(most, (size) => read(size) !== undefined));

  it.each<[string, (n: number) => { chapters: unknown[] }[] | undefined]>([
    ['in the feed', (n) => [episodeWith(`<psc:chapters>${inFeed(n)}</psc:chapters>`)]],
    ['in an answer', (n) => readShownPodcast(answerWith(n))?.episodes],
    ['by the schema', (n) => podcastSchema.parse(answerWith(n)).episodes],
  ])('chapters %s: 1000', (_, read) =>
    expectAtMost(1000, (size) => read(size)?.[0]?.chapters.length === size),
  );
});
