import { readFileSync } from 'node:fs';
import { base64url } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SharedCache } from '../../../src/api/cache/shared-cache.js';
import {
  createRateLimit,
  createRateLimits,
  type RateLimit,
} from '../../../src/publisher/handler/rate-limit.js';
import { createSubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import { ask, endpoint, page, secret, tokenFor } from '../../support/publisher/member.js';
import { secrets } from '../../support/operator/operator.js';

let time: number;
let items: Map<string, string>;
let cache: SharedCache;
beforeEach(() => {
  time = 600_000;
  items = new Map();
  cache = {
    getItem: (key) => Promise.resolve(items.get(key) ?? null),
    setItem: (key, value) => Promise.resolve(void items.set(key, value)),
  };
});
const now = () => time;

async function allowed(limit: RateLimit, name: string, tries: number): Promise<number> {
  let count = 0;
  for (let i = 0; i < tries; i++) {
    await limit.count('member', name, 5).then(
      () => count++,
      () => undefined,
    );
  }
  return count;
}

describe('createRateLimit', () => {
  it.each(['with', 'without'])(
    'allows each name five requests a minute, %s a cache',
    async (kind) => {
      const limit = createRateLimit({ cache: kind === 'without' ? undefined : cache, now });
      expect(await allowed(limit, 'a', 9)).toBe(5);
      expect(await allowed(limit, 'b', 9)).toBe(5);
      time += 59_999;
      expect(await allowed(limit, 'a', 1)).toBe(0);
      time += 1;
      expect(await allowed(limit, 'a', 9)).toBe(5);
    },
  );

  it('writes a large limit to the cache now and then, and exceeds it by little', async () => {
    let exchanges = 0;
    const counted: SharedCache = {
      ...cache,
      setItem: (key, value) => {
        exchanges++;
        return cache.setItem(key, value);
      },
    };
    const processes = [0, 1].map(() => createRateLimit({ cache: counted, now }));
    let count = 0;
    for (let i = 0; i < 800; i++) {
      await processes[i % 2]!.count('member', 'a', 300).then(
        () => count++,
        () => undefined,
      );
      if (i === 4) expect(exchanges).toBe(0);
    }
    expect(count).toBeGreaterThanOrEqual(300);
    expect(count).toBeLessThanOrEqual(312);
    expect(exchanges).toBeLessThanOrEqual(60);
  });

  it('holds for many simultaneous requests', async () => {
    const limit = createRateLimit({ cache, now });
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => limit.count('member', 'a', 5)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('counts in memory if the cache is down or holds nonsense', async () => {
    const down = () => Promise.reject(new Error('down'));
    expect(
      await allowed(createRateLimit({ cache: { getItem: down, setItem: down }, now }), 'a', 9),
    ).toBe(5);
    const odd: SharedCache = { getItem: () => 'x', setItem: () => undefined };
    expect(await allowed(createRateLimit({ cache: odd, now }), 'a', 9)).toBe(5);
  });

  it('stores only a hash of the name in the cache', async () => {
    await allowed(createRateLimit({ cache, now }), secrets.email, 1);
    expect([...items.keys()].join()).toMatch(/^private-podcast-subscribe:limit:[\w-]{43}$/);
  });
});

describe('createRateLimits', () => {
  it('remembers members, however many codes are counted', async () => {
    const { members, codes } = createRateLimits({ now });
    expect(await allowed(members, 'a', 9)).toBe(5);
    for (let i = 0; i < 10_001; i++) await codes.count('code', String(i), 30);
    expect(await allowed(members, 'a', 1)).toBe(0);
  });
});

const feed = {
  feedUrl: secrets.feedUrl,
  title: 'T',
  sku: 'sid:one',
  userId: 'u',
  entitlementId: 'e',
};
const service = {
  privateFeed: () => Promise.resolve(feed),
  resetFeed: () => Promise.resolve(feed),
  connections: () => Promise.resolve([]),
  publicEndpoints: { consumeUrl: 'https://listen.example/consume', parserFormat: 'service' },
};

describe('createSubscribeHandler: limits', () => {
  const handlerWith = (limits?: { member: number }) =>
    createSubscribeHandler({
      service,
      secret,
      allowedOrigins: [page],
      cache,
      limits,
      now: () => Date.parse('2026-01-02T03:04:05Z'),
      onError: () => undefined,
    });

  it('answers 429 to a member who asks too often', async () => {
    const handler = handlerWith({ member: 2 });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await handler(ask(await tokenFor()))).status);
    expect(statuses).toEqual([200, 200, 429]);
    const response = await handler(ask(await tokenFor(), { origin: page }));
    expect(response.headers.get('retry-after')).toBe('55');
    expect(await response.json()).toMatchObject({ code: 'rate-limited' });
    expect((await handler(ask(await tokenFor({ sku: 'sid:two' })))).status).toBe(200);
  });

  it('answers 429 for a code that is opened too often, without looking it up', async () => {
    const handler = handlerWith();
    const scan = (code: string) => handler(new Request(`${endpoint}?h=${code}`));
    const code = 'a'.repeat(22);
    for (let i = 0; i < 30; i++) expect((await scan(code)).status).toBe(410);
    const response = await scan(code);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('55');
    expect(response.headers.get('content-type')).toContain('text/html');
    expect((await scan('b'.repeat(22))).status).toBe(410);
  });

  it('writes nothing to the cache for invented codes', async () => {
    let writes = 0;
    const { setItem } = cache;
    cache.setItem = (...given) => {
      writes++;
      return setItem(...given);
    };
    const handler = handlerWith();
    expect((await handler(ask(await tokenFor()))).status).toBe(200);
    const [itemsBefore, writesBefore] = [items.size, writes];
    for (let i = 0; i < 100; i++) {
      const code = base64url.encode(crypto.getRandomValues(new Uint8Array(16)));
      const invented = i % 2 ? code : `m${code}`;
      expect((await handler(new Request(`${endpoint}?h=${invented}`))).status).toBe(410);
    }
    expect({ items: items.size, writes }).toEqual({ items: itemsBefore, writes: writesBefore });
  });

  it('counts nothing for what has not the form of a code', async () => {
    const handler = handlerWith();
    for (const code of ['1', 'a'.repeat(23), 'a'.repeat(21), `${'a'.repeat(21)}!`]) {
      for (let i = 0; i < 31; i++) {
        const response = await handler(new Request(`${endpoint}?h=${encodeURIComponent(code)}`));
        expect(response.status).toBe(410);
      }
    }
  });
});

describe('createSubscribeHandler: default limits', () => {
  const documented = (name: string) =>
    readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
  // The documented numbers, on purpose not the constants.
  it.each([
    ['publisher', /\| `limits\.member` +\| 300 +\|/, 300, '', 'GET'],
    ['interface', /30 a minute in each process/, 30, `?h=${'a'.repeat(22)}`, 'GET'],
    ['interface', /gets 60 answers a minute to the first/, 60, '?connections', 'GET'],
    ['interface', /and 5 to the second/, 5, '?reset', 'POST'],
    ['interface', /gets ten\s+such answers a minute/, 10, '?fresh', 'GET'],
  ])('are as docs/%s.md says: %s', async (name, words, limit, query, method) => {
    const handler = createSubscribeHandler({
      service,
      secret,
      allowedOrigins: [page],
      now: () => Date.parse('2026-01-02T03:04:05Z'),
      onError: () => undefined,
    });
    // However an address is spelt, it is one member's.
    const spellings = [secrets.email, secrets.email.toUpperCase()];
    const tokens = await Promise.all(spellings.map((email) => tokenFor({ email })));
    const statuses: number[] = [];
    for (let i = 0; i <= limit; i++) {
      statuses.push(
        (
          await handler(
            new Request(endpoint + query, {
              method,
              headers: { authorization: `Bearer ${tokens[i % 2]}` },
            }),
          )
        ).status,
      );
    }
    expect(statuses.indexOf(429)).toBe(limit);
    expect(documented(`docs/${name}.md`)).toMatch(words);
  });
});
