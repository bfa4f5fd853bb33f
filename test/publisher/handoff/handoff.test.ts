import { base64url, generateKeyPair } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SharedCache } from '../../../src/api/cache/shared-cache.js';
import type { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import type { Subscription } from '../../../src/api/subscription.js';
import type {
  FeedSource,
  SubscribeHandlerOptions,
} from '../../../src/publisher/handler/handler-options.js';
import {
  CODE_TTL_SECONDS,
  createHandoff,
  MAIL_OPENINGS,
  MAIL_TTL_SECONDS,
  MAX_ITEMS,
} from '../../../src/publisher/handoff/handoff.js';
import { sha256 } from '../../../src/crypto/sha256.js';
import { createSubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import { createSubscribeToken } from '../../../src/publisher/tokens/subscribe-token.js';
import { expectNoSecret, failure, textsOf } from '../../support/operator/failures.js';
import { secrets } from '../../support/operator/operator.js';
import {
  ask,
  endpoint,
  member,
  now as start,
  page,
  secret,
  tokenFor,
} from '../../support/publisher/member.js';

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
      // The limits have tests of their own.
      if (key.includes(':limit:')) return Promise.resolve();
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

/** A request for a hand-off code. */
const askForCode = (token: string, code = '') =>
  new Request(`${endpoint}?handoff${code && `=${code}`}`, {
    method: code ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, origin: page },
  });

async function linkFrom(handler: ReturnType<typeof handlerWith>, token?: string): Promise<string> {
  const response = await handler(askForCode(token ?? (await tokenFor())));
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { url, expiresIn } = (await response.json()) as { url: string; expiresIn: number };
  expect(url).toMatch(/^\?h=[\w-]{22}$/);
  expect(expiresIn).toBe(CODE_TTL_SECONDS);
  return new URL(url, endpoint).href;
}

const scan = (link: string, headers: Record<string, string> = {}) => new Request(link, { headers });

async function expectUsed(response: Response) {
  expect(response.status).toBe(410);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('location')).toBeNull();
  const html = await response.text();
  expect(html).toContain('already used');
  expectNoSecret(html);
}

describe('createHandoff: a link', () => {
  it('works once, for all processes that share the cache', async () => {
    const handler = handlerWith();
    const link = await linkFrom(handler);
    expect((await handlerWith()(scan(link))).status).toBe(303);
    await expectUsed(await handler(scan(link)));
    expect(new Set(ttls)).toEqual(new Set([CODE_TTL_SECONDS]));
  });

  it('is stored sealed, under a hashed key', async () => {
    const handler = handlerWith();
    const link = await linkFrom(handler);
    const ownerHash = async () =>
      base64url.encode(await sha256(JSON.stringify({ email: secrets.email, sku: 'sid:one' })));
    const given = [new URL(link).searchParams.get('h')!, await ownerHash()];
    expectNoSecret(JSON.stringify([...items]), given);
    await handler(scan(link));
    expect(items.size).toBe(2);
    expectNoSecret(JSON.stringify([...items]), given);
  });

  it('works once while a slow cache keeps that it was used', async () => {
    const handler = handlerWith();
    const link = await linkFrom(handler);
    const { setItem } = cache;
    const keeping = new Promise<() => void>((reached) => {
      cache.setItem = (key, value, options) =>
        value === 'used'
          ? new Promise((resolve) => reached(() => resolve(setItem(key, value, options))))
          : setItem(key, value, options);
    });
    const first = handler(scan(link));
    const goOn = await keeping;
    await expectUsed(await handler(scan(link)));
    goOn();
    expect((await first).status).toBe(303);
  });

  it('does not work if it was changed or sealed with another secret', async () => {
    const handler = handlerWith();
    const link = await linkFrom(handler);
    await expectUsed(await handler(scan(link.slice(0, -2) + 'xx')));
    await expectUsed(await handler(scan(`${link}A`)));
    const other = await linkFrom(handlerWith({ handoffSecret: 'x'.repeat(32) }));
    await expectUsed(await handler(scan(other)));
    await expectUsed(await handler(scan(`${endpoint}?h=${await tokenFor()}`)));
  });

  it('leads to the consume page although the note for the dialog fails', async () => {
    const handler = handlerWith();
    const link = await linkFrom(handler);
    const { setItem } = cache;
    cache.setItem = (key, value, options) =>
      key.endsWith(':opened') ? Promise.reject(new Error('full')) : setItem(key, value, options);
    expect((await handler(scan(link))).status).toBe(303);
    await expectUsed(await handler(scan(link)));
  });

  it('is not made while the cache is down, which is no fault of the set-up', async () => {
    const { setItem } = cache;
    cache.setItem = (key, value, options) =>
      key.includes(':handoff:')
        ? Promise.reject(new Error(`no connection for ${secrets.email}`))
        : setItem(key, value, options);
    const response = await handlerWith()(askForCode(await tokenFor()));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
    expect(errors.map(({ code }) => code)).toEqual(['unavailable']);
    expectNoSecret(textsOf(errors[0]));
  });

  it('asks to try again while the cache is down', async () => {
    const handler = handlerWith();
    const link = await linkFrom(handler);
    cache.getItem = () => Promise.reject(new Error(`no connection for ${secrets.email}`));
    const response = await handler(scan(link, { 'accept-language': 'de' }));
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('Versuch es in einer Minute');
    expect(errors).toHaveLength(1);
    expectNoSecret(textsOf(errors[0]));
    cache.getItem = (key) => items.get(key);
    expect((await handler(scan(link))).status).toBe(303);
  });
});

