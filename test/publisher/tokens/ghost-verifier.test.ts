/** Tokens as a Ghost site signs them, from a real server on loopback. `test/ghost` has Ghost itself. */
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createGhostVerifier,
  type GhostVerifierOptions,
} from '../../../src/publisher/tokens/ghost-verifier.js';
import { failure } from '../../support/operator/failures.js';
import { secrets, startOperator, type Operator } from '../../support/operator/operator.js';

const keysPath = '/members/.well-known/jwks.json';
const silver = '64f1c0ffee0000000000aaaa';
const gold = '64f1c0ffee0000000000bbbb';
/** The members of a token's payload that say who it is for and what they have. */
const paying = { paid: true, active_tier_ids: [silver] };
const free = { paid: false, active_tier_ids: [] };

interface GhostKey {
  jwk: JWK;
  sign: (claims?: object, alg?: string) => Promise<string>;
}

async function keyOf(kid: string): Promise<GhostKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS512', { extractable: true });
  const { kty, n, e } = await exportJWK(publicKey);
  return {
    // As Ghost publishes it: without `alg`.
    jwk: { kty, n, e, kid },
    sign: (claims, alg = 'RS512') => {
      const now = Math.floor(Date.now() / 1000);
      const payload = {
        sub: secrets.email,
        kid,
        scope: 'members:entitlements:read',
        member_uuid: 'f0e1',
        ...paying,
        jti: 'one',
        iat: now,
        exp: now + 300,
        aud: `${ghost.url}/members/api`,
        iss: `${ghost.url}/members/api`,
        ...claims,
      };
      return new SignJWT(payload).setProtectedHeader({ alg, typ: 'JWT', kid }).sign(privateKey);
    },
  };
}

let first: GhostKey;
beforeAll(async () => {
  first = await keyOf('first');
});

let ghost: Operator;
const publish = (...keys: GhostKey[]) =>
  ghost.answer(`GET ${keysPath}`, { body: { keys: keys.map(({ jwk }) => jwk) } });
beforeEach(async () => {
  ghost = await startOperator();
  publish(first);
});
afterEach(async () => {
  vi.useRealTimers();
  await ghost.close();
});

const verifierWith = (more: Partial<GhostVerifierOptions> = {}) =>
  createGhostVerifier({ site: ghost.url, products: { paid: 'sid:one' }, ...more });

const skuOf = async (products: Record<string, string>, claims: object) =>
  (await verifierWith({ products })(await first.sign(claims))).sku;

const codeOf = async (token: string, more?: Partial<GhostVerifierOptions>) =>
  (await failure(Promise.resolve(verifierWith(more)(token)))).code;

describe('createGhostVerifier: members', () => {
  it('reads the member from the token, and the podcast from `products`', async () => {
    expect(await verifierWith()(await first.sign())).toEqual({
      member: { email: secrets.email },
      sku: 'sid:one',
    });
    expect(ghost.asked(`GET ${keysPath}`)).toHaveLength(1);
  });

  it('takes `paid` for every member who pays, whatever the tier', async () => {
    expect(await skuOf({ paid: 'sid:one' }, { active_tier_ids: [gold] })).toBe('sid:one');
    // Ghost says so of one who was just given a tier.
    expect(await skuOf({ paid: 'sid:one' }, { ...paying, paid: false })).toBe('sid:one');
    // A member to whom someone gave a tier that was removed since.
    expect(await skuOf({ paid: 'sid:one' }, { active_tier_ids: [] })).toBe('sid:one');
  });

  it('takes the first of `products` that the member has', async () => {
    const both = { active_tier_ids: [silver, gold] };
    expect(await skuOf({ [gold]: 'sid:gold', [silver]: 'sid:silver' }, both)).toBe('sid:gold');
    expect(await skuOf({ [silver]: 'sid:silver', [gold]: 'sid:gold' }, both)).toBe('sid:silver');
    expect(await skuOf({ [gold]: 'sid:gold', paid: 'sid:silver' }, paying)).toBe('sid:silver');
    expect(await skuOf({ paid: 'sid:silver', [gold]: 'sid:gold' }, both)).toBe('sid:silver');
  });

  it.each<[string, object, Record<string, string>]>([
    ['is free', free, { paid: 'sid:one' }],
    ['is free, where tiers are mapped', free, { [silver]: 'sid:one', [gold]: 'sid:two' }],
    ['pays for another tier', paying, { [gold]: 'sid:one' }],
  ])('gives no access to a member who %s', async (_, claims, products) => {
    expect(await codeOf(await first.sign(claims), { products })).toBe('no-access');
  });

  it('keeps to the products that it was made with', async () => {
    const products: Record<string, string> = { [gold]: 'sid:one' };
    const verify = verifierWith({ products });
    products.paid = 'sid:one';
    expect((await failure(Promise.resolve(verify(await first.sign())))).code).toBe('no-access');
  });

  it('takes a site with a path, and without regard to the slash at its end', async () => {
    const site = `${ghost.url}/blog`;
    ghost.answer(`GET /blog${keysPath}`, { body: { keys: [first.jwk] } });
    const token = await first.sign({ iss: `${site}/members/api`, aud: `${site}/members/api` });
    for (const written of [site, `${site}/`]) {
      expect(await verifierWith({ site: written })(token)).toMatchObject({ sku: 'sid:one' });
    }
    expect(await codeOf(await first.sign(), { site })).toBe('token-invalid');
  });
});

