/** Laws of the element's pure functions: order, times, transcripts, and what links hold. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { poll } from '../../src/components/connected-apps/poll.js';
import { orderEpisodes } from '../../src/components/episodes/list/order-episodes.js';
import { searchEpisodes } from '../../src/components/episodes/list/search-episodes.js';
import { seasonsOf } from '../../src/components/episodes/list/seasons.js';
import { findAddresses } from '../../src/components/episodes/notes/find-addresses.js';
import { lineAt } from '../../src/components/transcript/transcript-line.js';
import { readLines } from '../../src/components/transcript/read-lines.js';
import { givenUrl, onlySecure } from '../../src/components/page/page-source.js';
import { mailAddress } from '../../src/components/handoff/page-address.js';
import { contactUrl } from '../../src/components/page/contact-url.js';
import { formatClock, formatDuration } from '../../src/components/language/formats.js';
import { publicGuid } from '../../src/components/podcast/public-guid.js';
import { en } from '../../src/components/language/texts/en.js';
import type { ShownEpisode } from '../../src/podcast/shown-podcast.js';
import { expectAtMost } from '../support/laws/limits.js';
import { roundTrip } from '../support/laws/round-trip.js';
import { inTurn, same, spelt } from '../support/laws/same.js';
import { anyCase, blanksAround } from '../support/laws/spellings/text.js';
import { timesAsMany } from '../support/laws/times-as-many.js';

const episode = (more: Partial<ShownEpisode>): ShownEpisode =>
  ({ guid: 'g', title: 'A', transcripts: [], chapters: [], ...more }) as unknown as ShownEpisode;
const pad = (number: number, digits = 2) => String(number).padStart(digits, '0');

describe('formatClock and formatDuration', () => {
  it('say the time that it is', async () => {
    const seconds = fc.nat({ max: 100_000 });
    await roundTrip(seconds, formatClock, (text) =>
      text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0),
    );
    fc.assert(
      fc.property(
        seconds,
        (whole) =>
          /^\d+(:\d\d)+$/.test(formatClock(whole)) &&
          formatClock(whole + 0.9) === formatClock(whole),
      ),
    );
    const minutes = (text: string) =>
      Number(/(\d+) hr/.exec(text)?.[1] ?? 0) * 60 + Number(/(\d+) min/.exec(text)?.[1] ?? 0);
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 100_000 }),
        (whole) => minutes(formatDuration(whole, 'en')) === Math.round(whole / 60),
      ),
    );
    for (const none of [undefined, 0, -1, NaN, Infinity])
      expect(formatDuration(none, 'en')).toBe('');
  });
});

describe('findAddresses', () => {
  it('finds an address in any sentence, and nothing else', () => {
    const address = fc.constantFrom(
      ...['https://a.example', 'http://a.example:80/b?c=d&e#f', 'HTTPS://A.example/b_(c)'],
      ...['www.a.example/b/', 'a.b+c@d.example', 'https://a.example/\u0642/x-y_'],
    );
    const before = fc.constantFrom('', 'See ', '(', '«', 'more:\n', '見て', '“', '<', 'at: ');
    const after = fc.constantFrom(
      '',
      '.',
      ').',
      '»',
      '、です',
      '!',
      '”,',
      '>',
      '\nmore',
      ': x',
      '…',
    );
    const word = fc.constantFrom(
      '',
      'a@b',
      'javascript:x',
      'data:x',
      'http://',
      'www.',
      '@',
      'a.b ',
    );
    fc.assert(
      fc.property(word, before, address, after, (words, opening, found, closing) => {
        const text = `${words} ${opening}${found}${closing}`;
        expect(findAddresses(text)).toStrictEqual([
          {
            at: words.length + 1 + opening.length,
            address: found,
            href: `${found.startsWith('www') ? 'https://' : found.includes('@') ? 'mailto:' : ''}${found}`,
          },
        ]);
      }),
    );
  });

  it('leads to the web and to mail alone, whatever the text', () => {
    const pieces = fc.constantFrom(
      'https://',
      'www.',
      '@',
      '.',
      'a',
      'é',
      ')',
      '(',
      '&',
      ':',
      ' ',
      '%',
    );
    const anyText = fc.oneof(
      fc.string(),
      fc.array(pieces).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        let end = 0;
        for (const { at, address, href } of findAddresses(text)) {
          expect(href).toMatch(/^(?:https?|mailto):/i);
          expect(text.slice(at, at + address.length)).toBe(address);
          expect(at).toBeGreaterThanOrEqual(end);
          end = at + address.length;
        }
      }),
    );
  });
});

describe('orderEpisodes', () => {
  it('sorts by instant, keeps the feed’s order of the same one, and turns round for the oldest', () => {
    const dates = [
      '2026-01-01T00:00:00Z',
      '2026-01-01T01:00:00+01:00',
      '2026-01-02',
      '2025-12-31T23:00:00-02:00',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...dates), { maxLength: 6 }), (all) => {
        const list = all.map((publishDate, at) => episode({ guid: String(at), publishDate }));
        const newest = orderEpisodes(list, 'newest');
        const keys = newest.map(
          ({ publishDate, guid }) => Date.parse(publishDate ?? '') - Number(guid) / 100,
        );
        expect(keys).toEqual([...keys].sort((a, b) => b - a));
        expect(orderEpisodes(list, 'oldest')).toEqual([...newest].reverse());
      }),
    );
  });
});

describe('searchEpisodes', () => {
  it('finds words in either case, with or without accents, in title or notes', async () => {
    const list = [
      episode({ title: 'Über die Brücke', description: 'Café' }),
      episode({ title: 'Other' }),
    ];
    const forms = (text: string) =>
      fc
        .constantFrom(text, text.normalize('NFD'), text.normalize('NFD').replaceAll(/\p{M}/gu, ''))
        .chain(anyCase);
    await same(
      (search) => searchEpisodes(list, search).map(({ title }) => title),
      spelt(fc.constantFrom('Brücke über', 'café', 'BRÜCKE CAFÉ'), inTurn(forms, blanksAround())),
      () => ['Über die Brücke'],
    );
  });
});

describe('seasonsOf', () => {
  it('names a season by the first name that is not blank', () => {
    const blank = fc.constantFrom(undefined, '', ' ');
    fc.assert(
      fc.property(blank, fc.boolean(), (none, isFirst) => {
        const named = [
          { season: 2, seasonName: none },
          { season: 2, seasonName: ' Two ' },
        ];
        const episodes = [...(isFirst ? named : named.reverse()), { season: 1 }, {}].map(episode);
        expect(seasonsOf({ episodes } as Parameters<typeof seasonsOf>[0])).toEqual([
          { number: 1, name: undefined },
          { number: 2, name: 'Two' },
        ]);
      }),
    );
  });
});

describe('lineAt', () => {
  it('is the last line that has begun', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(20), { maxLength: 8 }),
        fc.integer({ min: -1, max: 21 }),
        (starts, seconds) => {
          const lines = starts
            .sort((a, b) => a - b)
            .map((start) => ({ start, end: start, speaker: undefined, text: 'a' }));
          expect(lineAt(lines, seconds)).toBe(
            lines.filter(({ start }) => start <= seconds).length - 1,
          );
        },
      ),
    );
  });
});

describe('readLines', () => {
  const signal = new AbortController().signal;
  const cues = fc.array(fc.tuple(fc.nat(90_000), fc.stringMatching(/^[a-z]{3,9} [a-z]{3,9}\.$/)), {
    minLength: 1,
    maxLength: 4,
  });
  const clock = (ms: number, point: string) =>
    `${pad(Math.floor(ms / 60_000))}:${pad(Math.floor(ms / 1000) % 60)}${point}${pad(ms % 1000, 3)}`;

  it('reads a transcript alike in each of its kinds', async () => {
    const written = (all: readonly (readonly [number, string])[]) => {
      const timed = all.map(([start, text]) => ({ start, end: start + 500, text }));
      const seconds = timed.map(({ start, end, text }) => ({
        startTime: start / 1000,
        endTime: end / 1000,
        body: text,
      }));
      const podlove = timed.map(({ start, end, text }) => ({
        start_ms: start,
        end_ms: end,
        start: clock(start, '.'),
        end: clock(end, '.'),
        text,
      }));
      const cue = (point: string, hours: string, end: string) =>
        timed
          .map(
            (one, at) =>
              `${at + 1}${end}${hours}${clock(one.start, point)} --> ${hours}${clock(one.end, point)}${end}${one.text}${end}${end}`,
          )
          .join('');
      return [
        `WEBVTT\n\n${cue('.', '', '\n')}`,
        `\ufeffWEBVTT\r\n\r\n${cue('.', '00:', '\r\n')}`,
        cue(',', '00:', '\n'),
        cue(',', '00:', '\r'),
        JSON.stringify({ version: '1.0.0', segments: seconds }),
        ` ${JSON.stringify(podlove)}`,
      ];
    };
    await fc.assert(
      fc.asyncProperty(cues, async (all) => {
        const expected = [...all]
          .sort(([a], [b]) => a - b)
          .map(([start, text]) => ({ start: start / 1000, text }));
        for (const file of written(all)) {
          const read = await readLines(file, signal);
          const rounded = read.map(({ start, text }) => ({
            start: Math.round(start * 1000) / 1000,
            text,
          }));
          expect(rounded, file).toEqual(expected);
        }
      }),
      { numRuns: timesAsMany(30) },
    );
  });

  it('cuts a line after 4,000 characters, and leaves out what begins after eleven days', async () => {
    const lines = (text: string, start = 0) =>
      readLines(JSON.stringify([{ start_ms: start * 1000, text }]), signal);
    await expectAtMost(4000, async (size) => (await lines('x'.repeat(size))).length === 1);
    await expectAtMost(999_999, async (start) => (await lines('x', start)).length === 1);
  });
});

describe('contactUrl, givenUrl and mailAddress', () => {
  it('read a contact in each of its spellings', async () => {
    const forms = (address: string) =>
      anyCase('mailto').chain((scheme) =>
        fc.constantFrom(address, `${scheme}:${address}`, `${scheme}:${address}?subject=a`),
      );
    await same(
      (text) => contactUrl(text, 'https://a.example/b/'),
      spelt(fc.constant('help@a.example'), inTurn(forms, blanksAround())),
      () => 'mailto:help@a.example',
    );
    const page = (text: string) => contactUrl(text, 'https://a.example/b/');
    expect(
      ['/help', './help', '?help', 'HTTPS://c.example', 'help', 'a.example/help', 'tel:1', ''].map(
        page,
      ),
    ).toEqual([
      'https://a.example/help',
      'https://a.example/b/help',
      'https://a.example/b/?help',
      'https://c.example/',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('prefer what the page gives, even if it is not valid, to what the handler gives', () => {
    const node = { baseURI: 'https://a.example/' };
    expect(
      ['', '/b', 'javascript:1'].map((given) => givenUrl(given, node, 'https://h.example/')),
    ).toEqual(['https://h.example/', 'https://a.example/b', undefined]);
    expect(
      ['http://a.example', 'http://localhost', 'https://a.example', undefined].map(onlySecure),
    ).toEqual([undefined, 'http://localhost', 'https://a.example', undefined]);
  });

  it('hold the link and the title in a mail (RFC 6068)', () =>
    roundTrip(
      fc.record({
        url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
        title: fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cs}/u.test(text)),
        expires: fc.boolean(),
      }),
      (mail) => mailAddress(mail, en),
      (address) => {
        expect(address).toMatch(/^mailto:\?[^+\s]*$/);
        const fields = new URLSearchParams(address.slice('mailto:?'.length));
        const [before = '', after = ''] = en.emailSubject.split('{title}');
        const subject = fields.get('subject') ?? '';
        const lines = (fields.get('body') ?? '').split('\r\n');
        return {
          url: lines[1],
          title: subject.slice(before.length, subject.length - after.length),
          expires: lines.length > 2,
        };
      },
    ));
});

describe('publicGuid', () => {
  it('gives no URL of the recording away, whatever its scheme, query or fragment', () => {
    const forms = fc
      .tuple(
        fc.constantFrom('https:', 'http:', 'HTTPS:'),
        fc.constantFrom('', '?token=a', '#a', '?b#c'),
      )
      .map(([scheme, end]) => `${scheme}//m.example/1.mp3${end}`);
    fc.assert(
      fc.property(
        forms,
        forms,
        (guid, url) =>
          /^[\da-f]{16}$/.test(publicGuid({ guid, url, title: 'A' })) &&
          publicGuid({ guid: 'x', url, title: 'A' }) === 'x',
      ),
    );
  });
});

describe('poll', () => {
  it('waits twice as long each time, and two minutes in all', async () => {
    const waits: number[] = [];
    const clockOf = {
      wait: (ms: number) => Promise.resolve(waits.push(ms)),
      untilVisible: () => Promise.resolve(),
    };
    await poll(() => Promise.resolve(false), new AbortController().signal, clockOf);
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 58_000]);
  });
});
