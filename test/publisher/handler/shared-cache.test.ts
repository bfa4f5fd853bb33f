/** Several processes that share a cache: how many calls reach the operator, and what the cache reveals. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStorage, type Storage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import type { SharedCache } from '../../../src/api/cache/shared-cache.js';
import { createFeedServiceClient, type FeedServiceConfig } from '../../../src/api/client.js';
import { createSubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import { clock, endpoint, page, secret, tokenFor } from '../../support/publisher/member.js';
import { failure } from '../../support/operator/failures.js';
import {
  configFor,
  secrets,
  startOperator,
  type Operator,
} from '../../support/operator/operator.js';
import { until } from '../../support/waiting/until.js';
import { testSharedCache } from './shared-cache-driver.js';

const member = { email: secrets.email, sku: 'sid:one' };
const onboard = 'POST /vault/entitlements/auto-onboard';
const access = 'GET /vault/entitlements/';

let operator: Operator;
let now: number;
beforeEach(async () => {
  operator = await startOperator();
  now = Date.now();
});
afterEach(() => operator.close());

const processWith = (cache: SharedCache, more: Partial<FeedServiceConfig> = {}) =>
  createFeedServiceClient({ ...configFor(operator.url), cache, now: () => now, ...more });

describe('createFeedServiceClient: through unstorage’s memory driver', () =>
  testSharedCache(memoryDriver));

describe('createFeedServiceClient: cached answers', () => {
  let cache: Storage;
  beforeEach(() => (cache = createStorage({ driver: memoryDriver() })));

  it('keeps the user of an address for a minute, and for every product', async () => {
    await processWith(cache).privateFeed(member);
    operator.answer(onboard, { body: [{ entitlementId: 'ent:2' }] });
    now += 59_999;
    await processWith(cache).privateFeed({ ...member, sku: 'sid:two' });
    expect(operator.asked('GET /profile')).toHaveLength(1);
    now += 1;
    await processWith(cache).privateFeed(member);
    expect(operator.asked('GET /profile')).toHaveLength(2);
  });

  it('keeps entitlements for a day, for each user and origin', async () => {
    const entitled = () => operator.asked(onboard).length;
    await processWith(cache).privateFeed(member);
    now += 86_399_999;
    await processWith(cache).privateFeed(member);
    await processWith(cache).privateFeed({ userId: 'email|5f1', sku: member.sku });
    expect(entitled()).toBe(1);
    await processWith(cache, { onboardingOriginId: 'origin-2' }).privateFeed(member);
    expect(entitled()).toBe(2);
    now += 1;
    await processWith(cache).privateFeed(member);
    expect(entitled()).toBe(3);
  });

  it('asks again after five seconds of "no access", in the process that keeps it too', async () => {
    const { privateFeed } = processWith(cache);
    operator.answer(onboard, { body: [] });
    for (const wait of [0, 4_999]) {
      now += wait;
      expect((await failure(privateFeed(member))).code).toBe('no-access');
    }
    expect(operator.asked(onboard)).toHaveLength(1);
    operator.answer(onboard, { body: [{ entitlementId: 'ent:1' }] });
    now += 1;
    expect((await privateFeed(member)).feedUrl).toBe(secrets.feedUrl);
  });

  it('asks again after five seconds for an address that is nobody’s', async () => {
    const { privateFeed } = processWith(cache, { createUsers: false });
    operator.answer('GET /profile', { status: 404, body: { message: 'unknown' } });
    for (const wait of [0, 4_999]) {
      now += wait;
      expect((await failure(privateFeed(member))).code).toBe('no-access');
    }
    expect(operator.asked('GET /profile')).toHaveLength(1);
    operator.answer('GET /profile', { body: { id: 'email|5f1' } });
    now += 1;
    expect((await privateFeed(member)).feedUrl).toBe(secrets.feedUrl);
  });

  it('looks up at once whose an address is, if the operator refuses the user that is kept', async () => {
    const { privateFeed } = processWith(cache, { accessTtl: 0 });
    await privateFeed(member);
    operator.answer(access, [{ status: 404, body: { code: 'not-found' } }, good]);
    operator.answer('GET /profile', { body: { id: 'email|new' } });
    expect((await privateFeed(member)).userId).toBe('email|new');
  });

  it.each<[string, () => void]>([
    [
      'entitlement is gone',
      () => operator.answer(access, [{ status: 404, body: { code: 'not-found' } }, good]),
    ],
    ['access has ended and begun again', () => operator.answer(access, [{ body: [] }, good])],
    [
      'entitlement no longer has a feed',
      () => operator.answer(access, [{ body: [{ type: 'page', title: 'T' }] }, good]),
    ],
  ])('looks everything up again if the %s', async (_, change) => {
    await processWith(cache).privateFeed(member);
    now += 300_000;
    change();
    expect((await processWith(cache).privateFeed(member)).feedUrl).toBe(secrets.feedUrl);
    expect(operator.asked('GET /profile')).toHaveLength(2);
    expect(operator.asked(onboard)).toHaveLength(2);
  });

  const good = {
    body: [{ url: secrets.feedUrl, mimeType: 'application/rss+xml', type: 'feed', title: 'T' }],
  };

  it('writes no access answer with an `accessTtl` of 0, whose item a cache might keep for ever', async () => {
    const ttls: unknown[] = [];
    const counted: SharedCache = {
      getItem: () => null,
      setItem: (_key, _value, options) => void ttls.push(options?.ttl),
    };
    const client = processWith(counted, { accessTtl: 0 });
    await client.privateFeed(member);
    operator.answer(onboard, { body: [] });
    expect((await failure(client.privateFeed(member))).code).toBe('no-access');
    // The access token, then the user and the entitlement, and the user once more.
    expect(ttls.slice(1)).toEqual([60, 86_400, 60]);
  });

  it('keeps "no access" no longer than `accessTtl`', async () => {
    const { privateFeed } = processWith(cache, { accessTtl: 2 });
    operator.answer(onboard, { body: [] });
    expect((await failure(privateFeed(member))).code).toBe('no-access');
    operator.answer(onboard, { body: [{ entitlementId: 'ent:1' }] });
    now += 2_000;
    expect((await privateFeed(member)).feedUrl).toBe(secrets.feedUrl);
  });

  it('tells a user ID that reads like an address from the address', async () => {
    await processWith(cache).privateFeed(member);
    operator.answer(onboard, { body: [] });
    const asked = processWith(cache).privateFeed({ userId: secrets.email, sku: member.sku });
    expect((await failure(asked)).code).toBe('no-access');
  });

  it.each([-1, NaN, '5'])('throws for a lifetime of %s', (ttl) => {
    expect(() => processWith(cache, { accessTtl: ttl as number })).toThrow(/`accessTtl`/);
  });

  it('are in the cache of the handler’s `service` where that has one of its own', async () => {
    const own = createStorage({ driver: memoryDriver() });
    const handler = createSubscribeHandler({
      service: { ...configFor(operator.url), cache: own },
      secret,
      allowedOrigins: [page],
      cache,
      ...clock,
    });
    const headers = { authorization: `Bearer ${await tokenFor()}` };
    expect((await handler(new Request(endpoint, { headers }))).status).toBe(200);
    const kinds = async (storage: Storage) =>
      (await storage.getKeys()).map((key) => key.split(':')[1]).sort();
    expect(await kinds(own)).toEqual(['access', 'entitlement', 'token', 'user']);
    expect(await kinds(cache)).toEqual([]);
  });
});

describe('createFeedServiceClient: a reset while a page loads', () => {
  const fresh = 'https://feeds.example.com/fresh-feed-key/sid:one_private.rss';

  /** A process that has read the old link, and goes on once it is released. */
  function slowProcess(cache: SharedCache) {
    const events = new EventTarget();
    const once = (name: string) =>
      new Promise((resolve) => events.addEventListener(name, resolve, { once: true }));
    const [read, released] = [once('read'), once('released')];
    const client = processWith(cache, {
      fetch: async (input, init) => {
        const answer = await fetch(input, init);
        if (!(input as string).includes('/access')) return answer;
        events.dispatchEvent(new Event('read'));
        await released;
        return answer;
      },
    });
    return { client, read, release: () => events.dispatchEvent(new Event('released')) };
  }

  it.each([
    [
      'with the new link',
      { body: [{ url: fresh, mimeType: 'application/rss+xml', type: 'feed', title: 'T' }] },
    ],
    ['with HTTP 500', { status: 500 }],
  ])('forgets the old link if the operator answers the reset %s', async (_, answer) => {
    const cache = createStorage({ driver: memoryDriver() });
    const slow = slowProcess(cache);
    const loading = slow.client.privateFeed(member);
    await slow.read;
    operator.answer('POST /vault/entitlements/ent%3A1/reset', answer);
    operator.answer(access, {
      body: [{ url: fresh, mimeType: 'application/rss+xml', type: 'feed' }],
    });
    const config = { ...configFor(operator.url), cache, now: () => now, extensions: true } as const;
    await createFeedServiceClient(config)
      .resetFeed(member)
      .catch(() => undefined);
    slow.release();
    expect((await loading).feedUrl).toBe(secrets.feedUrl);
    expect((await processWith(cache).privateFeed(member)).feedUrl).toBe(fresh);
  });
});

