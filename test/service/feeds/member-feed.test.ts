/** A signed feed is made for each member, so what it costs the process counts. */
import { describe, expect, it } from 'vitest';
import type { Product } from '../../../src/service/catalogue/catalogue.js';
import {
  createMemberFeeds,
  type MemberFeedSources,
  type PersonalBody,
} from '../../../src/service/feeds/member-feed.js';
import type { FeedLink } from '../../../src/service/store/links/feed-links.js';
import { sku } from '../../support/feed-service/backend.js';

const episode = '<item><enclosure url="https://recordings.invalid/abcdefghij-_/a.mp3"/></item>';
const text = `<rss>${`${'x'.repeat(700)}${episode}`.repeat(5_000)}</rss>`;
const link: FeedLink = {
  hash: Buffer.alloc(8),
  entitlementId: '0'.repeat(24),
  version: 1,
  sku,
  endsAt: Infinity,
};

/** The body of a signed feed of 5,000 episodes, and how many recordings were signed for it. */
async function signedFeed({ hash = 'h', own = link, baseUrl = 'https://own.example' } = {}) {
  let signed = 0;
  const identity = Uint8Array.from(Buffer.from(text));
  const body = { hash, identity, gzip: identity, br: identity };
  const product = { sku, recordings: 'signed' } as Product;
  const feeds = createMemberFeeds({
    catalogue: { current: { products: [product] } },
    now: () => new Date(0),
    firstLoad: () => Promise.resolve(new Date(0)),
    showFeed: () => Promise.resolve({ xml: '' }),
    rendered: { of: () => Promise.resolve({ body, enclosures: {} }) },
    enclosureCodes: { sign: () => `code-${(signed += 1)}` },
  } as unknown as MemberFeedSources);
  const feed = await feeds.memberFeed(own, () => baseUrl);
  return { body: feed.body as PersonalBody, signed: () => signed };
}

describe('createMemberFeeds: signed recordings', () => {
  it('sign nothing for an answer without a body', async () => {
    const { body, signed } = await signedFeed();
    expect(body.hash).toMatch(/^[\w-]{43}$/);
    body.pieces();
    expect(signed()).toBe(0);
  });

  it('have a tag of their own for each show, link, version and address of the service', async () => {
    const others = [
      {},
      { hash: 'i' },
      { own: { ...link, entitlementId: '1'.repeat(24) } },
      { own: { ...link, version: 2 } },
      { baseUrl: 'https://other.example' },
    ];
    const tags = await Promise.all(
      others.map(async (other) => (await signedFeed(other)).body.hash),
    );
    expect(new Set(tags).size).toBe(others.length);
  });

  it.each([1, 20])(
    'let the process do something else after every 100, with %i readers',
    async (readers) => {
      const { body, signed } = await signedFeed();
      let turn = 0;
      const count = () => {
        turn += 1;
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      const perTurn = new Map<number, number>();
      let before = 0;
      let length = 0;
      async function read() {
        for await (const piece of body.pieces()) {
          length += piece.byteLength;
          perTurn.set(turn, (perTurn.get(turn) ?? 0) + signed() - before);
          before = signed();
        }
      }
      await Promise.all(Array.from({ length: readers }, read));
      clearImmediate(next);
      expect(signed()).toBe(5_000 * readers);
      expect(length).toBeGreaterThan(3_000_000 * readers);
      // All begin at once: their first pieces come in one turn.
      const [, ...turns] = perTurn.values();
      expect(Math.max(...turns)).toBeLessThan(100);
    },
  );
});
