/** Laws of tokens: what is said is read, for as long as is said, by the keys that may and no others. */
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { isId } from '../../../src/api/checks/input.js';
import { createRememberingVerifier } from '../../../src/publisher/tokens/remembered-tokens.js';
import { symmetricKeys, verificationKeys } from '../../../src/publisher/tokens/signing-key.js';
import {
  createSubscribeToken,
  verifySubscribeToken,
  type SubscribeTokenClaims,
} from '../../../src/publisher/tokens/subscribe-token.js';
import { expectAtLeast, expectAtMost } from '../../support/laws/limits.js';
import { roundTrip } from '../../support/laws/round-trip.js';

const secret = 'a-shared-secret-of-at-least-256-bits!';
const other = 'another-shared-secret-of-256-bits-or-more';
const now = Date.parse('2026-01-02T03:04:05Z');
const keys = verificationKeys(secret);
const ids = fc.string({ minLength: 1, maxLength: 12 }).filter(isId);
const at = (ms: number) => ({ now: () => now + ms });
const claims = (more: object = {}) =>
  ({ email: 'a@b.example', sku: 's', ...more }) as SubscribeTokenClaims;

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error as { code: string }).code,
  );

describe('createSubscribeToken and verifySubscribeToken', () => {
  const members = fc.oneof(
    ids.map((userId) => ({ userId })),
    fc.emailAddress().map((email) => ({ email })),
  );
  const origins = fc.constantFrom(
    undefined,
    'https://a.example',
    'http://localhost:3000',
    'https://xn--bcher-kva.example',
  );

  it('say who asks, for what and from where', () =>
    roundTrip(
      fc.record({ member: members, sku: ids, origin: origins }),
      ({ member, sku, origin }) =>
        createSubscribeToken({ ...member, sku, origin } as SubscribeTokenClaims, secret, at(0)),
      async (token) => (await verifySubscribeToken(token, keys, at(0))).verified,
    ));

  it('take 1 to 3,600 whole seconds', async () => {
    const fits = (expiresIn: unknown) =>
      succeeds(createSubscribeToken(claims({ expiresIn }), secret));
    await expectAtMost(3600, fits);
    await expectAtLeast(1, fits);
    for (const wrong of [1.5, NaN, Infinity, '60', null]) expect(await fits(wrong)).toBe(false);
  });

  it('end at the second that was said, 300 by default', async () => {
    for (const expiresIn of [undefined, 1, 60, 3600]) {
      const token = await createSubscribeToken(claims({ expiresIn }), secret, at(0));
      const life = (expiresIn ?? 300) * 1000;
      const codes = [-5000, 0, life - 1, life].map((ms) =>
        codeOf(verifySubscribeToken(token, keys, at(ms))),
      );
      expect(await Promise.all(codes)).toEqual(['ok', 'ok', 'ok', 'token-expired']);
      expect(await codeOf(verifySubscribeToken(token, keys, at(-5001)))).toBe('token-invalid');
    }
  });

  it('name one member, by an address or an ID', async () => {
    for (const wrong of [
      { email: undefined },
      { userId: 'a' },
      { email: '' },
      { email: 'a' },
      { sku: '' },
      { sku: '.' },
      { origin: '' },
      { origin: 'https://a.example/' },
      { origin: '*' },
      { origin: 'HTTPS://a.example' },
    ])
      expect(await codeOf(createSubscribeToken(claims(wrong), secret)), JSON.stringify(wrong)).toBe(
        'bad-input',
      );
  });

  it('accept no token of another kind, audience, life or key', async () => {
    const seconds = now / 1000;
    const payload = { sub_format: 'email', sub: 'a@b.example', sku: 's', jti: '1' };
    const make = ({
      typ = 'pps-subscribe+jwt',
      aud = 'private-podcast-subscribe',
      iat = seconds,
      exp = seconds + 60,
      key = secret,
      more = {},
    } = {}) =>
      new SignJWT({ ...payload, ...more })
        .setProtectedHeader({ alg: 'HS256', typ })
        .setAudience(aud)
        .setIssuedAt(iat)
        .setExpirationTime(exp)
        .sign(new TextEncoder().encode(key));
    const read = async (given: Parameters<typeof make>[0]) =>
      codeOf(verifySubscribeToken(await make(given), keys, at(0)));
    expect(await read({})).toBe('ok');
    for (const wrong of [
      { typ: 'JWT' },
      { aud: 'other' },
      { key: other },
      { iat: seconds + 6 },
      { iat: seconds, exp: seconds + 3601 },
      { more: { sub_format: 'iss' } },
      { more: { sku: 1 } },
      { more: { origin: 'a' } },
      { more: { sub: 'nobody' } },
    ])
      expect(await read(wrong), JSON.stringify(wrong)).toBe('token-invalid');
    await expectAtMost(3600, async (life) => (await read({ exp: seconds + life })) === 'ok');
    await expectAtMost(5, async (ahead) => (await read({ iat: seconds + ahead })) === 'ok');
  });
});

describe('verificationKeys', () => {
  it('verify with each of several secrets, and make with the first', async () => {
    const list = [secret, other, 'a-third-shared-secret-of-256-bits-or-more'];
    for (const [place, one] of list.entries()) {
      const token = await createSubscribeToken(claims(), [one, ...list], at(0));
      for (const [index, each] of list.entries()) {
        expect(await succeeds(verifySubscribeToken(token, verificationKeys(each), at(0)))).toBe(
          index === place,
        );
      }
      expect(await succeeds(verifySubscribeToken(token, verificationKeys(list), at(0)))).toBe(true);
    }
  });

  it('take 32 bytes, as text or as bytes', async () => {
    const random = (size: number) => '!Aa1'.repeat(20).slice(0, size);
    const fits = (key: string | Uint8Array) => {
      try {
        return verificationKeys(key).length === 1;
      } catch {
        return false;
      }
    };
    await expectAtLeast(32, (size) => fits(random(size)));
    await expectAtLeast(32, (size) => fits(new TextEncoder().encode(random(size))));
    expect(fits(`${random(30)}é`)).toBe(true);
    for (const none of [undefined, null, '', []])
      expect(() => verificationKeys(none as never)).toThrow('missing');
    expect(symmetricKeys([secret, other]).map((key) => new TextDecoder().decode(key))).toEqual([
      secret,
      other,
    ]);
    expect(symmetricKeys(undefined)).toEqual([]);
  });
});

describe('createRememberingVerifier', () => {
  it('says of a token at any time what one that remembers nothing says', async () => {
    const token = await createSubscribeToken(claims({ expiresIn: 60 }), secret, at(0));
    const times = fc.array(fc.constantFrom(-6000, -5001, -5000, 0, 1, 59_999, 60_000, 60_001), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(times, async (all) => {
        let time = now;
        const verify = createRememberingVerifier(keys, { now: () => time });
        for (const ms of all) {
          time = now + ms;
          expect(await codeOf(verify(token))).toBe(
            await codeOf(verifySubscribeToken(token, keys, at(ms))),
          );
        }
      }),
    );
  });
});
