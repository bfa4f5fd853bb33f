/** Laws of a feed service's answers: which of several counts, and what says nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseEntitlement, chooseFeed, feedOf } from '../../src/api/flow/private-feed.js';
import { userProfileSchema } from '../../src/api/profile.js';
import { readSubscription } from '../../src/api/subscription.js';
import { accessTokenSchema } from '../../src/api/token.js';
import { expectPrecedence } from '../support/laws/precedence.js';
import { same, spelt } from '../support/laws/same.js';
import { anyCase } from '../support/laws/spellings/text.js';
import { absentField } from '../support/laws/spellings/values.js';

describe('chooseEntitlement, chooseFeed and feedOf', () => {
  const feed = (more: object = {}) => ({
    url: 'https://a.example/1',
    type: 'feed',
    mimeType: 'application/rss+xml',
    ...more,
  });

  it('prefer what names the product to what names none, and take nothing of another', () =>
    expectPrecedence(
      [
        {
          name: 'this product',
          part: { entitlementId: '1', sku: 's' },
          gives: '1',
          none: [{ entitlementId: '9', sku: 't' }],
        },
        { name: 'no product', part: { entitlementId: '2' }, gives: '2' },
      ],
      (parts) => chooseEntitlement(parts, 's')?.entitlementId,
    ));

  it('know a feed by its types in either case and with parameters, and a web URL', async () => {
    const read = (mimeType: string) => chooseFeed([feed({ mimeType })], 's')?.url ?? 'none';
    const types = (type: string) =>
      fc.constantFrom(type, `${type}; charset=utf-8`, `${type} ;a=b`).chain(anyCase);
    await same(read, spelt(fc.constant('application/rss+xml'), types), () => 'https://a.example/1');
    await same(
      read,
      spelt(fc.constantFrom('application/rss', 'text/html', 'application/atom+xml', ''), types),
      () => 'none',
    );
    await same(
      (type: string) => chooseFeed([feed({ type })], 's')?.url,
      spelt(fc.constant('feed'), anyCase),
      () => 'https://a.example/1',
    );
    for (const wrong of [
      { url: undefined },
      { url: 'ftp://a.example' },
      { type: undefined },
      { type: 'html' },
      { mimeType: undefined },
    ])
      expect(chooseFeed([feed(wrong)], 's')).toBeUndefined();
  });

  it('prefer the file of the product, then the first', () => {
    const named = feed({ url: 'https://a.example/2', filename: 's_private.rss' });
    for (const items of [
      [feed(), named],
      [named, feed()],
    ])
      expect(chooseFeed(items, 's')?.url).toBe('https://a.example/2');
    expect(
      chooseFeed([feed({ filename: 't_private.rss' }), feed({ url: 'https://a.example/2' })], 's')
        ?.url,
    ).toBe('https://a.example/1');
  });

  it('take the title of the feed, then that of the entitlement', () =>
    expectPrecedence<{ title?: string; feedTitle?: string }>(
      [
        {
          name: 'feed',
          part: { feedTitle: 'Feed' },
          gives: 'Feed',
          none: [{ feedTitle: undefined }],
        },
        {
          name: 'entitlement',
          part: { title: 'Entitlement' },
          gives: 'Entitlement',
          none: [{ title: undefined }],
        },
      ],
      async (parts) => {
        const { title, feedTitle } = Object.assign({}, ...parts) as {
          title?: string;
          feedTitle?: string;
        };
        const access = () => Promise.resolve([feed({ title: feedTitle })]);
        return (await feedOf({ access }, { sku: 's', userId: 'u', entitlementId: 'e', title }))
          .title;
      },
      '',
    ));
});

describe('readers of answers', () => {
  it('read a lifetime as a number or as digits, and the type of a token in either case', async () => {
    const read = (expires_in: unknown) =>
      accessTokenSchema.parse({ access_token: 'a', expires_in }).expires_in;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        (life) => read(life) === life && read(String(life)) === life,
      ),
    );
    for (const none of [undefined, null, '', '0', 0, -1, 'x', '1e3', ' 5', true, {}])
      expect(read(none)).toBeUndefined();
    await same(
      (token_type) => accessTokenSchema.safeParse({ access_token: 'a', token_type }).success,
      spelt(fc.constant('Bearer'), anyCase),
      () => true,
    );
    fc.assert(
      fc.property(
        absentField('token_type'),
        absentField('scope'),
        (type, scope) =>
          accessTokenSchema.safeParse({ access_token: 'a', ...type, ...scope }).success,
      ),
    );
    expect(accessTokenSchema.safeParse({ access_token: 'a', token_type: 'mac' }).success).toBe(
      false,
    );
    // RFC 6749 A.12, but for the space, which would end it in a header.
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.string({ minLength: 1, maxLength: 1 }),
            fc.constantFrom('é', '\n', '\x7f'),
          ),
        }),
        (access_token) =>
          accessTokenSchema.safeParse({ access_token }).success === /^[!-~]+$/.test(access_token),
      ),
    );
  });

  it('take one ID of a user for both, empty or missing', () => {
    const none = fc.constantFrom({}, { id: undefined }, { id: null }, { id: '' });
    fc.assert(
      fc.property(none, (field) => {
        const other = 'id' in field ? { userId: field.id } : {};
        expect(userProfileSchema.parse({ ...field, userId: 'u' })).toMatchObject({
          id: 'u',
          userId: 'u',
        });
        expect(userProfileSchema.parse({ ...other, id: 'u' })).toMatchObject({
          id: 'u',
          userId: 'u',
        });
        expect(userProfileSchema.safeParse({ ...field, ...other }).success).toBe(false);
      }),
    );
    expect(userProfileSchema.parse({ id: 'a', userId: 'b' })).toMatchObject({
      id: 'a',
      userId: 'b',
    });
  });

  it('read a subscription alike with a field missing, undefined, null or of another type', () => {
    const least = { feedUrl: 'https://a.example/1', title: 'A', sku: 's' };
    const names = [
      'consumeUrl',
      'parserUrl',
      'parserFormat',
      'handoff',
      'streamingUrl',
      'streamingLinkUrl',
      'canReset',
      'hasConnections',
    ];
    const wrong = fc.constantFrom<unknown>(undefined, null, '', 7, {}, [], false, 'true', 1);
    fc.assert(
      fc.property(
        fc.constantFrom(...names).filter((name) => name !== 'parserFormat'),
        wrong,
        (name, value) => {
          expect(readSubscription({ ...least, [name]: value })).toEqual(least);
        },
      ),
    );
    for (const name of Object.keys(least))
      for (const value of [undefined, null, 7])
        expect(() => readSubscription({ ...least, [name]: value })).toThrow();
  });
});
