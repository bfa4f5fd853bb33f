/** What holds of every merged show, whatever feeds it is made of and in whatever order they come. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../../src/podcast/parse-podcast.js';
import { mergeFeeds, type MergeSource } from '../../../../src/service/feeds/merge/merge-feeds.js';
import { pairNearest } from '../../../../src/service/feeds/merge/nearest.js';
import { recognizeEpisodes } from '../../../../src/service/feeds/merge/same-episodes.js';
import { titleKey } from '../../../../src/service/feeds/merge/title-key.js';
import { expectAtMost } from '../../../support/laws/limits.js';
import { same, spelt, inTurn } from '../../../support/laws/same.js';
import { timesAsMany } from '../../../support/laws/times-as-many.js';
import {
  anyCase,
  blanksAround,
  inXml,
  inXmlAttribute,
} from '../../../support/laws/spellings/text.js';

const DAY = 86_400_000;
const start = Date.UTC(2026, 4, 1);

interface Dated {
  time: number;
  value: number;
}

const shuffled = <T>(all: readonly T[]) => fc.shuffledSubarray([...all], { minLength: all.length });

const inXmlText = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** An episode, and the feeds that have a copy of it under a GUID of their own, some days later. */
const shows = fc.uniqueArray(
  fc.record({
    number: fc.nat(6),
    copies: fc.uniqueArray(fc.record({ feed: fc.nat(2), later: fc.nat(3), shared: fc.boolean() }), {
      selector: ({ feed }) => feed,
      minLength: 1,
    }),
  }),
  { selector: ({ number }) => number, minLength: 1, maxLength: 5 },
);
type Show = typeof shows extends fc.Arbitrary<infer T> ? T : never;

const itemOf = (number: number, guid: string, time: number) =>
  `<item><title>Number ${number}</title><guid isPermaLink="false">${guid}</guid><pubDate>${new Date(time).toUTCString()}</pubDate></item>`;

/** The feeds of a show. Its episodes are a hundred days apart. */
const feedsOf = (show: Show): MergeSource[] =>
  ['a', 'b', 'c'].map((id, feed): MergeSource => {
    const items = show.flatMap(({ number, copies }) =>
      copies
        .filter((copy) => copy.feed === feed)
        .map(({ later, shared }) =>
          itemOf(
            number,
            shared ? `n${number}` : `n${number}-${id}`,
            start + (100 * number + later) * DAY,
          ),
        ),
    );
    return { xml: `<rss><channel><title>${id}</title>${items.join('')}</channel></rss>` };
  });

function merge(sources: readonly MergeSource[]) {
  const { episodes } = parsePodcast(mergeFeeds(sources).xml);
  return episodes.map(({ title, guid }) => ({ title, guid }));
}

/** Items with marks that other items have too, or that are missing. */
const items = fc.array(
  fc.record({
    guid: fc.constantFrom('', 'a', 'b'),
    file: fc.constantFrom('', 'x', 'y'),
    query: fc.constantFrom('', '?1', '?2'),
    title: fc.constantFrom('', 'News', 'Tea'),
    day: fc.constantFrom(undefined, 1, 2, 4, 50),
  }),
  { maxLength: 6 },
);
type Items = typeof items extends fc.Arbitrary<infer T> ? T : never;

const feedWith = (all: Items) =>
  `<rss><channel><title>T</title>${all
    .map(({ guid, file, query, title, day }) =>
      [
        '<item>',
        guid && `<guid isPermaLink="false">${guid}</guid>`,
        title && `<title>${title}</title>`,
        file && `<enclosure url="https://a.example/${file}.mp3${query}"/>`,
        day && `<pubDate>${new Date(start + day * DAY).toUTCString()}</pubDate>`,
        '<x/></item>',
      ].join(''),
    )
    .join('\n')}</channel></rss>`;

/** The texts of a feed's items, in no order. */
const itemsIn = (xml: string) => (xml.match(/<item>.*?<\/item>/gs) ?? []).sort();

