/** Tokens of a login that publishes its keys, from a real server on loopback. */
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createJwksVerifier,
  type JwksVerifierOptions,
} from '../../../src/publisher/tokens/jwks-verifier.js';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import { createSubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import { failure } from '../../support/operator/failures.js';
import { ask, page } from '../../support/publisher/member.js';
import {
  configFor,
  secrets,
  startOperator,
  type Operator,
} from '../../support/operator/operator.js';

const issuer = 'https://login.example';
const audience = 'podcast';

interface LoginKey {
  jwk: JWK;
  sign: (claims?: object, header?: object) => Promise<string>;
}

async function keyOf(kid: string | undefined, alg = 'ES256'): Promise<LoginKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  const claims = { email: secrets.email, sku: 'sid:one', iss: issuer, aud: audience };
  return {
    jwk: { ...(await exportJWK(publicKey)), alg, ...(kid && { kid }) },
    sign: (more, header) =>
      new SignJWT({ exp: Date.now() / 1000 + 60, ...claims, ...more })
        .setProtectedHeader({ alg, ...(kid && { kid }), ...header })
        .sign(privateKey),
  };
}

let first: LoginKey;
let second: LoginKey;
beforeAll(async () => {
  first = await keyOf('first');
  second = await keyOf('second');
});

let login: Operator;
const publish = (...keys: LoginKey[]) =>
  login.answer('GET /jwks', { body: { keys: keys.map(({ jwk }) => jwk) } });
beforeEach(async () => {
  login = await startOperator();
  publish(first);
});
afterEach(async () => {
  vi.useRealTimers();
  await login.close();
});

const verifierWith = (more: Partial<JwksVerifierOptions> = {}) =>
  createJwksVerifier({ jwksUrl: `${login.url}/jwks`, issuer, audience, ...more });

const codeOf = async (token: string, more?: Partial<JwksVerifierOptions>) =>
  (await failure(Promise.resolve(verifierWith(more)(token)))).code;

describe('createJwksVerifier: tokens', () => {
  it('reads member and podcast from the claims', async () => {
    expect(await verifierWith()(await first.sign())).toEqual({
      member: { email: secrets.email },
      sku: 'sid:one',
    });
    expect(login.asked('GET /jwks')).toHaveLength(1);
  });

  it('reads member and podcast with the functions `member` and `sku`', async () => {
    const verify = verifierWith({
      member: ({ sub }) => (sub ? { userId: sub } : undefined),
      sku: ({ plan }) => (plan === 'gold' ? 'sid:gold' : undefined),
    });
    const token = await first.sign({ sub: 'auth0|1', plan: 'gold' });
    expect(await verify(token)).toEqual({ member: { userId: 'auth0|1' }, sku: 'sid:gold' });
    const fixed = await verifierWith({ sku: 'sid:fixed' })(await first.sign({ sku: 'sid:x' }));
    expect(fixed.sku).toBe('sid:fixed');
  });

  it.each<[string, object, object?]>([
    ['another issuer', { iss: 'https://other.example' }],
    ['another audience', { aud: 'other' }],
    ['no expiry', { exp: undefined }],
    ['a beginning in the future', { nbf: Date.now() / 1000 + 60 }],
    ['no e-mail address', { email: undefined }],
    ['an e-mail address that is no text', { email: ['jane@example.com'] }],
    ['no podcast', { sku: undefined }],
    ['the ID of another key', {}, { kid: 'unknown' }],
  ])('refuses a token with %s', async (_, claims, header) => {
    expect(await codeOf(await first.sign(claims, header))).toBe('token-invalid');
  });

  it.each([false, 'false', 'False', 'TRUE', 'yes', '', 0, 1, null, {}, [true]])(
    'refuses an e-mail address whose `email_verified` is %j',
    async (email_verified) => {
      expect(await codeOf(await first.sign({ email_verified }))).toBe('token-invalid');
    },
  );

  it.each([true, 'true', undefined])(
    'accepts an e-mail address whose `email_verified` is %j',
    async (email_verified) => {
      const { member } = await verifierWith()(await first.sign({ email_verified }));
      expect(member).toEqual({ email: secrets.email });
    },
  );

  it('refuses a token that another key signed', async () => {
    expect(await codeOf(await second.sign({}, { kid: 'first' }))).toBe('token-invalid');
    expect(await codeOf('undefined')).toBe('token-invalid');
  });

  it('refuses another `typ` if one is required', async () => {
    expect(await codeOf(await first.sign(), { typ: 'at+jwt' })).toBe('token-invalid');
    const token = await first.sign({}, { typ: 'at+jwt' });
    expect(await verifierWith({ typ: 'at+jwt' })(token)).toMatchObject({ sku: 'sid:one' });
  });

  it('refuses an algorithm that is not allowed', async () => {
    const weak = await keyOf('weak', 'RS512');
    publish(weak);
    expect(await codeOf(await weak.sign())).toBe('token-invalid');
    expect(await verifierWith({ algorithms: ['RS512'] })(await weak.sign())).toBeDefined();
  });

  it('says what to switch on for a token that is signed with a shared secret', async () => {
    const legacy = await new SignJWT({ email: secrets.email, iss: issuer, aud: audience })
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(new TextEncoder().encode(JSON.stringify(first.jwk)));
    for (const verify of [verifierWith(), verifierWith({ algorithms: ['HS256', 'ES256'] })]) {
      const error = await failure(Promise.resolve(verify(legacy)));
      expect(error.code).toBe('token-invalid');
      expect(error.message).toContain('migrate to JWT signing keys');
    }
    expect(login.asked('GET /jwks')).toEqual([]);
  });

  it('reports an expired token', async () => {
    const seconds = Date.now() / 1000;
    expect(await codeOf(await first.sign({ exp: seconds - 6 }))).toBe('token-expired');
    const token = await first.sign({ exp: seconds + 60 });
    expect(await codeOf(token, { now: () => Date.now() + 66_000 })).toBe('token-expired');
  });
});

