import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
} from 'jose';
import { describe, expect, it } from 'vitest';
import {
  verificationKeys,
  type SubscribeSecret,
  type SubscribeSecrets,
} from '../../../src/publisher/tokens/signing-key.js';
import {
  createSubscribeToken,
  verifySubscribeToken,
  type Clock,
  type VerifiedToken,
} from '../../../src/publisher/tokens/subscribe-token.js';
import { failure } from '../../support/operator/failures.js';
import { secrets } from '../../support/operator/operator.js';
import { clock, member, now, page, secret, tokenFor } from '../../support/publisher/member.js';
import { publicKeyForms, randomForms } from './key-cases.js';

/** Reads a token as the handler does. */
async function verify(
  token: string,
  keys: SubscribeSecrets,
  time: Clock = {},
): Promise<VerifiedToken> {
  return (await verifySubscribeToken(token, verificationKeys(keys), time)).verified;
}

const seconds = now / 1000;

describe('createSubscribeToken: claims', () => {
  it('writes member, product, origin, lifetime and type', async () => {
    const token = await tokenFor({ origin: page });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'pps-subscribe+jwt' });
    expect(decodeJwt(token)).toEqual({
      sub: secrets.email,
      sub_format: 'email',
      sku: 'sid:one',
      origin: page,
      aud: 'private-podcast-subscribe',
      iat: seconds,
      exp: seconds + 300,
      jti: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    });
  });

  it('gives each token another ID', async () => {
    expect(decodeJwt(await tokenFor()).jti).not.toBe(decodeJwt(await tokenFor()).jti);
  });

  it.each([
    ['userId', { email: undefined, userId: 'a b' }],
    ['sku', { sku: '' }],
    ['email', { email: 'jane' }],
    ['expiresIn', { expiresIn: 0 }],
    ['origin', { origin: 'null' }],
  ])('names an invalid `%s` in the message', async (field, claims) => {
    const { message } = await failure(tokenFor(claims));
    expect(message).toMatch(`\`${field}\``);
  });
});

const claims = { sub: secrets.email, sub_format: 'email', sku: 'sid:one' };

/** A token as anyone might write it. */
const made = (more: object = {}, header: object = {}, key = new TextEncoder().encode(secret)) =>
  new SignJWT({
    ...claims,
    aud: 'private-podcast-subscribe',
    iat: seconds,
    exp: seconds + 300,
    jti: 'j',
    ...more,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'pps-subscribe+jwt', ...header })
    .sign(key);

describe('verifySubscribeToken: invalid tokens', () => {
  it.each<[string, () => Promise<string>]>([
    ['no audience', () => made({ aud: undefined })],
    ['no type', () => made({}, { typ: undefined })],
    ['another algorithm of the same key', () => made({}, { alg: 'HS512' })],
    ['no expiry', () => made({ exp: undefined })],
    ['no ID', () => made({ jti: undefined })],
    ['no subject', () => made({ sub: undefined })],
    ['an empty sku', () => made({ sku: '' })],
    ['an empty subject', () => made({ sub: '' })],
    ['a subject that is not an e-mail address', () => made({ sub: 'jane' })],
    ['a numeric subject', () => made({ sub: 7 })],
    ['an empty user ID', () => made({ sub: '', sub_format: 'opaque' })],
    ['a user ID that is a path', () => made({ sub: '..', sub_format: 'opaque' })],
    ['an empty ID', () => made({ jti: '' })],
    ['a numeric ID', () => made({ jti: 7 })],
    ['an empty origin', () => made({ origin: '' })],
    ['no time of issue', () => made({ iat: undefined })],
    ['a time of issue that is text', () => made({ iat: String(seconds) })],
    ['an expiry before its time of issue', () => made({ iat: seconds + 4, exp: seconds + 3 })],
    ['an expiry at its time of issue', () => made({ iat: seconds + 4, exp: seconds + 4 })],
    ['another algorithm than its key', () => made({}, { alg: 'HS384' })],
    ['nonsense for parts', () => Promise.resolve('a.b.c')],
    [
      'no signature',
      async () => {
        const [, body] = (await made()).split('.');
        const head = JSON.stringify({ alg: 'none', typ: 'pps-subscribe+jwt' });
        return `${Buffer.from(head).toString('base64url')}.${body}.`;
      },
    ],
    [
      'other claims than were signed',
      async () => {
        const [head, body, signature] = (await made()).split('.');
        const changed = JSON.stringify({ ...decodeJwt(`${head}.${body}.`), sku: 'sid:two' });
        return [head, Buffer.from(changed).toString('base64url'), signature].join('.');
      },
    ],
  ])('refuses a token with %s', async (_, make) => {
    const error = await failure(verify(await make(), secret, clock));
    expect(error.code).toBe('token-invalid');
  });
});

