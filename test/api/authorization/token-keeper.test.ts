import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SharedCache } from '../../../src/api/cache/shared-cache.js';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import { createSealedCache } from '../../../src/api/cache/sealed-cache.js';
import { TokenKeeper } from '../../../src/api/authorization/token-keeper.js';
import type { AccessToken } from '../../../src/api/token.js';
import { failure, expectNoSecret } from '../../support/operator/failures.js';
import { secrets } from '../../support/operator/operator.js';

const credentials = {
  tokenUrl: 'https://service.example',
  clientId: 'client-1',
  clientSecret: secrets.clientSecret,
  scope: 'a b',
};

let now: number;
let issued: number;
let lifetime: number | undefined;
beforeEach(() => {
  now = 1_000_000;
  issued = 0;
  lifetime = 86_400;
});

function keeper(cache?: SharedCache, clientId = credentials.clientId) {
  return new TokenKeeper({
    credentials: () => ({ ...credentials, clientId }),
    issue: () =>
      Promise.resolve<AccessToken>({ access_token: `t${++issued}`, expires_in: lifetime }),
    now: () => now,
    cache: sealed(cache),
  });
}

function sealed(cache: SharedCache | undefined) {
  return cache && createSealedCache({ cache, secret: () => secrets.clientSecret, now: () => now });
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

const nameOf = async (tokens: TokenKeeper) => (await tokens.get()).access_token;

describe('TokenKeeper', () => {
  it('counts the lifetime from the request, however late its answer comes', async () => {
    const tokens = new TokenKeeper({
      credentials: () => credentials,
      issue: () => {
        now += 50_000;
        return Promise.resolve({ access_token: `t${++issued}`, expires_in: 600 });
      },
      now: () => now,
    });
    expect(await nameOf(tokens)).toBe('t1');
    now += 490_000 - 1;
    expect(await nameOf(tokens)).toBe('t1');
    now += 1;
    expect(await nameOf(tokens)).toBe('t2');
  });

  it('requests a token again after a failure', async () => {
    let down = true;
    const tokens = new TokenKeeper({
      credentials: () => credentials,
      issue: () =>
        down
          ? Promise.reject(new PrivatePodcastError('unavailable', 'It is down.'))
          : Promise.resolve({ access_token: 't' }),
      now: () => now,
    });
    expect((await failure(tokens.get())).code).toBe('unavailable');
    down = false;
    expect(await nameOf(tokens)).toBe('t');
  });

  it('replaces a refused token once for all calls that it was refused to', async () => {
    const tokens = keeper();
    const refused = await tokens.get();
    tokens.forget(refused);
    expect(await nameOf(tokens)).toBe('t2');
    tokens.forget(refused);
    expect(await nameOf(tokens)).toBe('t2');
  });

  it('keeps a refused token if the service issues the same one again', async () => {
    const tokens = new TokenKeeper({
      credentials: () => credentials,
      issue: () => Promise.resolve({ access_token: 'same', further: ++issued }),
      now: () => now,
    });
    tokens.forget(await tokens.get());
    await tokens.get();
    await tokens.get();
    expect(issued).toBe(2);
  });

  it('rejects for a caller who aborts, and serves the others', async () => {
    const { promise, resolve } = deferred<AccessToken>();
    const tokens = new TokenKeeper({
      credentials: () => credentials,
      issue: () => promise,
      now: () => now,
    });
    const controller = new AbortController();
    const leaving = failure(tokens.get(controller.signal));
    const staying = nameOf(tokens);
    controller.abort();
    expect(await leaving).toMatchObject({
      code: 'aborted',
      message: 'The request was aborted.',
    });
    expect((await failure(tokens.get(controller.signal))).code).toBe('aborted');
    resolve({ access_token: 't' });
    expect(await staying).toBe('t');
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});

describe('TokenKeeper: one flow', () => {
  it('keeps a token beyond its lifetime', async () => {
    lifetime = 1;
    const flow = keeper().forFlow();
    expect((await flow.get()).access_token).toBe('t1');
    now += 60_000;
    expect((await flow.get()).access_token).toBe('t1');
  });

  it('replaces a refused token once', async () => {
    const tokens = keeper();
    const flow = tokens.forFlow();
    expect(flow.forget(await flow.get())).toBe(true);
    const second = await flow.get();
    expect(second.access_token).toBe('t2');
    expect(flow.forget(second)).toBe(false);
    expect((await flow.get()).access_token).toBe('t2');
    expect(await nameOf(tokens)).toBe('t2');
  });
});

describe('TokenKeeper: a shared cache', () => {
  function memory() {
    const items = new Map<string, unknown>();
    const ttls: (number | undefined)[] = [];
    const cache: SharedCache = {
      getItem: (key) => Promise.resolve(items.get(key) ?? null),
      setItem: (key, value, options) => {
        items.set(key, value);
        ttls.push(options?.ttl);
        return Promise.resolve();
      },
    };
    return { cache, items, ttls };
  }

  it('gives the same token to another process until it expires', async () => {
    const { cache, ttls } = memory();
    expect(await nameOf(keeper(cache))).toBe('t1');
    expect(await nameOf(keeper(cache))).toBe('t1');
    expect(ttls).toEqual([86_340]);
    now += 86_340_000;
    expect(await nameOf(keeper(cache))).toBe('t2');
  });

  it('does not share a token with another token endpoint or scope', async () => {
    const { cache } = memory();
    const tokensOf = (more: Partial<typeof credentials>) =>
      new TokenKeeper({
        credentials: () => ({ ...credentials, ...more }),
        issue: () => Promise.resolve({ access_token: `t${++issued}` }),
        now: () => now,
        cache: sealed(cache),
      });
    expect(await nameOf(tokensOf({}))).toBe('t1');
    expect(await nameOf(tokensOf({ tokenUrl: 'https://other.example' }))).toBe('t2');
    expect(await nameOf(tokensOf({ scope: 'a' }))).toBe('t3');
    expect(await nameOf(tokensOf({ clientSecret: 'rotated' }))).toBe('t1');
  });

  it('does not share a token with another client, nor name the client in the key', async () => {
    const { cache, items } = memory();
    await nameOf(keeper(cache));
    expect(await nameOf(keeper(cache, 'client-2'))).toBe('t2');
    expect(items.size).toBe(2);
    for (const key of items.keys()) {
      expect(key).toMatch(/^private-podcast-subscribe:token:[\w-]{43}$/);
    }
    expectNoSecret([...items.keys()].join(), ['client-1', 'service.example']);
  });

  it('does not read a refused token from the cache again', async () => {
    const { cache } = memory();
    const tokens = keeper(cache);
    tokens.forget(await tokens.get());
    expect(await nameOf(tokens)).toBe('t2');
    expect(await nameOf(keeper(cache))).toBe('t2');
  });
});