describe('createJwksVerifier: someone who is known but has no access', () => {
  it.each<[string, Partial<JwksVerifierOptions>]>([
    ['`member` returns undefined', { member: () => undefined }],
    ['`member` resolves to undefined', { member: () => Promise.resolve(undefined) }],
    ['`sku` returns undefined', { sku: () => undefined }],
    ['`sku` resolves to undefined', { sku: () => Promise.resolve(undefined) }],
  ])('throws no-access if %s', async (_, options) => {
    expect(await codeOf(await first.sign(), options)).toBe('no-access');
  });

  it('throws no-access only for a token that is valid', async () => {
    const asked = vi.fn(() => undefined);
    const token = await second.sign({}, { kid: 'first' });
    expect(await codeOf(token, { member: asked })).toBe('token-invalid');
    expect(asked).not.toHaveBeenCalled();
  });

  it.each(['member', 'sku'] as const)(
    'reports a failing `%s` as a config error without the claims',
    async (name) => {
      const options = { [name]: ({ email }: { email?: string }) => Promise.reject(Error(email)) };
      const error = await failure(Promise.resolve(verifierWith(options)(await first.sign())));
      expect(error).toMatchObject({ code: 'config' });
      expect(error.message).toContain(`\`${name}\``);
      expect(error.message).not.toContain(secrets.email);
      expect(error.cause).toBeUndefined();
    },
  );

  it('passes on the PrivatePodcastError that `member` throws', async () => {
    const refused = new PrivatePodcastError('no-access', 'The membership has ended.');
    const member = () => Promise.reject(refused);
    expect(await failure(Promise.resolve(verifierWith({ member })(await first.sign())))).toBe(
      refused,
    );
  });
});

