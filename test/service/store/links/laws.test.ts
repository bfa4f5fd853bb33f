/** What holds of every feed link and of every code that is made of one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPageCodes } from '../../../../src/service/http/consume-page/page-codes.js';
import {
  createFeedLinks,
  feedUrl,
  findOwnFeed,
} from '../../../../src/service/store/links/feed-links.js';
import { feedFilename } from '../../../../src/service/store/links/addresses.js';
import {
  createLinkIndex,
  type IndexedLink,
} from '../../../../src/service/store/links/link-index.js';
import {
  createLinkSecrets,
  hashOfSecret,
} from '../../../../src/service/store/links/link-secrets.js';
import { createSignedCodes } from '../../../../src/service/store/links/signed-code.js';
import { randomId, randomSecret } from '../../../../src/service/crypto/secrets.js';
import { expectAtMost } from '../../../support/laws/limits.js';
import { roundTrip } from '../../../support/laws/round-trip.js';
import { same, spelt } from '../../../support/laws/same.js';
import { changesOf } from '../../../support/laws/spellings/changes-of.js';
import { anyCase } from '../../../support/laws/spellings/text.js';

const key = randomSecret();
const base = 'https://feeds.example.org';

/** A link in an index, with others under its hash: eight bytes may meet. */
function oneLink(feedKey = key) {
  const secrets = createLinkSecrets(feedKey);
  const own: IndexedLink = { entitlementId: randomId(), version: 1, sku: 'sid:a', endsAt: 0 };
  const other: IndexedLink = { ...own, entitlementId: randomId() };
  const stored = new Map<string, IndexedLink[]>();
  const put = () => stored.set(secrets.hashOf(own), [other, { ...own }]);
  put();
  const feedLinks = createFeedLinks(
    {
      find: (hash) => Promise.resolve(stored.get(hash.toString('hex')) ?? []),
      index: createLinkIndex(),
    },
    secrets,
  );
  const secret = secrets.secretOf(own);
  return {
    stored,
    feedLinks,
    secret,
    link: { ...own, hash: hashOfSecret(secret) },
    reset: () => {
      stored.clear();
      own.version += 1;
      put();
    },
  };
}

describe('createFeedLinks', () => {
  it('finds a link by its secret and file alone, and no longer once it is reset', async () => {
    const { feedLinks, secret, link, reset } = oneLink();
    const find = (sent: string, file = feedFilename('sid:a')) => feedLinks.find(sent, file);
    expect(await find(secret)).toEqual(link);
    for (const other of [...changesOf(secret), '', `${secret} `])
      expect(await find(other)).toBeUndefined();
    for (const file of ['sid:b_private.rss', 'SID:A_private.rss', 'sid:a', ''])
      expect(await find(secret, file)).toBeUndefined();
    reset();
    expect(await find(secret)).toBeUndefined();
    expect(await find(feedLinks.secretOf({ ...link, version: 2 }))).toMatchObject({ version: 2 });
  });

  it('lets in no secret by its hash alone', async () => {
    const { feedLinks, stored, secret } = oneLink();
    const { secret: foreign } = oneLink(randomSecret());
    stored.set(hashOfSecret(foreign).toString('hex'), [...stored.values()].flat());
    expect(await feedLinks.find(foreign, feedFilename('sid:a'))).toBeUndefined();
    expect(await feedLinks.find(secret, feedFilename('sid:a'))).toBeDefined();
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
    const { feedLinks, secret, link } = oneLink();
    const urls = names.map((name) => feedUrl(name, secret, 'sid:a'));
    await same(
      async (url) => (await findOwnFeed(feedLinks, url, [base]))?.link?.entitlementId,
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
      () => link.entitlementId,
    );
  });

  it('knows a dead link by the name of the service, and no other', async () => {
    const { feedLinks, secret, reset } = oneLink();
    reset();
    expect(await findOwnFeed(feedLinks, feedUrl(base, secret, 'sid:a'), [base])).toEqual({});
    for (const name of ['https://other.example', `${base}.example`, 'http://feeds.example.org'])
      expect(await findOwnFeed(feedLinks, feedUrl(name, secret, 'sid:a'), [base])).toBeUndefined();
  });
});

describe('createSignedCodes', () => {
  const data = fc.uint8Array({ maxLength: 20, size: 'max' }).map((bytes) => Buffer.from(bytes));

  it('opens to what it was made of, until the link is reset', async () => {
    const { feedLinks, link, reset } = oneLink();
    const codes = createSignedCodes(key, 'enclosure', feedLinks);
    await roundTrip(
      data,
      (bytes) => codes.sign(link, bytes),
      async (code) => (await codes.open(code))?.data,
    );
    const code = codes.sign(link, Buffer.from('four'));
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
    const { feedLinks, secret, link, reset } = oneLink();
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
    expect(code).toHaveLength(38);
    reset();
    expect(await codes.open(code, base)).toBe('dead');
  });
});
