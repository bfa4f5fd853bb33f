/** What holds of every feed that is fetched, kept, rendered and shown. */
import fc from 'fast-check';
import prom from 'prom-client';
import { afterAll, describe, expect, it } from 'vitest';
import type { Product } from '../../../src/service/catalogue/catalogue.js';
import type { Tasks } from '../../../src/service/feeds/feed-tasks.js';
import { createGuardedFetch, type GuardedFetch } from '../../../src/service/feeds/guarded-fetch.js';
import { createFeedMetrics } from '../../../src/service/feeds/feed-metrics.js';
import { createRenderedFeeds } from '../../../src/service/feeds/rendered-feeds.js';
import {
  MAX_NOTES_DEPTH,
  MAX_NOTES_LENGTH,
  sanitizeNotes,
} from '../../../src/service/feeds/sanitize-notes.js';
import { showStates } from '../../../src/service/feeds/show-states.js';
import { createSourceCopies } from '../../../src/service/feeds/source-copies.js';
import { failureOf } from '../../support/feed-service/backend.js';
import { expectAtMost } from '../../support/laws/limits.js';
import { same, spelt } from '../../support/laws/same.js';
import { ipv4, ipv6, urlSpelling } from '../../support/laws/spellings/url.js';

const open: GuardedFetch[] = [];
afterAll(() => Promise.all(open.map((each) => each.close())));
function guarded(...options: Parameters<typeof createGuardedFetch>): GuardedFetch {
  const made = createGuardedFetch(...options);
  open.push(made);
  return made;
}

describe('createGuardedFetch: allows', () => {
  const hosts = ['Feeds.example', 'internal.example:8443', '[2001:DB8::1]:443'];
  const fetch = guarded({ hosts, anyPublic: false, option: '--parser-host' });
  const allows = (url: string) => fetch.allows(url);

  it('knows a host in any spelling of a URL', () =>
    same(
      (url) => allows(url),
      spelt(
        fc.constantFrom(
          'https://feeds.example/rss',
          'http://feeds.example/rss',
          'https://internal.example:8443/',
          'https://[2001:db8::1]/rss',
        ),
        urlSpelling,
      ),
      () => true,
    ));

  it('knows no other host, and of a host no other port', () => {
    for (const url of [
      'https://feeds.example:8443/',
      'https://internal.example/',
      'https://a.feeds.example/',
      'https://feeds.example.com/',
      'http://[2001:db8::1]/',
      'https://example/',
      'feeds.example',
      '',
    ])
      expect([url, allows(url)]).toEqual([url, false]);
    expect(guarded({ anyPublic: true, option: '' }).allows('https://any.example:99/')).toBe(true);
  });
});

describe('createGuardedFetch: addresses that are not public', () => {
  const byte = fc.nat(255);
  const word = fc.nat(0xff_ff);
  const v4 = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
    fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
  );
  const zeros = [0, 0, 0, 0, 0];
  const v6 = fc.oneof(
    fc.constantFrom([...zeros, 0, 0, 0], [...zeros, 0, 0, 1]),
    fc.tuple(word, word).map((last) => [...zeros, 0xff_ff, ...last]),
    fc
      .tuple(fc.integer({ min: 0xfc_00, max: 0xff_ff }), word)
      .map(([first, last]) => [first, ...zeros, 0, last]),
    fc
      .tuple(fc.constantFrom(0x2002, 0x0064), word, word)
      .map(([first, high, low]) =>
        first === 0x2002 ? [first, high, low, ...zeros] : [0x64, 0xff_9b, 0, 0, 0, 0, high, low],
      ),
  );
  const codeOf = async (fetch: GuardedFetch, url: string) => (await failureOf(fetch(url))).code;

  it('are refused in every spelling', async () => {
    const fetch = guarded({ anyPublic: true, option: '--allow-host' });
    const hosts = fc.oneof(
      v4.chain(ipv4),
      v6.chain(ipv6).map((host) => `[${host}]`),
    );
    await fc.assert(
      fc.asyncProperty(hosts, async (host) => {
        expect(await codeOf(fetch, `http://${host}/feed`)).toBe('forbidden');
      }),
    );
  });

  it('are refused among the addresses of a name, whichever stands first', () =>
    fc.assert(
      fc.asyncProperty(v4, fc.nat(2), async (bytes, place) => {
        const addresses = ['93.184.216.34', '93.184.216.35'];
        addresses.splice(place, 0, bytes.join('.'));
        const found = addresses.map((address) => ({ address, family: 4 }));
        const fetch = guarded(
          { anyPublic: true, option: '' },
          {},
          {
            lookup: (_name, _options, callback) => callback(null, found),
          },
        );
        expect(await codeOf(fetch, 'http://rebound.example/')).toBe('forbidden');
      }),
      { numRuns: 20 },
    ));
});

