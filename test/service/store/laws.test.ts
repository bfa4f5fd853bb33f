/** What holds of every feed link and of every code that is made of one. */
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPageCodes } from '../../../src/service/consume-page/page-codes.js';
import {
  createFeedLinks,
  feedFilename,
  feedUrl,
  findOwnFeed,
} from '../../../src/service/store/feed-links.js';
import { createMemory } from '../../../src/service/store/memory.js';
import { isSealed, readSealKey } from '../../../src/service/store/seal-key.js';
import { hash, randomId, randomSecret } from '../../../src/service/store/secrets.js';
import { createSignedCodes } from '../../../src/service/store/signed-code.js';
import type { FeedLink, Store } from '../../../src/service/store/store.js';
import { expectAtLeast, expectAtMost } from '../../support/laws/limits.js';
import { roundTrip } from '../../support/laws/round-trip.js';
import { same, spelt } from '../../support/laws/same.js';
import { anyCase } from '../../support/laws/spellings/text.js';

const key = randomSecret();
const base = 'https://feeds.example.org';

/** Links in memory, of which each has the version that was given out last. */
function links(feedKey = key) {
  const stored = new Map<string, FeedLink & { secretHash: string | null }>();
  const store = {
    feedLinkVersion: (id: string) => Promise.resolve(stored.get(id)),
    putFeedLink(id: string, version: number, secretHash: string) {
      const known = stored.get(id) ?? { entitlementId: id, sku: 'sid:a', email: 'a@b.example' };
      stored.set(id, { ...known, version, secretHash });
      return Promise.resolve(true);
    },
    feedLinkByHash: (secretHash: string) =>
      Promise.resolve([...stored.values()].find((each) => each.secretHash === secretHash)),
    feedLinkOf: (id: string) => Promise.resolve(stored.get(id)),
  } as unknown as Store;
  return { stored, feedLinks: createFeedLinks(store, feedKey) };
}

async function oneLink() {
  const { stored, feedLinks } = links();
  const id = randomId();
  const secret = await feedLinks.secretFor(id);
  const reset = () => void (stored.get(id)!.version += 1);
  return { feedLinks, secret, link: stored.get(id)!, reset };
}

/** Every text that is a character away, but for the last one of base64, which has bits that say nothing. */
const changesOf = (code: string) =>
  Array.from(code.slice(0, -1), (letter, at) =>
    [
      letter === 'A' ? 'B' : 'A',
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    ]
      .filter((other) => other !== letter)
      .map((other) => code.slice(0, at) + other + code.slice(at + 1)),
  ).flat();

describe('createFeedLinks', () => {
  it('finds a link by its secret and file alone, and no longer once it is reset', async () => {
    const { feedLinks, secret, link, reset } = await oneLink();
    expect(await feedLinks.secretFor(link.entitlementId)).toBe(secret);
    expect(await feedLinks.find(secret, feedFilename('sid:a'))).toBe(link);
    for (const other of [...changesOf(secret), '', `${secret} `])
      expect(await feedLinks.find(other, feedFilename('sid:a'))).toBeUndefined();
    for (const file of ['sid:b_private.rss', 'SID:A_private.rss', 'sid:a', ''])
      expect(await feedLinks.find(secret, file)).toBeUndefined();
    reset();
    expect(await feedLinks.secretFor(link.entitlementId)).not.toBe(secret);
    expect(await feedLinks.find(secret, feedFilename('sid:a'))).toBeUndefined();
  });

  it('lets in no secret that another key made, though its hash is stored', async () => {
    const other = links(randomSecret());
    const secret = await other.feedLinks.secretFor('e');
    const own = links();
    own.stored.set('e', { ...other.stored.get('e')!, secretHash: hash(secret) });
    expect(await own.feedLinks.find(secret, feedFilename('sid:a'))).toBeUndefined();
  });
});

describe('findOwnFeed', () => {
  const names = [
    base,
    'http://localhost:8787',
    'https://[2001:db8::1]/podcasts',
    'https://other.example',
  ];

  it('knows a link under any name of the service, however its URL is written', async () => {
    const { feedLinks, secret, link } = await oneLink();
    const urls = names.map((name) => feedUrl(name, secret, 'sid:a'));
    await same(
      async (url) => (await findOwnFeed(feedLinks, url, [base]))?.link,
      spelt(fc.constantFrom(...urls), (url) => {
        const [, origin = '', path = '', file = ''] = /^(\w+:\/\/[^/]+)(.*\/)(.*)$/.exec(url)!;
        const colon = fc.constantFrom(':', '%3A', '%3a');
        const end = fc.constantFrom('', '?a=b', '#x', '?url=https://a.example/feeds/');
        return fc
          .tuple(anyCase(origin), colon, end, fc.constantFrom('', ' ', '\n'))
          .map(
            ([name, written, more, blank]) =>
              `${blank}${name}${path}${file.replace(':', written)}${more}${blank}`,
          );
      }),
      () => link,
    );
  });

  it('knows a dead link by the name of the service, and no other', async () => {
    const { feedLinks, secret, reset } = await oneLink();
    reset();
    expect(await findOwnFeed(feedLinks, feedUrl(base, secret, 'sid:a'), [base])).toEqual({});
    for (const name of ['https://other.example', `${base}.example`, 'http://feeds.example.org'])
      expect(await findOwnFeed(feedLinks, feedUrl(name, secret, 'sid:a'), [base])).toBeUndefined();
  });
});

