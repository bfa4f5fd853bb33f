/** Laws of requests: when a call is repeated, how much of an answer is read, and what a path holds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consumePageUrl } from '../../../src/api/consume.js';
import { connections } from '../../../src/api/connections.js';
import { access, autoOnboard } from '../../../src/api/entitlements.js';
import { parserRequestUrl } from '../../../src/api/parser-url.js';
import { userByEmail } from '../../../src/api/profile.js';
import { readText } from '../../../src/api/requests/limited-body.js';
import { afterAnyFailure, afterRefusal, withRetries } from '../../../src/api/requests/retry.js';
import {
  errorCodes,
  PrivatePodcastError,
  type ErrorCode,
} from '../../../src/errors/private-podcast-error.js';
import { expectAtMost } from '../../support/laws/limits.js';
import { roundTrip } from '../../support/laws/round-trip.js';
import { same, spelt } from '../../support/laws/same.js';
import { anyCase } from '../../support/laws/spellings/text.js';
import { webUrls } from '../../support/laws/spellings/url.js';

describe('withRetries', () => {
  const failing = async (
    after: typeof afterAnyFailure,
    code: ErrorCode,
    {
      status,
      retryAfter,
      random = 0,
    }: { status?: number; retryAfter?: number; random?: number } = {},
  ) => {
    let [time, tries] = [0, 0];
    const waits: number[] = [];
    const error = await withRetries(
      () => {
        tries++;
        return Promise.reject(new PrivatePodcastError(code, 'It failed.', { status, retryAfter }));
      },
      {
        after,
        now: () => time,
        random: () => random,
        wait: (ms) => {
          time += ms;
          waits.push(ms);
          return Promise.resolve();
        },
      },
    ).catch((reason: unknown) => reason as PrivatePodcastError);
    return { tries, waits, retryAfter: error.retryAfter };
  };

  it('tries three times after what may pass, and once after all else', async () => {
    const passing = ['network', 'unavailable', 'rate-limited'];
    for (const code of errorCodes) {
      expect((await failing(afterAnyFailure, code)).tries, code).toBe(
        passing.includes(code) ? 3 : 1,
      );
      expect((await failing(afterRefusal, code)).tries, code).toBe(code === 'rate-limited' ? 3 : 1);
      expect((await failing(afterRefusal, code, { status: 409 })).tries, code).toBe(3);
    }
  });

  it('waits two seconds for a server at most, and doubles what it draws', async () => {
    await expectAtMost(
      2,
      async (retryAfter) =>
        (await failing(afterAnyFailure, 'unavailable', { retryAfter })).tries === 3,
    );
    expect((await failing(afterAnyFailure, 'network', { random: 0.5 })).waits).toEqual([100, 200]);
    expect(
      (await failing(afterAnyFailure, 'network', { random: 0.5, retryAfter: 1 })).waits,
    ).toEqual([1100, 1200]);
    expect((await failing(afterAnyFailure, 'rate-limited')).retryAfter).toBe(10);
    expect((await failing(afterAnyFailure, 'rate-limited', { retryAfter: 0 })).retryAfter).toBe(0);
    expect((await failing(afterAnyFailure, 'network')).retryAfter).toBeUndefined();
  });
});

describe('readText', () => {
  it('reads as many bytes as the limit, however they come', async () => {
    const answer = (bytes: Uint8Array, cut: number) =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            for (const piece of [bytes.slice(0, cut), bytes.slice(cut)])
              if (piece.length > 0) controller.enqueue(piece);
            controller.close();
          },
        }),
      );
    for (const cut of [0, 1, 7])
      await expectAtMost(
        8,
        async (size) =>
          (await readText(answer(new Uint8Array(size).fill(97), cut), 8))?.length === size,
      );
    await expectAtMost(
      8,
      async (size) =>
        (await readText(new Response('a', { headers: { 'content-length': String(size) } }), 8)) ===
        'a',
    );
    await roundTrip(
      fc
        .tuple(fc.string({ unit: 'grapheme' }), fc.nat(20))
        .map(([text, cut]) => ({ text: text.replace(/^\ufeff/, ''), cut })),
      ({ text, cut }) => ({ bytes: new TextEncoder().encode(text), cut }),
      async ({ bytes, cut }) => ({ text: await readText(answer(bytes, cut), 1000), cut }),
    );
  });
});

describe('the paths of calls', () => {
  const ids = fc
    .string({ minLength: 1, maxLength: 8 })
    .filter((id) => /^[^\s\p{Cc}\p{Cs}]+$/u.test(id) && !/^\.\.?$/.test(id));
  const asked = async (
    call: (
      request: (asked: { path: string; body?: string }) => Promise<unknown>,
    ) => Promise<unknown>,
  ) => {
    let seen: { path: string; body?: string } = { path: '' };
    await call((request) => {
      seen = request;
      return Promise.resolve([]);
    }).catch(() => undefined);
    const { pathname, searchParams } = new URL(`https://a.example${seen.path}`);
    return {
      parts: pathname.split('/').map(decodeURIComponent),
      query: Object.fromEntries(searchParams),
      body: seen.body,
    };
  };

  it('hold what was asked for (interface 4.2 to 4.5, service 5)', async () => {
    await fc.assert(
      fc.asyncProperty(ids, ids, async (one, other) => {
        expect(
          await asked((request) => access(request, one, { userId: other, format: one })),
        ).toMatchObject({
          parts: ['', 'vault', 'entitlements', one, 'access'],
          query: { userId: other, format: one },
        });
        expect(
          await asked((request) => connections(request, one, { userId: other })),
        ).toMatchObject({
          parts: ['', 'vault', 'entitlements', one, 'connections'],
          query: { userId: other },
        });
        const { body } = await asked((request) =>
          autoOnboard(request, { onboardingOriginId: 'o', userId: one, sku: other }),
        );
        expect(JSON.parse(body ?? '')).toEqual({
          onboardingOriginId: 'o',
          userId: one,
          sku: other,
          origin: 'EXTERNAL',
        });
      }),
    );
    const address = fc.stringMatching(/^[a-z0-9+/?#&%=_]{1,6}@a\.example$/);
    await fc.assert(
      fc.asyncProperty(
        address,
        fc.constantFrom(true, false, undefined),
        async (email, forceCreation) => {
          const { parts, query } = await asked((request) =>
            userByEmail(request, email, { forceCreation }),
          );
          expect(parts).toEqual(['', 'profile', 'email', email]);
          expect(query).toEqual(
            forceCreation === undefined ? {} : { forceCreation: String(forceCreation) },
          );
        },
      ),
    );
    const urlOf = (feed: string) => new URL(parserRequestUrl('https://p.example/a//', feed, 'f&g'));
    fc.assert(
      fc.property(
        webUrls,
        (feed) =>
          urlOf(feed).searchParams.get('url') === feed &&
          urlOf(feed).searchParams.get('format') === 'f&g' &&
          urlOf(feed).pathname === '/a/rss',
      ),
    );
  });
});

describe('consumePageUrl of the client', () => {
  it('reads a tag in either case and with either separator', async () => {
    const read = (tag: string) =>
      new URL(consumePageUrl('https://a.example/consume', 'https://b.example/f', tag)).pathname;
    const tags = (tag: string) => fc.constantFrom(tag, tag.replace('-', '_')).chain(anyCase);
    const expected: Record<string, string> = {
      en: 'en',
      'sv-FI': 'sv',
      'pt-BR': 'pt',
      'pt-PT': 'pt',
      nn: 'nb',
      'no-NO': 'nb',
      'el-GR': 'el',
      'zh-TW': 'zh',
    };
    await same(
      read,
      spelt(fc.constantFrom(...Object.keys(expected)), tags),
      (tag) => `/consume/${expected[tag]}`,
    );
  });
});