describe('createRenderedFeeds', () => {
  const settings = fc.record({
    spotifyId: fc.constantFrom(undefined, 'a', 'b'),
    recordings: fc.constantFrom(undefined, 'signed' as const),
    renewUrl: fc.constantFrom(undefined, 'https://a.example/', 'https://b.example/'),
  });
  const calls = fc.array(fc.tuple(fc.nat(1), settings, fc.boolean()));

  it('gives each product what it has set, whatever others have, and renders it once', () =>
    fc.assert(
      fc.asyncProperty(calls, async (all) => {
        let rendered = 0;
        const run = (name: keyof Tasks, task: object) => {
          if (name === 'render') rendered += 1;
          const body = { hash: JSON.stringify(task), identity: new Uint8Array() };
          return Promise.resolve(
            name === 'render' ? { body, enclosures: {}, ownUrls: [] } : { json: body },
          );
        };
        const feeds = createRenderedFeeds(
          { run } as never,
          createFeedMetrics(new prom.Registry()).cached,
          () => new Date(),
        );
        const shows = [{ xml: 'one' }, { xml: 'two' }];
        for (let round = 0; round < 2; round += 1) {
          for (const [show, product, hasEnded] of all) {
            const instead = hasEnded ? 'ended' : undefined;
            const { spotifyId, recordings, renewUrl } = product;
            const feed = await feeds.of(shows[show]!, product as Product, instead);
            const expected = {
              show: shows[show],
              ...(instead && { instead }),
              signed: recordings === 'signed',
            };
            expect(JSON.parse(feed.body.hash)).toMatchObject(expected);
            if (hasEnded)
              expect((JSON.parse(feed.body.hash) as { renewUrl?: string }).renewUrl).toBe(renewUrl);
            const { json } = await feed.parsed();
            expect((JSON.parse(json.hash) as { externalIds?: object }).externalIds).toEqual(
              spotifyId && { spotifyId },
            );
          }
        }
        const different = new Set(
          all.map(([show, { renewUrl, ...rest }, hasEnded]) =>
            JSON.stringify([
              show,
              rest.spotifyId,
              rest.recordings,
              hasEnded && String(renewUrl),
              hasEnded,
            ]),
          ),
        );
        expect(rendered).toBe(different.size);
      }),
    ));
});

describe('createSourceCopies', () => {
  const use = { isOptional: false, onFailure: () => undefined };
  it('asks the host of a feed again after a minute, also if the last attempt failed', async () => {
    for (const isFailing of [false, true]) {
      let now = 1_000_000;
      let asked = 0;
      const fetch = (() => {
        asked += 1;
        if (asked > 1 && isFailing) return Promise.reject(new Error('down'));
        return Promise.resolve({
          status: 200,
          headers: new Headers(),
          body: Buffer.from('<rss/>'),
          url: 'https://a.example/',
        });
      }) as unknown as GuardedFetch;
      const copies = createSourceCopies(fetch, () => new Date(now));
      await copies.get('https://a.example/', use);
      now += 60_000;
      await copies.get('https://a.example/', use);
      const [first, before] = [now, asked];
      for (const direction of [1, -1]) {
        await expectAtMost(59_999, async (after) => {
          now = first + direction * after;
          const isFresh = copies.peek('https://a.example/') !== undefined;
          if (isFresh) expect((await copies.get('https://a.example/', use)).xml).toBe('<rss/>');
          return isFresh;
        });
      }
      expect(asked).toBe(before);
    }
  });
});

describe('showStates', () => {
  const states = fc.array(
    fc.record({
      readAt: fc.option(
        fc.nat(100).map((seconds) => seconds * 1000),
        { nil: undefined },
      ),
      error: fc.constantFrom(undefined, 'one', 'two'),
      isDown: fc.constant(undefined),
    }),
    { minLength: 1, maxLength: 3 },
  );
  it('is as old as the oldest copy of a show, and fails if any of its feeds does', () =>
    fc.assert(
      fc.property(fc.array(states), fc.nat(100), (all, now) => {
        const products = all.map((own, index) => ({
          sku: `sid:${index}`,
          sources: own.map((_, source) => ({ feed: `${index} ${source}` })),
        })) as unknown as Product[];
        const stateOf = (feed: string) => {
          const [index, source] = feed.split(' ').map(Number);
          return all[index!]![source!]!;
        };
        const found = showStates(products, stateOf, new Date(now * 1000));
        expect(found.map(({ sku }) => sku)).toEqual(products.map(({ sku }) => sku));
        for (const [index, { ageSeconds, error }] of found.entries()) {
          const times = all[index]!.flatMap(({ readAt }) => readAt ?? []);
          const ages = times.map((time) => Math.max(0, now - time / 1000));
          expect(ageSeconds).toBe(ages.length > 0 ? Math.max(...ages) : undefined);
          expect(error).toBe(all[index]!.find((each) => each.error)?.error);
        }
      }),
    ));
});

describe('sanitizeNotes', () => {
  it('keeps marks of notes of at most 512 KiB, and 100 levels', async () => {
    const isMarked = (html: string) => sanitizeNotes(html).startsWith('<p>');
    await expectAtMost(MAX_NOTES_LENGTH, (size) => isMarked('<p>'.padEnd(size, 'x')));
    await expectAtMost(MAX_NOTES_DEPTH, (depth) => isMarked(`<p>${'<b>'.repeat(depth - 1)}x`));
    expect([MAX_NOTES_LENGTH, MAX_NOTES_DEPTH]).toEqual([512 * 1024, 100]);
  });
});