describe('verifySubscribeToken: valid tokens', () => {
  it.each<[string, () => Promise<string>]>([
    ['an unknown key ID', () => made({}, { kid: 'other' })],
    ['unknown claims', () => made({ nonce: 'n', nbf: seconds })],
  ])('accepts a token with %s', async (_, make) => {
    expect(await verify(await make(), secret, clock)).toEqual({
      member: { email: secrets.email },
      sku: 'sid:one',
      origin: undefined,
    });
  });
});

describe('verifySubscribeToken: messages', () => {
  const messageFor = async (token: string) => (await failure(verify(token, secret, clock))).message;

  it.each(['undefined', 'null', '[object Promise]', 'a.b', ''])(
    'does not blame the secret for %j',
    async (token) => {
      expect(await messageFor(token)).toMatch(/not a token.+passes on/);
      expect(await messageFor(token)).not.toContain('secret');
    },
  );

  it('names the claim that is wrong', async () => {
    expect(await messageFor(await made({ jti: 7 }))).toContain('`jti`');
    expect(await messageFor(await made({ sub: '' }))).toContain('`sub`');
    expect(await messageFor(await made({ exp: seconds + 9_999 }))).toContain('`exp`');
  });
});

describe('createSubscribeToken: several secrets', () => {
  it('accepts secrets of different kinds', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const token = await createSubscribeToken(member, [privateKey, secret], clock);
    expect(await verify(token, [secret, publicKey], clock)).toMatchObject({
      sku: 'sid:one',
    });
    await verify(await tokenFor(), [publicKey, secret], clock);
  });

  it('tells secrets apart by their key IDs', async () => {
    const keyOf = (kid: string, fill: number) => ({
      kty: 'oct',
      k: Buffer.from(new Uint8Array(32).fill(fill)).toString('base64url'),
      kid,
    });
    const [a, b] = [keyOf('a', 1), keyOf('b', 2)];
    const token = await createSubscribeToken(member, [a, b], clock);
    expect(decodeProtectedHeader(token).kid).toBe('a');
    await verify(token, [b, a], clock);
    // The key that the token names did not sign it: another key that did does not count.
    const renamed = await createSubscribeToken(member, { ...a, kid: 'b' }, clock);
    expect((await failure(verify(renamed, [a, b], clock))).code).toBe('token-invalid');
  });

  it('writes the key ID of an asymmetric key too', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = { ...(await exportJWK(privateKey)), kid: 'k1' };
    const token = await createSubscribeToken(member, jwk, clock);
    expect(decodeProtectedHeader(token).kid).toBe('k1');
    await verify(token, [secret, jwk], clock);
  });
});

describe('createSubscribeToken: RSA keys', () => {
  it.each(['RS256', 'PS256'])('refuses a key of less than 2048 bits for %s', async (alg) => {
    const name = alg === 'RS256' ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS';
    const pair = await crypto.subtle.generateKey(
      { name, hash: 'SHA-256', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]) },
      true,
      ['sign', 'verify'],
    );
    const jwk = { ...(await exportJWK(pair.privateKey)), alg };
    for (const key of [pair.privateKey, jwk]) {
      const error = await failure(createSubscribeToken(member, key, clock));
      expect(error.message).toMatch(/^`secret` is a weak RSA key/);
    }
    const reading = verify(await tokenFor(), pair.publicKey, clock);
    expect((await failure(reading)).code).toBe('config');
  });
});