describe('createHandoff: a link for a mail', () => {
  const askForMail = async (query = 'handoff&for=mail', method = 'POST') =>
    new Request(`${endpoint}?${query}`, {
      method,
      headers: { authorization: `Bearer ${await tokenFor()}`, origin: page },
    });

  async function mailedFrom(handler: ReturnType<typeof handlerWith>): Promise<string> {
    const response = await handler(await askForMail());
    expect(response.status).toBe(200);
    const { url, expiresIn } = (await response.json()) as { url: string; expiresIn: number };
    expect(url).toMatch(/^\?h=[\w-]{23}$/);
    expect(expiresIn).toBe(MAIL_TTL_SECONDS);
    return new URL(url, endpoint).href;
  }

  const openings = async (scans: Promise<Response>[]) =>
    (await Promise.all(scans)).filter(({ status }) => status === 303).length;

  /** A cache whose answers are old by the time they come, so that scans get in each other's way. */
  function slowly(): void {
    const { getItem } = cache;
    cache.getItem = async (key) => {
      const held = getItem(key);
      for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
      return held;
    };
  }

  it('is kept sealed, and gives nothing away', async () => {
    const handler = handlerWith();
    const code = new URL(await mailedFrom(handler)).searchParams.get('h')!;
    expect(items.size).toBe(MAIL_OPENINGS);
    expect(new Set(ttls)).toEqual(new Set([MAIL_TTL_SECONDS]));
    expectNoSecret(JSON.stringify([...items]), [code, 'sid:one']);
  });

  it('opens three times in two processes whose cache can take an item out', async () => {
    slowly();
    cache.takeItem = async (key) => {
      const held = items.get(key);
      items.delete(key);
      await new Promise((resolve) => setImmediate(resolve));
      return held;
    };
    const processes = [handlerWith(), handlerWith()];
    const link = await mailedFrom(processes[0]!);
    const scans = Array.from({ length: 10 }, (_, place) => processes[place % 2]!(scan(link)));
    expect(await openings(scans)).toBe(MAIL_OPENINGS);
    await expectUsed(await processes[1]!(scan(link)));
  });

  it('opens three times in one process whose cache cannot take an item out', async () => {
    slowly();
    const handler = handlerWith();
    const link = await mailedFrom(handler);
    const scans = Array.from({ length: 10 }, () => handler(scan(link)));
    expect(await openings(scans)).toBe(MAIL_OPENINGS);
    await expectUsed(await handlerWith()(scan(link)));
  });

  it('is made by POST alone, a few times a minute', async () => {
    const handler = handlerWith();
    expect((await handler(await askForMail(undefined, 'GET'))).status).toBe(405);
    for (let made = 0; made < 5; made++) await mailedFrom(handler);
    expect((await handler(await askForMail())).status).toBe(429);
    expect((await handler(askForCode(await tokenFor()))).status).toBe(200);
  });

  it('is one to scan if it is for anything else', async () => {
    const response = await handlerWith()(await askForMail('handoff&for=fax'));
    expect(await response.json()).toMatchObject({ expiresIn: CODE_TTL_SECONDS });
  });
});