describe('createFeedServiceClient: a new link', () => {
  const reset = 'POST /vault/entitlements/ent%3A1/reset';
  const { email, sku } = member;
  let cache: Storage;
  let version: number;
  const link = () => `https://feeds.example.com/key-${version}/sid:one_private.rss`;
  const items = () => ({ body: [{ url: link(), mimeType: 'application/rss+xml', type: 'feed' }] });
  beforeEach(() => {
    cache = createStorage({ driver: memoryDriver() });
    version = 1;
    operator.answer(access, items);
    operator.answer(reset, () => {
      version++;
      return items();
    });
  });

  const resettingProcess = () =>
    createFeedServiceClient({
      ...configFor(operator.url),
      cache,
      now: () => now,
      extensions: true,
    });

  it('leaves the newer of two links that two processes made at once, whichever answer is late', async () => {
    await processWith(cache).privateFeed(member);
    let answerFirst!: () => void;
    operator.answer(reset, () => {
      version++;
      const answer = items();
      if (version > 2) return answer;
      return new Promise((resolve) => (answerFirst = () => resolve(answer)));
    });
    const first = resettingProcess().resetFeed(member);
    await until(() => expect(version).toBe(2));
    const second = await resettingProcess().resetFeed(member);
    answerFirst();
    expect((await first).feedUrl).not.toBe(second.feedUrl);
    expect((await processWith(cache).privateFeed(member)).feedUrl).toBe(second.feedUrl);
  });

  it('is there for a page that was loaded while the operator made it', async () => {
    operator.answer(reset, async () => {
      await processWith(cache).privateFeed(member);
      version++;
      return items();
    });
    const { feedUrl } = await resettingProcess().resetFeed(member);
    expect((await processWith(cache).privateFeed(member)).feedUrl).toBe(feedUrl);
  });

  it('is asked for by a page that is loaded while the operator answers', async () => {
    await processWith(cache).privateFeed(member);
    let seen: string | undefined;
    operator.answer(reset, async () => {
      version++;
      seen = (await processWith(cache).privateFeed(member)).feedUrl;
      return items();
    });
    const { feedUrl } = await resettingProcess().resetFeed(member);
    expect(seen).toBe(feedUrl);
  });

  it.each([
    ['address in capitals', member, { email: email.toUpperCase(), sku }],
    ['user ID', member, { userId: 'email|5f1', sku }],
    ['address', { userId: 'email|5f1', sku }, member],
  ])('is there under the member’s %s too', async (_, one, other) => {
    const old = await processWith(cache).privateFeed(other);
    const { feedUrl } = await resettingProcess().resetFeed(one);
    expect(feedUrl).not.toBe(old.feedUrl);
    expect((await processWith(cache).privateFeed(other)).feedUrl).toBe(feedUrl);
  });

  it('of the operator is found with `fresh`, and kept for everyone', async () => {
    const old = await processWith(cache).privateFeed(member);
    version++;
    const client = processWith(cache);
    const [kept, found] = await Promise.all([
      client.privateFeed(member),
      client.privateFeed({ ...member, fresh: true }),
    ]);
    expect(kept).toEqual(old);
    expect(found.feedUrl).toBe(link());
    expect(await processWith(cache).privateFeed(member)).toEqual(found);
  });

  it('of a member whose user ID is another by now is found with `fresh`', async () => {
    await processWith(cache).privateFeed(member);
    operator.answer('GET /profile', { body: { id: 'email|new' } });
    operator.answer(onboard, { body: [{ entitlementId: 'ent:2' }] });
    const found = await processWith(cache).privateFeed({ ...member, sku: 'sid:two', fresh: true });
    expect(found.userId).toBe('email|new');
  });

  it('does not wait for "no access" to be forgotten with `fresh`', async () => {
    operator.answer(onboard, { body: [] });
    await failure(processWith(cache).privateFeed(member));
    operator.answer(onboard, { body: [{ entitlementId: 'ent:1' }] });
    expect((await failure(processWith(cache).privateFeed(member))).code).toBe('no-access');
    await processWith(cache).privateFeed({ ...member, fresh: true });
    expect((await processWith(cache).privateFeed(member)).feedUrl).toBe(link());
  });
});