describe('createGhostVerifier: tokens', () => {
  it.each<[string, object]>([
    ['of the member’s session', { scope: 'members:identity' }],
    ['with another scope beside', { scope: 'members:entitlements:read members:identity' }],
    ['with a list of scopes', { scope: ['members:entitlements:read'] }],
    ['without a scope', { scope: undefined }],
    ['of another issuer', { iss: 'https://other.example/members/api' }],
    ['for another audience', { aud: 'https://other.example/members/api' }],
    ['without an expiry', { exp: undefined }],
    ['without a member', { sub: undefined }],
    ['whose member has no e-mail address', { sub: 'f0e1' }],
    ['without `paid`', { paid: undefined }],
    ['whose `paid` is text', { paid: 'false' }],
    ['without tiers', { active_tier_ids: undefined }],
    ['whose tiers are text', { active_tier_ids: silver }],
  ])('refuses one %s', async (_, claims) => {
    const products = { [silver]: 'sid:one', paid: 'sid:one' };
    expect(await codeOf(await first.sign(claims), { products })).toBe('token-invalid');
  });

  it('refuses the session’s token of a free member too, rather than telling that they do not pay', async () => {
    expect(await codeOf(await first.sign({ ...free, scope: 'members:identity' }))).toBe(
      'token-invalid',
    );
  });

  it('refuses a token that another site signed under the same key ID', async () => {
    const other = await keyOf('first');
    expect(await codeOf(await other.sign())).toBe('token-invalid');
  });

  it('refuses an algorithm that Ghost does not use', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const api = `${ghost.url}/members/api`;
    const claims = { sub: secrets.email, scope: 'members:entitlements:read', ...paying };
    const token = await new SignJWT({ ...claims, iss: api, aud: api })
      .setExpirationTime('5m')
      .setProtectedHeader({ alg: 'RS256', kid: 'first' })
      .sign(privateKey);
    expect(await codeOf(token)).toBe('token-invalid');
    expect(ghost.asked(`GET ${keysPath}`)).toHaveLength(0);
  });
});

it.each<[string, object]>([
  ['site', { site: undefined }],
  ['site', { site: 'www.example.com' }],
  ['site', { site: 'http://www.example.com' }],
  ['site', { site: 'https://www.example.com/?page=1' }],
  ['site', { site: 'https://www.example.com/#members' }],
  ['site', { site: 'https://user:word@www.example.com' }],
  ['products', { products: undefined }],
  ['products', { products: {} }],
  ['products', { products: ['sid:one'] }],
  ['products', { products: { gold: 'sid:one' } }],
  ['products', { products: { Paid: 'sid:one' } }],
  ['products', { products: { paid: '' } }],
  ['products', { products: { paid: { sku: 'sid:one' } } }],
  ['timeout', { timeout: 0 }],
])('createGhostVerifier throws without a valid `%s`: %j', (field, options) => {
  expect(() => verifierWith(options)).toThrow(
    expect.objectContaining({
      code: 'config',
      message: expect.stringContaining(`\`${field}\``) as string,
    }),
  );
});