describe('createSignedCodes', () => {
  const data = fc.uint8Array({ maxLength: 20, size: 'max' }).map((bytes) => Buffer.from(bytes));

  it('opens to what it was made of, until the link is reset', async () => {
    const { feedLinks, link, reset } = await oneLink();
    const codes = createSignedCodes(key, 'enclosure', feedLinks);
    await roundTrip(
      data,
      (bytes) => codes.sign(link, bytes),
      async (code) => (await codes.open(code))?.data,
    );
    const code = codes.sign(link, Buffer.from('one'));
    expect(await codes.open(code)).toMatchObject({ link });
    for (const other of [
      ...changesOf(code),
      `${code}A`,
      code.slice(1),
      '',
      'A'.repeat(code.length),
    ])
      expect(await codes.open(other)).toBeUndefined();
    expect(await createSignedCodes(key, 'consume page', feedLinks).open(code)).toBeUndefined();
    expect(
      await createSignedCodes(randomSecret(), 'enclosure', feedLinks).open(code),
    ).toBeUndefined();
    reset();
    expect(await codes.open(code)).toBeUndefined();
  });
});

describe('createPageCodes', () => {
  const start = Date.parse('2026-11-26T12:00:00.400Z');
  const web = fc.webUrl({ withQueryParameters: true });

  it('opens to the feed that it was made of, for as long as it was made for', async () => {
    const { feedLinks, secret, link, reset } = await oneLink();
    let now = start;
    const codes = createPageCodes(key, feedLinks, () => new Date(now));
    const own = { feedUrl: feedUrl(base, secret, 'sid:a'), feed: { link } };
    await roundTrip(
      web,
      (url) => codes.create({ url }, 60),
      async (code) => {
        const opened = await codes.open(code, base);
        return typeof opened === 'string' ? opened : opened.feedUrl;
      },
    );
    for (const feed of [{ link }, { url: 'https://a.example/' }]) {
      now = start;
      const code = await codes.create(feed, 60);
      const opened = 'link' in feed ? own : { feedUrl: feed.url, feed };
      expect(await codes.open(code, base)).toEqual(opened);
      // Codes know whole seconds.
      await expectAtMost(59_599, async (after) => {
        now = start + after;
        return (await codes.open(code, base)) !== 'expired';
      });
      now = start;
      for (const other of changesOf(code).slice(0, 40))
        expect(await codes.open(other, base)).toBe('dead');
    }
    const code = await codes.create({ link }, 60);
    expect(code).toHaveLength(43);
    reset();
    expect(await codes.open(code, base)).toBe('dead');
  });
});

describe('readSealKey', () => {
  const text = randomBytes(32).toString('base64');

  it('opens what it sealed, and what no other key did', async () => {
    const sealKey = readSealKey(text, 'KEY');
    await roundTrip(
      fc.string({ unit: 'grapheme' }),
      (value) => sealKey.seal(value),
      (sealed) => sealKey.open(sealed),
    );
    await roundTrip(
      fc.constant(key),
      (value) => readSealKey(` ${text}\n`, 'KEY').seal(value),
      (sealed) => sealKey.open(sealed),
    );
    const sealed = await sealKey.seal(key);
    expect([isSealed(sealed), isSealed(key)]).toEqual([true, false]);
    expect(await readSealKey(text.toUpperCase(), 'KEY').open(sealed)).toBeUndefined();
    // Those of its last part, which is the authentication tag.
    for (const other of changesOf(sealed).slice(-40))
      expect(await sealKey.open(other)).toBeUndefined();
  });

  it('takes 32 characters or more, without the blanks around them', () =>
    expectAtLeast(32, (size) => {
      try {
        return Boolean(readSealKey(` ${'x'.repeat(size)} `, 'KEY'));
      } catch {
        return false;
      }
    }));
});

describe('createMemory', () => {
  it('answers as the database would, whoever reads and writes in between', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(
          fc.tuple(
            fc.constantFrom('read', 'read', 'read', 'write', 'write', 'lost', 'known'),
            fc.constantFrom('a', 'b', 'c'),
          ),
        ),
        async (s, steps) => {
          const rows = new Map(['a', 'b', 'c'].map((id) => [id, -1]));
          let isKnown = true;
          const memory = createMemory<number>({ areKnown: () => isKnown }, 2);
          const reading: Promise<unknown>[] = [];
          const readNow = async (id: string) => {
            const row = rows.get(id);
            await s.schedule(Promise.resolve());
            return row;
          };
          for (const [index, [step, id]] of steps.entries()) {
            if (step === 'read') reading.push(memory.get(id, () => readNow(id)));
            if (step === 'lost') isKnown = false;
            if (step === 'known' && !isKnown) {
              isKnown = true;
              memory.forget();
            }
            if (step === 'write') rows.set(id, index);
            // What another process writes meanwhile is not told.
            if (step === 'write' && isKnown) memory.forget(id);
            if (s.count() > 0 && index % 3 === 0) await s.waitNext(1);
          }
          await s.waitFor(Promise.all(reading));
          for (const id of ['a', 'b', 'c']) {
            const found = memory.get(id, () => Promise.resolve(rows.get(id)));
            expect(await found).toBe(rows.get(id));
          }
        },
      ),
    ));
});