describe('mergeFeeds', () => {
  it('gives each episode once, the newest first, in whatever order the feeds are named', () =>
    fc.assert(
      fc.property(shows, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (show, order) => {
        const feeds = feedsOf(show);
        const expected = show.map(({ number }) => number).sort((one, other) => other - one);
        const episodes = merge(order.map((index) => feeds[index]!));
        expect(episodes.map(({ title }) => title)).toEqual(
          expected.map((number) => `Number ${number}`),
        );
      }),
    ));

  it('makes of a feed and itself that feed, in whatever order its items are', () =>
    fc.assert(
      fc.property(
        items.chain((all) => fc.tuple(fc.constant(all), shuffled(all), shuffled(all))),
        ([all, one, other]) => {
          const xml = mergeFeeds([one, other].map((each) => ({ xml: feedWith(each) }))).xml;
          expect(itemsIn(xml)).toEqual(itemsIn(feedWith(all)));
        },
      ),
    ));

  it('makes the same of two feeds in whatever order their items are', () =>
    fc.assert(
      fc.property(
        fc
          .tuple(items, items)
          .chain(([a, b]) => fc.tuple(fc.constant([a, b]), fc.tuple(shuffled(a), shuffled(b)))),
        ([one, other]) => {
          const [xml, again] = [one, other].map(
            (feeds) => mergeFeeds(feeds.map((each) => ({ xml: feedWith(each) }))).xml,
          );
          expect(itemsIn(again!)).toEqual(itemsIn(xml!));
        },
      ),
    ));

  it('takes items of two feeds with one title for one episode if their dates are at most 30 days apart', () =>
    expectAtMost(30 * 86_400, (seconds) => {
      const channels = [0, seconds].map((later, index) => {
        const item = itemOf(1, `${index}`, start + later * 1000);
        return { xml: `<rss><channel>${item}</channel></rss>` };
      });
      return merge(channels).length === 1;
    }));

  it('puts any label before any title, so that a reader reads both', () =>
    fc.assert(
      fc.property(
        fc
          .string({
            unit: fc.constantFrom('a', '&', '<', '>', ']', '"', 'ü', '&amp;'),
            minLength: 1,
          })
          .map((text) => `L${text}L`),
        spelt(fc.constantFrom('One & <two> ]]>', "It's", 'Über'), inXml),
        (label, [title, xml]) => {
          const item = (inside: string) =>
            `<rss><channel><item><title>${inside}</title><guid>g</guid></item></channel></rss>`;
          const [plain] = parsePodcast(item(xml)).episodes;
          const [labelled] = parsePodcast(item(inXmlText(`${label}: ${title}`))).episodes;
          const [merged] = merge([{ label, xml: item(xml) }]);
          expect(plain?.title).toBeDefined();
          expect(merged?.title).toBe(labelled?.title);
        },
      ),
    ));
});

describe('recognizeEpisodes', () => {
  const few = (...values: string[]) => fc.constantFrom('', ...values);
  const marks = fc.record({
    guid: few('a', 'b'),
    recording: few('x', 'x?1', 'y'),
    standIn: fc.constantFrom('p', 'q'),
    title: few('News'),
    time: fc.constantFrom(undefined, 0, DAY, 40 * DAY),
  });

  it('takes each item once, and at most one of each feed for one episode', () =>
    fc.assert(
      fc.property(
        fc.array(fc.array(marks, { maxLength: 5 }), { minLength: 2, maxLength: 3 }),
        (all) => {
          const feeds = all.map((items, feed) => items.map((item) => ({ ...item, feed })));
          const episodes = recognizeEpisodes(feeds);
          expect(new Set(episodes.flat())).toEqual(new Set(feeds.flat()));
          for (const items of episodes) {
            const from = items.map(({ feed }) => feed);
            expect(from).toEqual([...new Set(from)].sort());
          }
        },
      ),
      { numRuns: timesAsMany(300) },
    ));
});

describe('titleKey', () => {
  it('is the same for a title in any case, with other blanks, entities and quotes', () =>
    same(
      titleKey,
      spelt(
        fc.constantFrom("it's “one” – two", 'über alles 1', 'a & b'),
        inTurn(
          anyCase,
          (text) =>
            fc.constantFrom(
              text,
              text.replaceAll("'", '’').replaceAll(/[“”]/g, '"').replace('–', '-'),
            ),
          (text) =>
            fc.constantFrom(text, text.replaceAll(' ', ' \n '), text.replaceAll(' ', '\u00a0')),
          (text) => fc.oneof(fc.constant(text), inXmlAttribute(text)),
          blanksAround(),
        ),
      ).map(([plain, spelling]) => [plain, spelling] as const),
    ));
});

describe('pairNearest', () => {
  /** Slowly, as its contract says it: the nearest of all that remain, again and again. */
  function slowly(ones: Dated[], others: Dated[], most: number): [number, number][] {
    const pairs = ones.flatMap((one, order) =>
      others.map((other) => ({ order, one, other, distance: Math.abs(one.time - other.time) })),
    );
    const found: [number, number][] = [];
    const gone = new Set<Dated>();
    pairs.sort(
      (a, b) => a.distance - b.distance || a.order - b.order || a.other.time - b.other.time,
    );
    for (const { one, other, distance } of pairs) {
      if (distance > most || gone.has(one) || gone.has(other)) continue;
      gone.add(one).add(other);
      found.push([one.value, other.value]);
    }
    return found;
  }
  const dated = fc
    .array(fc.nat(12), { maxLength: 8 })
    .map((times) => times.map((time, value): Dated => ({ time, value })));

  it('pairs the nearest first, each once, within a distance', () =>
    fc.assert(
      fc.property(dated, dated, fc.nat(10), (ones, others, most) => {
        const found: [number, number][] = [];
        pairNearest(ones, others, most, (one, other) => found.push([one, other]) > 0);
        expect(found.sort()).toEqual(slowly(ones, others, most).sort());
      }),
      { numRuns: timesAsMany(300) },
    ));
});
