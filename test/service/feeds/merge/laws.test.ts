/** What holds of every merged show, whatever feeds it is made of and in whatever order they come. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../../src/podcast/parse-podcast.js';
import { mergeFeeds, type MergeSource } from '../../../../src/service/feeds/merge/merge-feeds.js';
import { takeNearest } from '../../../../src/service/feeds/merge/nearest.js';
import type { KnownItem } from '../../../../src/service/feeds/merge/same-episodes.js';
import { titleKey } from '../../../../src/service/feeds/merge/title-key.js';
import { expectAtMost } from '../../../support/laws/limits.js';
import { same, spelt, inTurn } from '../../../support/laws/same.js';
import {
  anyCase,
  blanksAround,
  inXml,
  inXmlAttribute,
} from '../../../support/laws/spellings/text.js';

const DAY = 86_400_000;
const start = Date.UTC(2026, 4, 1);

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
  ['a', 'b', 'c'].map((id, feed) => {
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
    return { id, xml: `<rss><channel><title>${id}</title>${items.join('')}</channel></rss>` };
  });

function merge(sources: readonly MergeSource[], known: readonly KnownItem[] = []) {
  const { xml, added, moved } = mergeFeeds(sources, known);
  const { episodes } = parsePodcast(xml);
  const now = known.map((item) => moved.find(({ key }) => key === item.key) ?? item);
  return {
    known: [...now, ...added],
    episodes: episodes.map(({ title, guid }) => ({ title, guid })),
  };
}

describe('mergeFeeds', () => {
  it('gives each episode once, the newest first, in whatever order the feeds are named', () =>
    fc.assert(
      fc.property(shows, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (show, order) => {
        const feeds = feedsOf(show);
        const expected = show.map(({ number }) => number).sort((one, other) => other - one);
        const { episodes } = merge(order.map((index) => feeds[index]!));
        expect(episodes.map(({ title }) => title)).toEqual(
          expected.map((number) => `Number ${number}`),
        );
      }),
    ));

  it('keeps the GUID that members were given first, whatever feeds are there later', () =>
    fc.assert(
      fc.property(
        shows,
        fc.array(fc.shuffledSubarray([0, 1, 2], { minLength: 1 }), { minLength: 2, maxLength: 4 }),
        (show, times) => {
          const feeds = feedsOf(show);
          const given = new Map<string, string>();
          let known: KnownItem[] = [];
          for (const there of [[0, 1, 2], ...times]) {
            const merged = merge(
              there.map((index) => feeds[index]!),
              known,
            );
            ({ known } = merged);
            for (const { title, guid } of merged.episodes) {
              expect([title, guid]).toEqual([title, given.get(title) ?? guid]);
              given.set(title, guid);
            }
          }
        },
      ),
    ));

  it('takes items of two feeds with one title for one episode if their dates are at most 30 days apart', () =>
    expectAtMost(30 * 86_400, (seconds) => {
      const channels = [0, seconds].map((later, index) => {
        const item = itemOf(1, `${index}`, start + later * 1000);
        return { id: `${index}`, xml: `<rss><channel>${item}</channel></rss>` };
      });
      return merge(channels).episodes.length === 1;
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
          const merged = merge([{ id: 'a', label, xml: item(xml) }]);
          expect(plain?.title).toBeDefined();
          expect(merged.episodes[0]?.title).toBe(labelled?.title);
        },
      ),
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

describe('takeNearest', () => {
  it('takes the nearest that is accepted, within a distance, and leaves the others', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ time: fc.nat(20), value: fc.boolean() })),
        fc.nat(20),
        fc.nat(10),
        (all, time, most) => {
          const dated = all.toSorted((one, other) => one.time - other.time);
          const away = dated
            .filter(({ value }) => value)
            .map((each) => Math.abs(each.time - time))
            .filter((distance) => distance <= most);
          const left = [...dated];
          const found = takeNearest(left, time, most, (value) => value);
          expect(found).toBe(away.length > 0 || undefined);
          const gone = dated.filter((each) => !left.includes(each));
          expect(gone.map((each) => Math.abs(each.time - time))).toEqual(
            away.length > 0 ? [Math.min(...away)] : [],
          );
        },
      ),
    ));
});
