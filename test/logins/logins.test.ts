/** The code of docs/logins.md with tokens of a certified OpenID provider, from log-in to the answer. */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSubscribeHandler } from '../../src/publisher/handler/subscribe-handler.js';
import {
  createJwksVerifier,
  type JwksVerifierOptions,
} from '../../src/publisher/tokens/jwks-verifier.js';
import { ensureDependencies } from '../../scripts/setup.mjs';
import { ask, page } from '../support/publisher/member.js';

interface OidcProvider {
  callback(): RequestListener;
}
type CreateProvider = new (issuer: string, options: object) => OidcProvider;

const email = 'jane@example.com';
const callback = 'http://127.0.0.1/back';
const site = 'https://your-site.example';

/** Claims of a paying member, as each login writes them, and what changes for who only reads along. */
const logins: [name: string, alg: string, paying: object, reading: object][] = [
  [
    'Auth0',
    'RS256',
    { [`${site}/email`]: email, [`${site}/email_verified`]: true, permissions: ['listen:podcast'] },
    { permissions: [] },
  ],
  ['Clerk', 'RS256', { email, email_verified: true, plan: 'paid' }, { plan: null }],
  [
    'Supabase',
    'ES256',
    { email, is_anonymous: false, app_metadata: { plan: 'paid' }, user_metadata: {} },
    { app_metadata: {}, user_metadata: { plan: 'paid', email_verified: true } },
  ],
  [
    'Keycloak',
    'RS256',
    { email, email_verified: true, realm_access: { roles: ['podcast-listener'] } },
    { realm_access: { roles: ['offline_access'] } },
  ],
];

/** The options in the code block of a section, as written. */
function optionsOf(name: string): JwksVerifierOptions {
  const guide = readFileSync(new URL('../../docs/logins.md', import.meta.url), 'utf8');
  const section = guide.split(/^## /m).find((part) => part.startsWith(`${name}\n`)) ?? '';
  const [, code = ''] = /```js\n([^]*?)```/.exec(section) ?? [];
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- our own document
  return new Function(
    'createJwksVerifier',
    `${code.replace(/^import.*$/m, '')}; return verifyToken;`,
  )((options: unknown) => options) as JwksVerifierOptions;
}

let Provider: CreateProvider;
let server: Server;
let issuer: string;
let claims: object;
let answer: RequestListener;

beforeAll(async () => {
  ensureDependencies('test/logins');
  const name = 'oidc-provider';
  ({ default: Provider } = (await import(/* @vite-ignore */ name)) as { default: CreateProvider });
}, 120_000);
beforeEach(async () => {
  server = createServer((...exchange) => answer(...exchange));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});
afterAll(() => vi.restoreAllMocks());

async function privateKey(kid: string, alg: string): Promise<JWK> {
  const pair = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(pair.privateKey)), kid, alg, use: 'sig' };
}

/** Starts the provider with keys: the first one signs. */
function provide(audience: string, alg: string, keys: JWK[], expiresIn = 300): void {
  const info = { scope: 'listen', audience, accessTokenFormat: 'jwt', jwt: { sign: { alg } } };
  answer = new Provider(issuer, {
    jwks: { keys },
    cookies: { keys: ['a key for the cookies of this test'] },
    clients: [
      {
        client_id: 'site',
        token_endpoint_auth_method: 'none',
        redirect_uris: [callback],
        application_type: 'native',
        id_token_signed_response_alg: alg,
      },
    ],
    ttl: { AccessToken: expiresIn },
    features: {
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'https://api.your-site.example',
        useGrantedResource: () => true,
        getResourceServerInfo: () => info,
      },
    },
    extraTokenClaims: () => claims,
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId }),
    }),
  }).callback();
}

/** Logs in as a browser does, and exchanges the code for an access token. */
async function logIn(): Promise<string> {
  const jar = new Map<string, string>();
  let url = new URL(
    `/auth?${new URLSearchParams({
      client_id: 'site',
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid listen',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }).toString()}`,
    issuer,
  );
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 12 && !url.searchParams.has('code'); steps++) {
    const response: Response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form && { body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1];
    form = prompt ? new URLSearchParams({ prompt, login: 'jane', password: 'any' }) : undefined;
    if (location) url = new URL(location, url);
    else if (!prompt) throw new Error(`The provider answered ${response.status}.`);
    else url = new URL(/action="([^"]+)"/.exec(text)?.[1] ?? '', url);
  }
  const tokens = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'site',
      redirect_uri: callback,
      code: url.searchParams.get('code') ?? '',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    }),
  });
  return ((await tokens.json()) as { access_token: string }).access_token;
}

function handlerFor(options: JwksVerifierOptions) {
  return createSubscribeHandler({
    verifyToken: createJwksVerifier({ ...options, issuer, jwksUrl: `${issuer}/jwks` }),
    service: {
      privateFeed: (who) => {
        expect(who).toMatchObject({ email, sku: 'sid:your-product' });
        return Promise.resolve({
          feedUrl: 'https://feeds.example/1',
          title: 'Show',
          sku: who.sku,
          userId: 'u',
          entitlementId: 'e',
        });
      },
    },
    allowedOrigins: [page],
    onError: () => undefined,
  });
}

describe.each(logins)('createJwksVerifier: the options for %s', (name, alg, paying, reading) => {
  it('let a paying member in, show others the offer, and follow new keys', async () => {
    const options = optionsOf(name);
    const audience = String(options.audience);
    const [first, second] = [await privateKey('first', alg), await privateKey('second', alg)];
    // The provider signs its ID tokens with RS256 unless told otherwise.
    provide(audience, alg, [first]);
    const handler = handlerFor(options);
    const statusFor = async (more: object) => {
      claims = { ...paying, ...more };
      return (await handler(ask(await logIn()))).status;
    };
    expect(await statusFor({})).toBe(200);
    expect(await statusFor(reading)).toBe(403);
    const unconfirmed = Object.keys(paying).find((claim) => claim.endsWith('email_verified'));
    if (unconfirmed) expect(await statusFor({ [unconfirmed]: false })).toBe(403);

    // Another app's token, a forged one, and a shared secret
    provide('another-app', alg, [first]);
    expect(await statusFor({})).toBe(401);
    provide(audience, alg, [await privateKey('first', alg)]);
    expect(await statusFor({})).toBe(401);

    // Half a minute after the last look, the new key is fetched.
    provide(audience, alg, [second]);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 31_000);
    expect(await statusFor({})).toBe(200);
  });
});
