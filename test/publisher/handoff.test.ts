import { generateKeyPair } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SharedCache } from '../../src/api/cache.js';
import type { PrivatePodcastError } from '../../src/errors/private-podcast-error.js';
import type { Subscription } from '../../src/api/subscription.js';
import {
  createSubscribeHandler,
  type FeedSource,
  type SubscribeHandlerOptions,
} from '../../src/publisher/subscribe-handler.js';
import { createSubscribeToken } from '../../src/publisher/subscribe-token.js';
import { expectNoSecret, textsOf } from '../support/failures.js';
import { secrets } from '../support/operator.js';
import { ask, endpoint, member, now as start, page, secret, tokenFor } from '../support/member.js';

const service: FeedSource = {
  privateFeed: () =>
    Promise.resolve({
      feedUrl: secrets.feedUrl,
      title: 'The Member Show',
      sku: 'sid:one',
      userId: 'u',
      entitlementId: 'e',
    }),
  publicEndpoints: { consumeUrl: 'https://service.example/consume', parserFormat: 'service' },
};

let now: number;
let items: Map<string, string>;
let ttls: (number | undefined)[];
let errors: PrivatePodcastError[];
let cache: SharedCache;
beforeEach(() => {
  now = start;
  items = new Map();
  ttls = [];
  errors = [];
  cache = {
    getItem: (key) => Promise.resolve(items.get(key) ?? null),
    setItem: (key, value, options) => {
      items.set(key, value);
      ttls.push(options?.ttl);
      return Promise.resolve();
    },
  };
});

const handlerWith = (more: Partial<SubscribeHandlerOptions> = {}) =>
  createSubscribeHandler({
    service,
    secret,
    allowedOrigins: [page],
    cache,
    now: () => now,
    onError: (error) => errors.push(error),
    ...more,
  });

async function subscriptionFrom(handler: ReturnType<typeof handlerWith>, request?: Request) {
  const response = await handler(request ?? ask(await tokenFor()));
  expect(response.status).toBe(200);
  return (await response.json()) as Subscription;
}

async function linkFrom(handler: ReturnType<typeof handlerWith>): Promise<string> {
  const { handoffUrl } = await subscriptionFrom(handler);
  return handoffUrl!;
}

const scan = (link: string, headers: Record<string, string> = {}) => new Request(link, { headers });

async function expectUsed(response: Response) {
  expect(response.status).toBe(410);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('location')).toBeNull();
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'",
  );
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
  const html = await response.text();
  expect(html).toMatch(/<h1>This link has been used or has expired<\/h1>/);
  expect(html).toContain('scan the new one');
  expectNoSecret(html);
}

describe('a link', () => {
  it('leads to the consume page, and tells nobody where from', async () => {
    const handler = handlerWith();
    const link = await linkFrom(handler);
    expect(link).toMatch(`${endpoint}?handoff=`);
    expectNoSecret(link, ['feeds.example.com', 'sid:one']);
    const response = await handler(scan(link, { 'accept-language': 'sv-SE,sv;q=0.9,en;q=0.8' }));
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(
      `https://service.example/consume/sv?rss=${encodeURIComponent(secrets.feedUrl)}`,
    );
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe('');
  });

  it.each([
    [undefined, 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['FIL-ph, en', 'fil'],
    ['<script>', 'en'],
  ])('takes the language %s for %s', async (language, code) => {
    const handler = handlerWith();
    const headers: Record<string, string> = language ? { 'accept-language': language } : {};
    const response = await handler(scan(await linkFrom(handler), headers));
    expect(new URL(response.headers.get('location')!).pathname).toBe(`/consume/${code}`);
  });

  it('fits into a QR code', async () => {
    // Version 20 at medium correction holds 666 bytes (ISO/IEC 18004): still easily read.
    expect((await linkFrom(handlerWith())).length).toBeLessThan(666);
  });

  it('works once, for all processes that share the cache', async () => {
    const handler = handlerWith();
    const link = await linkFrom(handler);
    expect((await handlerWith()(scan(link))).status).toBe(303);
    await expectUsed(await handler(scan(link)));
    expect(ttls).toEqual([600]);
    expectNoSecret(JSON.stringify([...items]), [new URL(link).searchParams.get('handoff')!]);
  });

  it('works once where two scan it at once', async () => {
    const handler = handlerWith();
    const link = await linkFrom(handler);
    let answer: (item: null) => void = () => undefined;
    cache.getItem = () => new Promise((resolve) => (answer = resolve));
    const scans = [handler(scan(link)), handler(scan(link))];
    // One of them waits for the cache; the other must not.
    await expectUsed(await Promise.race(scans));
    answer(null);
    const statuses = (await Promise.all(scans)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([303, 410]);
  });

  it('works for ten minutes', async () => {
    const handler = handlerWith();
    const [early, late] = [await linkFrom(handler), await linkFrom(handler)];
    now += 599_999;
    expect((await handler(scan(early))).status).toBe(303);
    now += 1;
    await expectUsed(await handler(scan(late)));
  });

  it('is not used up by asking for its head', async () => {
    const handler = handlerWith();
    const link = await linkFrom(handler);
    expect((await handler(new Request(link, { method: 'HEAD' }))).status).toBe(405);
    expect((await handler(scan(link))).status).toBe(303);
  });

  it('is no good where it was changed, or sealed by another', async () => {
    const handler = handlerWith();
    const link = await linkFrom(handler);
    const changed = link.replace(/.(?=.{30}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
    await expectUsed(await handler(scan(changed)));
    const other = await linkFrom(handlerWith({ handoffSecret: 'x'.repeat(32) }));
    await expectUsed(await handler(scan(other)));
    await expectUsed(await handler(scan(`${endpoint}?handoff=${await tokenFor()}`)));
  });

  it('keeps the address as browsers see it', async () => {
    const handler = handlerWith({ publicUrl: 'https://club.example.com/api?route=subscribe#x' });
    expect(await linkFrom(handler)).toMatch(
      /^https:\/\/club\.example\.com\/api\?route=subscribe&handoff=[\w.-]+$/,
    );
  });

  it('asks to scan again where the cache is down', async () => {
    const handler = handlerWith();
    const link = await linkFrom(handler);
    cache.getItem = () => Promise.reject(new Error(`no connection for ${secrets.email}`));
    const response = await handler(scan(link));
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('scan the code again');
    expect(errors).toHaveLength(1);
    expectNoSecret(textsOf(errors[0]));
  });
});

describe('there is no link', () => {
  it('without a cache', async () => {
    const handler = handlerWith({ cache: undefined });
    expect(await subscriptionFrom(handler)).not.toHaveProperty('handoffUrl');
    expect((await handler(scan(`${endpoint}?handoff=x`))).status).toBe(401);
  });

  it('without a consume page', async () => {
    const handler = handlerWith({ service: { privateFeed: service.privateFeed } });
    expect(await subscriptionFrom(handler)).not.toHaveProperty('handoffUrl');
  });
});

describe('with an asymmetric secret', () => {
  it('needs a secret of its own', async () => {
    const { publicKey } = await generateKeyPair('ES256');
    expect(() => handlerWith({ secret: publicKey })).toThrow(/`handoffSecret` is missing/);
  });

  it('works with one', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const handler = handlerWith({ secret: publicKey, handoffSecret: 'x'.repeat(32) });
    const token = await createSubscribeToken(member, privateKey, { now: () => now });
    const { handoffUrl } = await subscriptionFrom(handler, ask(token));
    expect((await handler(scan(handoffUrl!))).status).toBe(303);
  });
});