describe('createJwksVerifier: keys', () => {
  it('fetches the keys once, and again for an unknown key', async () => {
    const verify = verifierWith();
    for (let i = 0; i < 3; i++) await verify(await first.sign());
    expect(login.asked('GET /jwks')).toHaveLength(1);
    publish(first, second);
    vi.useFakeTimers({ toFake: ['Date'] });
    // Within half a minute nobody can make us ask again.
    await failure(Promise.resolve(verify(await second.sign())));
    expect(login.asked('GET /jwks')).toHaveLength(1);
    vi.setSystemTime(Date.now() + 31_000);
    await verify(await second.sign());
    await verify(await first.sign());
    expect(login.asked('GET /jwks')).toHaveLength(2);
  });

  it.each<[string, () => void | Promise<void>, string]>([
    ['is down', () => login.close(), 'network'],
    ['answers with a page', () => login.answer('GET /jwks', { body: '<h1>' }), 'bad-response'],
    ['answers other JSON', () => login.answer('GET /jwks', { body: {} }), 'bad-response'],
  ])('keeps using the keys while their server %s', async (_, fault, code) => {
    const verify = verifierWith();
    await verify(await first.sign());
    await fault();
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(await verify(await first.sign())).toMatchObject({ sku: 'sid:one' });
    expect((await failure(Promise.resolve(verify(await second.sign())))).code).toBe(code);
  });

  it('keeps using the keys for an hour while none is published', async () => {
    const start = Date.now();
    let time = start;
    const verify = verifierWith({ now: () => time });
    vi.useFakeTimers({ toFake: ['Date'] });
    const after = async (minutes: number) => {
      time = start + minutes * 60_000;
      vi.setSystemTime(time);
      return verify(await first.sign({ exp: time / 1000 + 60 }));
    };
    await after(0);
    publish();
    for (const minutes of [11, 30, 70])
      expect(await after(minutes)).toMatchObject({ sku: 'sid:one' });
    expect((await failure(Promise.resolve(after(72)))).code).toBe('token-invalid');
    publish(first);
    expect(await after(83)).toMatchObject({ sku: 'sid:one' });
    // The hour begins anew.
    publish();
    expect(await after(94)).toMatchObject({ sku: 'sid:one' });
  });

  it.each<[string, () => void | Promise<void>, string]>([
    ['publishes no key', () => publish(), 'bad-response'],
    ['refuses the connection', () => login.close(), 'network'],
    ['does not answer', () => login.answer('GET /jwks', 'never'), 'timeout'],
    ['fails', () => login.answer('GET /jwks', { status: 503 }), 'unavailable'],
    ['answers 404', () => login.answer('GET /jwks', { status: 404 }), 'not-found'],
    ['answers with a page', () => login.answer('GET /jwks', { body: '<h1>' }), 'bad-response'],
    ['answers with nothing', () => login.answer('GET /jwks', {}), 'bad-response'],
    ['answers with other JSON', () => login.answer('GET /jwks', { body: [] }), 'bad-response'],
    [
      'redirects',
      () => login.answer('GET /jwks', { status: 302, headers: { location: '/x' } }),
      'bad-response',
    ],
  ])('reports an error if the server of the keys %s', async (_, fault, code) => {
    await fault();
    expect(await codeOf(await first.sign(), { timeout: code === 'timeout' ? 200 : 5000 })).toBe(
      code,
    );
  });

  it('accepts keys without IDs', async () => {
    const [one, other] = [await keyOf(undefined), await keyOf(undefined)];
    publish(one);
    expect(await verifierWith()(await one.sign())).toMatchObject({ sku: 'sid:one' });
    publish(one, other);
    for (const key of [one, other]) {
      expect(await verifierWith()(await key.sign())).toMatchObject({ sku: 'sid:one' });
    }
    const stranger = await keyOf(undefined);
    expect(await codeOf(await stranger.sign())).toBe('token-invalid');
  });
});

it.each<[string, object]>([
  ['jwksUrl', { jwksUrl: 'http://login.example/jwks' }],
  ['jwksUrl', { jwksUrl: '/jwks' }],
  ['issuer', { issuer: '' }],
  ['audience', { audience: undefined }],
  ['audience', { audience: [] }],
  ['timeout', { timeout: 0 }],
])('createJwksVerifier throws without a valid `%s`: %j', (field, options) => {
  expect(() => verifierWith(options)).toThrow(
    expect.objectContaining({
      code: 'config',
      message: expect.stringContaining(`\`${field}\``) as string,
    }),
  );
});

describe('createJwksVerifier: as verifyToken of the handler', () => {
  it('replaces the subscribe tokens', async () => {
    const handler = createSubscribeHandler({
      service: configFor(login.url),
      verifyToken: verifierWith(),
      allowedOrigins: [page],
      onError: () => undefined,
    });
    const response = await handler(ask(await first.sign()));
    expect(await response.json()).toMatchObject({ feedUrl: secrets.feedUrl });
    expect((await handler(ask(await second.sign()))).status).toBe(401);
  });
});