describe('createHandoff: without a cache', () => {
  const inMemory = () => handlerWith({ cache: undefined });

  it('asks to try again in another process, and advises the publisher to share a cache', async () => {
    const [one, other] = [inMemory(), inMemory()];
    const link = await linkFrom(one);
    const response = await other(scan(link));
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('Try again in a minute');
    expect(errors).toMatchObject([{ code: 'config' }]);
    expect(errors[0]?.message).toMatch(/more than one.*pass a `cache`/);
    expectNoSecret(textsOf(errors[0]), [new URL(link).searchParams.get('h')!]);
    expect((await one(scan(link))).status).toBe(303);
  });

  it('remembers a bounded number of codes, and forgets the oldest first', async () => {
    const handoff = createHandoff({ consumeUrl: 'https://service.example/consume' })!;
    const codes: string[] = [];
    for (let made = 0; made <= MAX_ITEMS; made++) {
      const { url } = await handoff.create(secrets.feedUrl, 'owner', endpoint);
      codes.push(url.slice('?h='.length));
    }
    const redeem = (code: string) => handoff.redeem(code, scan(endpoint));
    expect((await redeem(codes.at(-1)!)).status).toBe(303);
    expect(await failure(redeem(codes[0]!))).toMatchObject({ code: 'config' });
  });

  it('needs no secret of its own with an asymmetric `secret`', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const handler = handlerWith({ secret: publicKey, cache: undefined });
    const token = await createSubscribeToken(member, privateKey, { now: () => now });
    expect((await handler(scan(await linkFrom(handler, token)))).status).toBe(303);
  });
});

describe('createHandoff: with a cache for the codes alone', () => {
  it('keeps the codes there, and nothing else', async () => {
    const codes = new Map<string, string>();
    const handoffCache: SharedCache = {
      getItem: (key) => codes.get(key),
      setItem: (key, value) => codes.set(key, value),
    };
    const link = await linkFrom(handlerWith({ cache: undefined, handoffCache }));
    const other = handlerWith({ handoffCache });
    expect((await other(scan(link))).status).toBe(303);
    expect([...codes.keys()].every((key) => key.includes(':handoff:'))).toBe(true);
    expect(items.size).toBe(0);
  });
});

describe('createHandoff: switched off', () => {
  it.each([
    ['with `handoffCache: false`', { handoffCache: false as const }],
    ['without a consume page', { service: { privateFeed: service.privateFeed } }],
  ])('offers no hand-off %s', async (_, options) => {
    const handler = handlerWith(options);
    expect(await subscriptionFrom(handler)).not.toHaveProperty('handoff');
    expect((await handler(askForCode(await tokenFor()))).status).toBe(404);
    expect((await handler(scan(`${endpoint}?h=x`))).status).toBe(401);
  });
});

describe('createHandoff: with a cache and an asymmetric secret', () => {
  it('throws without a `handoffSecret`', async () => {
    const { publicKey } = await generateKeyPair('ES256');
    expect(() => handlerWith({ secret: publicKey })).toThrow(
      expect.objectContaining({
        code: 'config',
        message: expect.stringMatching(/^`handoffSecret` is missing/) as string,
      }),
    );
  });

  it('works with a `handoffSecret`', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const handler = handlerWith({ secret: publicKey, handoffSecret: 'x'.repeat(32) });
    const token = await createSubscribeToken(member, privateKey, { now: () => now });
    expect((await handler(scan(await linkFrom(handler, token)))).status).toBe(303);
  });
});