describe('createSubscribeToken: keys', () => {
  const algorithms = ['ES256', 'EdDSA', 'RS256', 'PS256'] as const;

  describe.each(algorithms)('%s', (alg) => {
    async function keys() {
      const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
      const named = alg === 'PS256' ? { alg } : {};
      return {
        privateKey,
        publicKey,
        privateJwk: { ...(await exportJWK(privateKey)), ...named },
        publicJwk: { ...(await exportJWK(publicKey)), ...named },
      };
    }

    it('signs with the private key and verifies with the public one, in both forms', async () => {
      const { privateKey, publicKey, privateJwk, publicJwk } = await keys();
      for (const signer of [privateKey, privateJwk]) {
        const token = await createSubscribeToken(member, signer, clock);
        expect(decodeProtectedHeader(token).alg).toBe(alg);
        for (const reader of [publicKey, publicJwk, privateJwk]) {
          expect(await verify(token, reader, clock)).toMatchObject({
            sku: 'sid:one',
          });
        }
      }
    });

    it('does not sign with the public key', async () => {
      const { publicKey, publicJwk } = await keys();
      for (const key of [publicKey, publicJwk]) {
        const error = await failure(createSubscribeToken(member, key, clock));
        expect(error.code).toBe('config');
        expect(error.message).toContain('private');
      }
    });

    it('does not verify with a key that is meant for another algorithm', async () => {
      const { privateKey, publicJwk } = await keys();
      const token = await createSubscribeToken(member, privateKey, clock);
      const reading = verify(token, { ...publicJwk, alg: 'HS256' }, clock);
      expect((await failure(reading)).code).toBe('config');
    });

    it('refuses a token that was signed with the public key as a shared secret', async () => {
      const { publicKey, publicJwk } = await keys();
      const shared = new TextEncoder().encode(JSON.stringify(publicJwk));
      const token = await made({}, {}, shared);
      const error = await failure(verify(token, publicKey, clock));
      expect(error.code).toBe('token-invalid');
    });

    it('refuses the text of its public key as a shared secret, in any form', async () => {
      const { publicKey, publicJwk } = await keys();
      const forms = publicKeyForms(await exportSPKI(publicKey), publicJwk);
      for (const form of forms) {
        const secrets = typeof form === 'string' ? [form, new TextEncoder().encode(form)] : [form];
        for (const each of secrets) {
          const error = await failure(createSubscribeToken(member, each, clock));
          expect(error.code).toBe('config');
          expect(error.message).toMatch(/^`secret` is the text of a key/);
        }
      }
    });
  });

  it('refuses the bare `x` of a public key as a shared secret', async () => {
    for (const alg of ['ES256', 'EdDSA']) {
      const { publicKey } = await generateKeyPair(alg, { extractable: true });
      const { x = '' } = await exportJWK(publicKey);
      const { code, message } = await failure(createSubscribeToken(member, x, clock));
      expect(code).toBe('config');
      expect(message).toMatch(/^`secret` is written like the `x` of a public key/);
    }
  });

  it('accepts random text in the forms that are common', async () => {
    for (const form of randomForms(200)) await createSubscribeToken(member, form, clock);
  });

  it('does not verify with a CryptoKey that can only sign', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const token = await createSubscribeToken(member, privateKey, clock);
    const { code, message } = await failure(verify(token, privateKey, clock));
    expect(code).toBe('config');
    expect(message).toMatch(/^`secret` cannot verify/);
  });

  it('accepts 256 bits in any form', async () => {
    const bytes = new Uint8Array(32).fill(7);
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify']);
    const k = Buffer.from(bytes).toString('base64url');
    const forms: SubscribeSecret[] = [bytes, key, { kty: 'oct', k }, '\u0007'.repeat(32)];
    for (const made of forms) {
      const token = await createSubscribeToken(member, made, clock);
      for (const read of forms) await verify(token, read, clock);
    }
  });

  it.each<[string, object]>([
    ['an EC key on the curve of another', { kty: 'EC', crv: 'Ed25519', x: 'x', d: 'd' }],
    ['an OKP key on the curve of another', { kty: 'OKP', crv: 'P-256', x: 'x', d: 'd' }],
    ['a key for key agreement', { kty: 'OKP', crv: 'X25519', x: 'x', d: 'd' }],
    ['a key on another curve', { kty: 'EC', crv: 'P-384', x: 'x', y: 'y', d: 'd' }],
    ['a key for another algorithm', { kty: 'EC', crv: 'P-256', alg: 'RS256', d: 'd' }],
    ['a symmetric key without its bytes', { kty: 'oct', d: 'd' }],
    ['a key of an unknown type', { kty: 'AKP', k: 'A'.repeat(43), d: 'd' }],
    ['nothing', {}],
  ])('refuses an unsupported kind of JWK: %s', async (_, jwk) => {
    const { code, message } = await failure(createSubscribeToken(member, jwk, clock));
    expect(code).toBe('config');
    expect(message).toMatch(/^`secret` is a JWK of an unsupported kind/);
  });

  const weak = async () => {
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    return crypto.subtle.importKey('raw', new Uint8Array(31), hmac, false, ['sign', 'verify']);
  };
  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['an empty text', () => ''],
    ['31 bytes', () => new Uint8Array(31)],
    ['31 letters', () => 'x'.repeat(31)],
    ['31 bytes as a CryptoKey', weak],
    ['a short JWK', () => ({ kty: 'oct', k: 'c2hvcnQ' })],
    ['a PEM text', () => `-----BEGIN PUBLIC KEY-----\n${'A'.repeat(64)}\n-----END PUBLIC KEY-----`],
    ['a JWK that is broken', () => ({ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' })],
    ['a CryptoKey of another hash', async () => (await generateKeyPair('RS512')).privateKey],
  ])('refuses %s as a secret', async (_, make) => {
    const error = await failure(
      createSubscribeToken(member, (await make()) as SubscribeSecret, clock),
    );
    expect(error.code).toBe('config');
    expect(error.message).toMatch(/^`secret`/);
  });
});
