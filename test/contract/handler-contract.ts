/**
 * The tests that every subscribe handler passes (docs/interface.md 11), in any language and with any
 * service behind it. The caller starts the handler.
 */
import { describe, expect, it } from 'vitest';
import { page, secret } from '../support/publisher/member.js';
import { describeExtensions, describeHandoff } from './handler-afterwards.js';
import { describeOperator } from './handler-operator.js';
import {
  forged,
  problemOf,
  tokenOf,
  unsigned,
  useHandler,
  type StartHandler,
} from './handler-requests.js';

/** Tests a handler that asks an operator. */
export function describeHandler(name: string, start: StartHandler): void {
  describe(name, () => {
    describeFeed(start);
    describeHandoff(start);
    describeOperator(start);
    describeExtensions(start);
  });
}

/** Tests a handler that answers from feeds of its own, without an operator. */
export function describeOwnHandler(name: string, start: StartHandler): void {
  describe(name, () => {
    describeFeed(start);
    describeHandoff(start);
  });
}

function describeFeed(start: StartHandler): void {
  describe('the Subscription', () => {
    const { operator, handler, expected, urlWith, send, ask } = useHandler(start);

    describe('a valid token', () => {
      it('is answered with the Subscription, which no cache may keep', async () => {
        const response = await ask(await tokenOf(), { origin: page });
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe('application/json');
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(await response.json()).toEqual(expected());
        expect(handler().log()).toBe('');
      });

      it('is accepted with the scheme Bearer in any case', async () => {
        for (const scheme of ['bearer ', 'BEARER ', 'Bearer   ']) {
          expect((await send({ authorization: scheme + (await tokenOf()) })).status).toBe(200);
        }
      });
    });

    describe('an invalid token', () => {
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
      ])('is answered with 401: %s', async (_, make, code) => {
        const response = await ask(await make(), { origin: page });
        expect(response.status).toBe(401);
        expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
        expect(response.headers.get('access-control-allow-origin')).toBe(page);
        expect(await problemOf(response)).toBe(code);
        expect(operator().seen).toEqual([]);
      });

      it('is asked for with 401 if there is none', async () => {
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
    ])('checks a token that is bound to an origin %s', async (_, headersOf, bound, ownBound) => {
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
      ])('are refused: %s', async (origin) => {
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

      it('are allowed if they are listed, without cookies', async () => {
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

    it.each(['POST', 'PUT', 'DELETE', 'HEAD'])('answers 405 to %s', async (method) => {
      const response = await ask(await tokenOf(), {}, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, POST, OPTIONS');
      if (method !== 'HEAD') expect(await problemOf(response)).toBe('bad-input');
    });
  });
}