describe('createFeedServiceClient: a failing cache', () => {
  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('down');
      },
    ],
    ['rejects', () => Promise.reject(new Error('down'))],
    ['holds nonsense', () => '{"value":'],
    ['holds an entry that nobody sealed', () => 'v1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ])('works without a cache that %s', async (_, getItem) => {
    const feed = await processWith({ getItem, setItem: getItem }).privateFeed(member);
    expect(feed.feedUrl).toBe(secrets.feedUrl);
  });

  it('gives up on a slow cache soon, and does not ask it again for a while', async () => {
    let asked = 0;
    const getItem = () => (asked++, new Promise(() => undefined));
    const client = processWith({ getItem, setItem: getItem });
    expect((await client.privateFeed(member)).feedUrl).toBe(secrets.feedUrl);
    expect(asked).toBe(1);
    now += 9_999;
    expect((await client.privateFeed(member)).feedUrl).toBe(secrets.feedUrl);
    expect(asked).toBe(1);
    now += 1;
    await client.userByEmail(secrets.email);
    expect((await client.privateFeed(member)).feedUrl).toBe(secrets.feedUrl);
    expect(asked).toBe(2);
  });
});

describe('createFeedServiceClient: createUsers', () => {
  it('creates an unknown user, or reports no-access with `createUsers: false`', async () => {
    const client = createFeedServiceClient({ ...configFor(operator.url), createUsers: false });
    await client.privateFeed(member);
    expect(operator.asked('GET /profile')[0]?.path).toMatch(/forceCreation=false$/);
    operator.answer('GET /profile', { status: 404, body: { message: 'unknown' } });
    expect((await failure(client.privateFeed(member))).code).toBe('no-access');
    operator.answer('GET /profile', { status: 404, body: '<h1>Not here</h1>' });
    expect((await failure(client.privateFeed(member))).code).toBe('bad-response');
    const creating = createFeedServiceClient(configFor(operator.url));
    operator.answer('GET /profile', { status: 404, body: { message: 'unknown' } });
    expect((await failure(creating.privateFeed(member))).code).toBe('not-found');
  });
});
