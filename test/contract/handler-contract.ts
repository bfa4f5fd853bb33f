/**
 * What every subscribe handler answers (docs/interface.md 11), whatever it is written in. Whoever runs
 * these tests says where the handler is.
 */
import { describe, expect, it } from 'vitest';
import { page, secret } from '../support/member.js';
import { secrets } from '../support/operator.js';
import { describeAfterwards } from './handler-afterwards.js';
import {
  forged,
  problemOf,
  tokenOf,
  unsigned,
  useHandler,
  type StartHandler,
} from './handler-requests.js';

/** Runs the tests. */
export function describeHandler(name: string, start: StartHandler): void {
  describe(name, () => {
    describeFeed(start);
    describeAfterwards(start);
  });
}

function describeFeed(start: StartHandler): void {
  describe('the feed', () => {
    const { operator, handler, urlWith, send, ask } = useHandler(start);

    describe('a valid token', () => {
      it('gets the Subscription, which no cache may keep', async () => {
        const response = await ask(await tokenOf(), { origin: page });
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe('application/json');
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(await response.json()).toEqual({
          feedUrl: secrets.feedUrl,
          title: 'The Member Show',
          sku: 'sid:one',
          consumeUrl: `${operator().url}/consume`,
          parserUrl: operator().url,
          parserFormat: 'service',
          handoff: true,
        });
        expect(handler().log()).toBe('');
        const [onboarding] = operator().asked('POST /vault/entitlements/auto-onboard');
        expect(JSON.parse(onboarding!.body)).toEqual({
          onboardingOriginId: 'origin-1',
          userId: 'email|5f1',
          sku: 'sid:one',
          origin: 'EXTERNAL',
        });
        expect(operator().asked('GET /profile')[0]?.path).toBe(
          `/profile/email/${encodeURIComponent(secrets.email)}?forceCreation=true`,
        );
      });

      it('may name the member by user ID', async () => {
        const token = await tokenOf({ email: undefined, userId: 'email|5f1' });
        expect((await ask(token)).status).toBe(200);
        expect(operator().asked('GET /profile')).toEqual([]);
      });

      it('is written by the scheme in any case', async () => {
        for (const scheme of ['bearer ', 'BEARER ', 'Bearer   ']) {
          expect((await send({ authorization: scheme + (await tokenOf()) })).status).toBe(200);
        }
      });
    });

    describe('another token', () => {
      it.each<[string, () => string | Promise<string>, string]>([
        ['expired', () => tokenOf({}, secret, Date.now() - 300_000), 'token-expired'],
        [
          'tampered',
          async () => (await tokenOf()).replace(/\.[^.]+\./, '.eyJzdWIiOiJ4In0.'),
          'token-invalid',
        ],
        [
          'for another origin',
          () => tokenOf({ origin: 'https://elsewhere.example' }),
          'token-invalid',
        ],
        ['of another key', () => tokenOf({}, `${secret}.`), 'token-invalid'],
        ['without a signature', unsigned, 'token-invalid'],
        ['of another type', () => forged({ typ: 'JWT' }), 'token-invalid'],
        ['for another audience', () => forged({ aud: 'another' }), 'token-invalid'],
        ['that lasts too long', () => forged({ lifetime: 3601 }), 'token-invalid'],
        ['from the future', () => forged({ begins: 60 }), 'token-invalid'],
        ['without an e-mail address', () => forged({ sub: 'jane' }), 'token-invalid'],
        ['without a podcast', () => forged({ sku: undefined }), 'token-invalid'],
      ])('%s is a 401', async (_, make, code) => {
        const response = await ask(await make(), { origin: page });
        expect(response.status).toBe(401);
        expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
        expect(response.headers.get('access-control-allow-origin')).toBe(page);
        expect(await problemOf(response)).toBe(code);
        expect(operator().seen).toEqual([]);
      });

      it('none is a 401 that asks for one', async () => {
        const token = await tokenOf();
        for (const authorization of [
          '',
          'Basic dTpw',
          'Bearer',
          'Bearer a b',
          `DPoP Bearer ${token}`,
        ]) {
          const response = await send({ authorization });
          expect(response.status).toBe(401);
          expect(response.headers.get('www-authenticate')).toBe('Bearer');
          expect(await problemOf(response)).toBe('token-invalid');
        }
        expect((await send({}, { url: urlWith(`token=${token}`) })).status).toBe(401);
      });
    });

    it.each<[string, (own: string) => Record<string, string>, number, number]>([
      ['with that origin', () => ({ origin: page }), 200, 401],
      ['on a page of the handler’s origin', () => ({ 'sec-fetch-site': 'same-origin' }), 401, 200],
      ['on a page of the same site', () => ({ 'sec-fetch-site': 'same-site' }), 401, 401],
      ['in no browser', () => ({}), 401, 401],
      [
        'with a POST’s origin',
        (own) => ({ origin: own, 'sec-fetch-site': 'same-origin' }),
        401,
        200,
      ],
    ])('a token that is bound to an origin is good %s', async (_, headersOf, bound, ownBound) => {
      const own = new URL(handler().url).origin;
      const statusOf = async (origin: string) =>
        (await ask(await tokenOf({ origin }), headersOf(own))).status;
      expect(await statusOf(page)).toBe(bound);
      expect(await statusOf(own)).toBe(ownBound);
    });

    describe('pages of other origins', () => {
      it.each([
        'https://club.example.com.evil.example',
        'http://club.example.com',
        'https://club.example.com:8443',
        'null',
      ])('%s may not ask', async (origin) => {
        const response = await ask(await tokenOf(), { origin, 'sec-fetch-site': 'cross-site' });
        expect(response.status).toBe(403);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        expect(response.headers.get('vary')).toContain('Origin');
        expect(await problemOf(response)).toBe('forbidden');
        expect(operator().seen).toEqual([]);
      });

      const preflight = (origin: string) =>
        send(
          {
            origin,
            'access-control-request-method': 'GET',
            'access-control-request-headers': 'authorization',
          },
          { method: 'OPTIONS' },
        );

      it('may where they are listed, without cookies', async () => {
        for (const response of [
          await ask(await tokenOf(), { origin: page }),
          await preflight(page),
        ]) {
          expect(response.ok).toBe(true);
          expect(response.headers.get('access-control-allow-origin')).toBe(page);
          expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After');
          expect(response.headers.get('access-control-allow-credentials')).toBeNull();
          expect(response.headers.get('vary')).toContain('Origin');
        }
      });

      it('get an answer to a preflight', async () => {
        const { status, headers } = await preflight(page);
        expect(status).toBe(204);
        expect(headers.get('allow')).toBe('GET, POST, OPTIONS');
        expect(headers.get('access-control-allow-methods')).toBe('GET, POST');
        expect(headers.get('access-control-allow-headers')).toBe('authorization');
        expect(headers.get('access-control-max-age')).toBe('600');
        const refused = await preflight('https://evil.example');
        expect(refused.status).toBe(403);
        expect(refused.headers.get('access-control-allow-origin')).toBeNull();
      });
    });

    it.each(['POST', 'PUT', 'DELETE', 'HEAD'])('%s is not allowed', async (method) => {
      const response = await ask(await tokenOf(), {}, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, POST, OPTIONS');
      if (method !== 'HEAD') expect(await problemOf(response)).toBe('bad-input');
    });

    it.each<[string, () => unknown, number, string, string | null]>([
      ['no access', () => operator().answer('POST /vault', { body: [] }), 403, 'no-access', null],
      ['a service that is down', () => operator().close(), 503, 'unavailable', null],
      [
        'a gateway',
        () => operator().answer('POST /vault', { status: 502, body: '<h1>' }),
        503,
        'unavailable',
        null,
      ],
      ['a time-out', () => operator().answer('POST /vault', 'never'), 504, 'timeout', null],
      [
        'a limit',
        () => operator().answer('POST /vault', { status: 429, headers: { 'retry-after': '30' } }),
        429,
        'rate-limited',
        '30',
      ],
      [
        'a redirect',
        () =>
          operator().answer('GET /profile', {
            status: 302,
            headers: { location: 'https://evil.example/' },
          }),
        502,
        'bad-response',
        null,
      ],
      [
        'a wrong client secret',
        () =>
          operator().answer('POST /oauth', { status: 403, body: { message: 'Client not found' } }),
        502,
        'bad-response',
        null,
      ],
      [
        'a script for a feed',
        () =>
          operator().answer('GET /vault', {
            body: [{ type: 'feed', mimeType: 'application/rss+xml', url: 'javascript:alert(1)' }],
          }),
        502,
        'bad-response',
        null,
      ],
    ])('%s of the operator', async (_, fault, status, code, retryAfter) => {
      await fault();
      const response = await ask(await tokenOf(), { origin: page });
      expect(response.status).toBe(status);
      expect(response.headers.get('retry-after')).toBe(retryAfter);
      expect(response.headers.get('access-control-allow-origin')).toBe(page);
      expect(await problemOf(response)).toBe(code);
    });

    describe('a page that is opened again', () => {
      it('costs the operator no call, nor does a hand-off', async () => {
        const first: unknown = await (await ask(await tokenOf())).json();
        expect(operator().seen).toHaveLength(4);
        const again = await ask(await tokenOf());
        expect(await again.json()).toEqual(first);
        const made = await ask(await tokenOf(), {}, { method: 'POST', url: urlWith('handoff') });
        expect(made.status).toBe(200);
        expect(operator().seen).toHaveLength(4);
        // Another member's feed is another.
        await ask(await tokenOf({ email: 'other@example.org' }));
        expect(operator().seen).toHaveLength(7);
      });

      it('costs none for a member without access', async () => {
        operator().answer('POST /vault', { body: [] });
        const answers = [await ask(await tokenOf()), await ask(await tokenOf())];
        expect(answers.map(({ status }) => status)).toEqual([403, 403]);
        expect(operator().seen).toHaveLength(3);
      });
    });

    describe('the access token', () => {
      it('is asked for once, however many ask at once', async () => {
        const token = await tokenOf();
        const answers = await Promise.all(Array.from({ length: 4 }, () => ask(token)));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        expect((await ask(token)).status).toBe(200);
        expect(operator().asked('POST /oauth/token')).toHaveLength(1);
      });

      it('is replaced once if it is refused', async () => {
        const profile = { body: { id: 'email|5f1' } };
        operator().answer('GET /profile', [{ status: 401 }, profile]);
        expect((await ask(await tokenOf())).status).toBe(200);
        expect(operator().asked('POST /oauth/token')).toHaveLength(2);
        operator().answer('GET /profile', { status: 401 });
        expect((await ask(await tokenOf({ email: 'other@example.org' }))).status).toBe(502);
        expect(operator().asked('POST /oauth/token')).toHaveLength(3);
      });
    });
  });
}
