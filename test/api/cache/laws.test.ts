/** Laws of what is kept: for whom, how much, and how long. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TokenKeeper } from '../../../src/api/authorization/token-keeper.js';
import { BoundedMap } from '../../../src/api/cache/bounded-map.js';
import { createCircuitBreaker } from '../../../src/api/cache/circuit-breaker.js';
import { createSeal } from '../../../src/api/cache/seal.js';
import { createSealedCache } from '../../../src/api/cache/sealed-cache.js';
import { timesAsMany } from '../../support/laws/times-as-many.js';

const secret = new TextEncoder().encode('a secret of the tests, 32 bytes and more');

describe('createSeal and createSealedCache', () => {
  it('open what was sealed, for as long as was said', async () => {
    let time = 1_700_000_000_123;
    const items = new Map<string, string>();
    const cache = {
      getItem: (key: string) => items.get(key),
      setItem: (key: string, value: string) => {
        items.set(key, value);
      },
    };
    const sealed = createSealedCache({ cache, secret: () => 'secret', now: () => time });
    const cases = fc.record({
      name: fc.array(fc.option(fc.string(), { nil: undefined }), { maxLength: 3 }),
      value: fc.jsonValue(),
      ttl: fc.integer({ min: 1, max: 1000 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ name, value, ttl }) => {
        time += 2_000_000;
        await sealed.write('kind', name, value, ttl);
        const read = await sealed.read('kind', name);
        expect(read).toEqual(JSON.parse(JSON.stringify(value)));
        expect(await sealed.read('other', name)).toBeUndefined();
        time += ttl * 1000 - 1;
        expect(await sealed.read('kind', name)).toEqual(read);
        time += 1;
        expect(await sealed.read('kind', name)).toBeUndefined();
      }),
      { numRuns: timesAsMany(25) },
    );
    expect([...items].join()).not.toContain('secret');
  });

  it('open nothing of another entry, secret or purpose', async () => {
    const now = () => 0;
    const sealFor = (purpose: string, key = secret) =>
      createSeal({ purpose, secrets: () => [key], now });
    const sealed = await sealFor('a').seal('entry', 1, 60);
    expect(await sealFor('a').open('entry', sealed)).toMatchObject({ value: 1 });
    for (const [seal, entry] of [
      [sealFor('b'), 'entry'],
      [sealFor('a', secret.slice(1)), 'entry'],
      [sealFor('a'), 'entr'],
    ] as const)
      expect(await seal.open(entry, sealed)).toBeUndefined();
  });
});

describe('BoundedMap', () => {
  it('keeps the entries that were set last, as a list of them would', () => {
    const steps = fc.array(
      // Mostly set, so that an entry is often set again while there is no room for all.
      fc.tuple(
        fc.constantFrom('set', 'set', 'set', 'delete'),
        fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      ),
      { minLength: 8, maxLength: 20 },
    );
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 4 }), (all, most) => {
        const map = new BoundedMap<number>(most);
        let kept: [string, number][] = [];
        for (const [at, [step, key]] of all.entries()) {
          if (step === 'set') map.set(key, at);
          else map.delete(key);
          kept = kept.filter(([name]) => name !== key);
          if (step === 'set') kept = [...kept, [key, at] as [string, number]].slice(-most);
          for (const name of 'abcde') expect(map.get(name)).toBe(Object.fromEntries(kept)[name]);
        }
      }),
    );
  });
});

describe('createCircuitBreaker', () => {
  it('asks a cache that failed again after ten seconds', async () => {
    let time = 5_000_000;
    const ask = createCircuitBreaker(() => time);
    await ask(() => Promise.reject(new Error('down')));
    time += 9_999;
    expect(await ask(() => 1)).toBeUndefined();
    time += 1;
    expect(await ask(() => 1)).toBe(1);
  });
});

describe('TokenKeeper', () => {
  it('uses a token until a minute or a tenth of its life before its end, and at most a day', async () => {
    const lives = fc.oneof(
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 86_000, max: 90_000 }),
      fc.constant(undefined),
    );
    await fc.assert(
      fc.asyncProperty(lives, async (expires_in) => {
        let time = 0;
        let issued = 0;
        const tokens = new TokenKeeper({
          credentials: () => ({
            tokenUrl: 'https://a.example',
            clientId: 'a',
            clientSecret: 'b',
            scope: 'c',
          }),
          issue: () => Promise.resolve({ access_token: `t${++issued}`, expires_in }),
          now: () => time,
        });
        const life = Math.min(expires_in ?? 300, 86_400);
        const used = Math.round((life - Math.min(60, life / 10)) * 1000);
        for (const [at, count] of [
          [0, 1],
          [used - 1, 1],
          [used + 1, 2],
        ] as const) {
          time = at;
          await tokens.get();
          expect(issued, `after ${at} ms of ${life} s`).toBe(count);
        }
      }),
    );
  });
});
