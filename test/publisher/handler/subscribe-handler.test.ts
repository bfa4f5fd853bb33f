import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PrivatePodcastError, type ErrorCode } from '../../../src/errors/private-podcast-error.js';
import type {
  FeedSource,
  SubscribeHandlerOptions,
} from '../../../src/publisher/handler/handler-options.js';
import { createSubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import { createSubscribeToken } from '../../../src/publisher/tokens/subscribe-token.js';
import { expectNoSecret, textsOf } from '../../support/operator/failures.js';
import {
  configFor,
  secrets,
  startOperator,
  type Operator,
} from '../../support/operator/operator.js';
import {
  ask,
  clock,
  endpoint,
  member,
  now,
  page,
  secret,
  tokenFor,
} from '../../support/publisher/member.js';

let operator: Operator;
let errors: PrivatePodcastError[];
beforeEach(async () => {
  operator = await startOperator();
  errors = [];
});
afterEach(() => operator.close());

const handlerWith = (more: Partial<SubscribeHandlerOptions> = {}) =>
  createSubscribeHandler({
    service: configFor(operator.url),
    secret,
    allowedOrigins: [page],
    onError: (error) => errors.push(error),
    ...clock,
    ...more,
  });

/** Reads a problem, and holds it to RFC 9457 and to silence. */
async function problemOf(response: Response, token = '') {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  expectNoSecret(text + JSON.stringify([...response.headers]), token ? [token] : []);
  for (const error of errors) expectNoSecret(textsOf(error), token ? [token] : []);
  for (const { message } of errors) expect(message).toMatch(/^[A-Z`].+\.$/);
  const problem = JSON.parse(text) as { code: string; status: number };
  expect(problem).toEqual({
    type: 'about:blank',
    title: expect.stringMatching(/^[A-Z][A-Za-z ]+$/) as string,
    detail: expect.stringMatching(/^[A-Z].+\.$/) as string,
    status: response.status,
    code: problem.code,
  });
  return problem;
}

describe('createSubscribeHandler: a valid token', () => {
  it('answers with the Subscription', async () => {
    const response = await handlerWith()(ask(await tokenFor(), { origin: page }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      feedUrl: secrets.feedUrl,
      title: 'The Member Show',
      sku: 'sid:one',
      consumeUrl: `${operator.url}/consume`,
      parserUrl: operator.url,
      parserFormat: 'service',
      handoff: true,
    });
    expect(errors).toEqual([]);
  });

  it('asks a publisher’s own service for the member in the token', async () => {
    const asked: unknown[] = [];
    const service: FeedSource = {
      privateFeed: (request) => {
        asked.push(request);
        return Promise.resolve({
          feedUrl: secrets.feedUrl,
          title: 'Own',
          sku: 'x',
          userId: 'u',
          entitlementId: 'e',
        });
      },
    };
    const handler = handlerWith({ service });
    const byId = await createSubscribeToken({ userId: 'u|1', sku: 'sid:two' }, secret, clock);
    expect(await (await handler(ask(byId))).json()).toEqual({
      feedUrl: secrets.feedUrl,
      title: 'Own',
      sku: 'sid:two',
    });
    await handler(ask(await tokenFor()));
    expect(asked).toEqual([
      { userId: 'u|1', sku: 'sid:two', signal: expect.any(AbortSignal) as AbortSignal },
      { email: secrets.email, sku: 'sid:one', signal: expect.any(AbortSignal) as AbortSignal },
    ]);
  });

  it('accepts the scheme Bearer in any case', async () => {
    for (const scheme of ['bearer ', 'BEARER ', 'Bearer   ']) {
      const request = ask(undefined, { authorization: scheme + (await tokenFor()) });
      expect((await handlerWith()(request)).status).toBe(200);
    }
  });
});

describe('createSubscribeHandler: an invalid token', () => {
  const tampered = async () => (await tokenFor()).replace(/\.[^.]+\./, '.eyJzdWIiOiJ4In0.');
  it.each<[string, () => Promise<string | undefined>, string]>([
    [
      'expired',
      () => createSubscribeToken(member, secret, { now: () => now - 300_000 }),
      'token-expired',
    ],
    ['tampered', tampered, 'token-invalid'],
    [
      'for another origin',
      () => tokenFor({ origin: 'https://elsewhere.example' }),
      'token-invalid',
    ],
    ['of another key', () => createSubscribeToken(member, `${secret}.`, clock), 'token-invalid'],
  ])('answers 401 to an invalid token: %s', async (_, make, code) => {
    const token = await make();
    const response = await handlerWith()(ask(token, { origin: page }));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(response.headers.get('access-control-allow-origin')).toBe(page);
    expect((await problemOf(response, token)).code).toBe(code);
    expect(errors.map((error) => error.code)).toEqual([code]);
    expect(operator.seen).toEqual([]);
  });

  it.each([undefined, '', 'Basic dTpw', 'Bearer', 'Bearer a b'])(
    'answers 401 and asks for a token if the Authorization header is %j',
    async (authorization) => {
      const request = ask(undefined, authorization === undefined ? {} : { authorization });
      const response = await handlerWith()(request);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect((await problemOf(response)).code).toBe('token-invalid');
    },
  );

  it.each([(token: string) => `DPoP Bearer ${token}`, (token: string) => `Bearer\t${token}`])(
    'answers 401 and asks for a token if the scheme is not Bearer: %#',
    async (write) => {
      const request = ask(undefined, { authorization: write(await tokenFor()) });
      expect((await handlerWith()(request)).headers.get('www-authenticate')).toBe('Bearer');
    },
  );

  it('ignores a token in the URL', async () => {
    const response = await handlerWith()(new Request(`${endpoint}?token=${await tokenFor()}`));
    expect(response.status).toBe(401);
  });
});

describe('createSubscribeHandler: a token bound to an origin', () => {
  it.each<[string, Record<string, string>, number]>([
    ['its own', { origin: page }, 200],
    ['none, of the handler’s own origin', { 'sec-fetch-site': 'same-origin' }, 401],
    ['none, of the same site', { 'sec-fetch-site': 'same-site' }, 401],
    ['none, of no browser', {}, 401],
    ['another', { origin: 'https://other.example.com', 'sec-fetch-site': 'same-origin' }, 401],
  ])('compares the token with the origin of the request: %s', async (_, headers, status) => {
    const handler = handlerWith({ allowedOrigins: [page, 'https://other.example.com'] });
    const response = await handler(ask(await tokenFor({ origin: page }), headers));
    expect(response.status).toBe(status);
  });
});

describe('createSubscribeHandler: a token bound to the handler’s own origin', () => {
  const own = new URL(endpoint).origin;
  const statusOf = async (
    headers: Record<string, string>,
    { url = endpoint, ...more }: Partial<SubscribeHandlerOptions> & { url?: string } = {},
    origin = own,
  ) => {
    const authorization = `Bearer ${await tokenFor({ origin })}`;
    const request = new Request(url, { headers: { ...headers, authorization } });
    return (await handlerWith(more)(request)).status;
  };
  const sameOrigin = { 'sec-fetch-site': 'same-origin' };

  it('accepts it from pages of that origin, which send no Origin header', async () => {
    expect(await statusOf(sameOrigin)).toBe(200);
    expect(await statusOf({ 'sec-fetch-site': 'same-site' })).toBe(401);
    expect(await statusOf({})).toBe(401);
  });

  it('accepts it behind a proxy that terminates TLS', async () => {
    expect(await statusOf(sameOrigin, { url: endpoint.replace('https:', 'http:') })).toBe(200);
    expect(await statusOf(sameOrigin, { url: 'http://api.example.com:8080/subscribe' })).toBe(401);
  });

  it('accepts it behind a proxy that changes the host, with `publicUrl`', async () => {
    const url = 'http://10.0.0.7:3000/subscribe';
    expect(await statusOf(sameOrigin, { url })).toBe(401);
    expect(errors.at(-1)?.message).toContain('`publicUrl`');
    expect(await statusOf(sameOrigin, { url, publicUrl: endpoint })).toBe(200);
    expect(await statusOf(sameOrigin, { url, publicUrl: `${page}/subscribe` })).toBe(401);
  });

  it('accepts it with a POST, which carries an Origin header', async () => {
    const items = new Map<string, string>();
    const handler = handlerWith({
      cache: { getItem: (key) => items.get(key), setItem: (key, value) => items.set(key, value) },
    });
    const authorization = `Bearer ${await tokenFor({ origin: own })}`;
    const post = (headers: Record<string, string>) =>
      handler(
        new Request(`${endpoint}?handoff`, {
          method: 'POST',
          headers: { authorization, origin: own, ...headers },
        }),
      );
    expect((await post(sameOrigin)).status).toBe(200);
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

describe('createSubscribeHandler: verifyToken', () => {
  const token = 'any-token-of-the-login';
  const verifying = (verifyToken: unknown) =>
    handlerWith({ verifyToken, secret: undefined } as never)(ask(token));

  it.each<[unknown, object]>([
    [{ member: { email: secrets.email }, sku: 'sid:one' }, { email: secrets.email }],
    [{ member: { userId: 'email|5f1' }, sku: 'sid:one' }, { userId: 'email|5f1' }],
    [{ member: secrets.email, sku: 'sid:one' }, { email: secrets.email }],
  ])('accepts %j from verifyToken', async (verified, who) => {
    const asked: object[] = [];
    const passed: string[] = [];
    const handler = handlerWith({
      secret: undefined,
      verifyToken: (given: string) => (passed.push(given), verified),
      service: {
        privateFeed: (request: object) => {
          asked.push(request);
          return Promise.reject(new Error('enough'));
        },
      },
    } as never);
    await handler(ask(token));
    expect(passed).toEqual([token]);
    expect(asked).toEqual([{ ...who, sku: 'sid:one', signal: expect.anything() as unknown }]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['no member', { sku: 's' }],
    ['a member without a name', { member: {}, sku: 's' }],
    ['a member with two names', { member: { email: secrets.email, userId: 'u' }, sku: 's' }],
    ['an invalid e-mail address', { member: { email: 'jane' }, sku: 's' }],
    ['no sku', { member: secrets.email }],
    ['an invalid origin', { member: secrets.email, sku: 's', origin: '*' }],
  ])('reports a config error if verifyToken returns %s', async (_, verified) => {
    const response = await verifying(() => verified);
    expect((await problemOf(response)).code).toBe('config');
    expect(errors[0]?.message).toContain('`verifyToken` must resolve to');
  });

  it('passes on the refusal of verifyToken, and answers token-invalid for any other error', async () => {
    const expired = new PrivatePodcastError('token-expired', 'It has expired.');
    expect((await problemOf(await verifying(() => Promise.reject(expired)))).code).toBe(
      'token-expired',
    );
    const unpaid = new PrivatePodcastError('no-access', 'Logged in, but not paying.');
    const refused = await verifying(() => Promise.reject(unpaid));
    expect([refused.status, (await problemOf(refused)).code]).toEqual([403, 'no-access']);
    const unknown = () => {
      throw new TypeError(`bad token ${token}`);
    };
    expect((await problemOf(await verifying(unknown), token)).code).toBe('token-invalid');
  });

  it('binds a token to the origin that verifyToken returns', async () => {
    const verified = { member: secrets.email, sku: 'sid:one', origin: page };
    expect((await verifying(() => verified)).status).toBe(401);
    const handler = handlerWith({ verifyToken: () => verified, secret: undefined });
    expect((await handler(ask(token, { origin: page }))).status).toBe(200);
  });

  it('throws if verifyToken is not a function', () => {
    expect(() => handlerWith({ verifyToken: 'yes' } as never)).toThrow(/`verifyToken`/);
  });
});

describe('createSubscribeHandler: allowedOrigins', () => {
  it.each([
    'https://club.example.com.evil.example',
    'https://evil.example',
    'http://club.example.com',
    'https://club.example.com:8443',
    'null',
  ])('refuses a page of %s', async (origin) => {
    const response = await handlerWith()(ask(await tokenFor(), { origin }));
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('vary')).toBe('Origin');
    expect((await problemOf(response)).code).toBe('forbidden');
    expect(errors.map((error) => error.code)).toEqual(['forbidden']);
    expect(errors[0]?.message).toContain(origin === 'null' ? 'no origin' : `"${origin}"`);
    expect(operator.seen).toEqual([]);
  });

  it('does not repeat a malformed origin in the log', async () => {
    for (const origin of ['https://x.example/\t' + secrets.email, `https://${'x'.repeat(300)}`]) {
      await handlerWith()(ask(await tokenFor(), { origin }));
      expect(errors.at(-1)?.message).toContain('a malformed origin');
    }
  });

  it('lets a listed origin ask and read Retry-After', async () => {
    const { headers } = await handlerWith()(ask(await tokenFor(), { origin: page }));
    expect(headers.get('access-control-allow-origin')).toBe(page);
    expect(headers.get('access-control-expose-headers')).toBe('Retry-After');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toBe('Origin');
  });

  const preflight = (origin: string) =>
    new Request(endpoint, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });

  it('answers a preflight', async () => {
    const response = await handlerWith()(preflight(page));
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toEqual({
      allow: 'GET, POST, OPTIONS',
      vary: 'Origin',
      'access-control-allow-origin': page,
      'access-control-expose-headers': 'Retry-After',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization',
      'access-control-max-age': '600',
    });
  });

  it('refuses the preflight of an origin that is not listed', async () => {
    const response = await handlerWith()(preflight('https://evil.example'));
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    '*',
    'null',
    'https://club.example.com/',
    'https://*.example.com',
    'club.example.com',
    '',
  ])('throws for the origin %j', (origin) => {
    for (const allowedOrigins of [[origin], [page, origin]]) {
      expect(() => handlerWith({ allowedOrigins })).toThrow(
        expect.objectContaining({
          code: 'config',
          message: expect.stringMatching(/^`allowedOrigins` must list exact web origins/) as string,
        }),
      );
    }
  });
});

it.each(['POST', 'PUT', 'DELETE', 'HEAD'])(
  'createSubscribeHandler answers 405 to %s',
  async (method) => {
    const response = await handlerWith()(new Request(endpoint, { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST, OPTIONS');
    await problemOf(response);
  },
);

describe('createSubscribeHandler: failures', () => {
  const failing = (error: Error) =>
    handlerWith({ service: { privateFeed: () => Promise.reject(error) } });

  it.each<[ErrorCode, number, ErrorCode]>([
    ['no-access', 403, 'no-access'],
    ['rate-limited', 429, 'rate-limited'],
    ['config', 500, 'config'],
    ['bad-response', 502, 'bad-response'],
    ['unauthorized', 502, 'bad-response'],
    ['forbidden', 502, 'bad-response'],
    ['not-found', 502, 'bad-response'],
    ['no-feed', 502, 'bad-response'],
    ['bad-input', 502, 'bad-response'],
    ['unavailable', 503, 'unavailable'],
    ['network', 503, 'unavailable'],
    ['timeout', 504, 'timeout'],
  ])('turns %s into HTTP %i', async (code, status, told) => {
    const error = new PrivatePodcastError(code, 'This is for the log.', { retryAfter: 7 });
    const response = await failing(error)(ask(await tokenFor(), { origin: page }));
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(response.headers.get('access-control-allow-origin')).toBe(page);
    expect((await problemOf(response)).code).toBe(told);
    expect(errors).toEqual([error]);
  });

  it.each([new TypeError(`cannot fetch ${secrets.feedUrl}`), secrets.email, undefined])(
    'answers 500 without details to an unexpected error: %#',
    async (thrown) => {
      const response = await failing(thrown as Error)(ask(await tokenFor()));
      expect(response.status).toBe(500);
      await problemOf(response);
      expect(errors).toHaveLength(1);
    },
  );

  it('answers 502 if the service returns an invalid feed URL', async () => {
    const feed = { feedUrl: 'javascript:1', title: 'T', sku: 's', userId: 'u', entitlementId: 'e' };
    const handler = handlerWith({ service: { privateFeed: () => Promise.resolve(feed) } });
    const response = await handler(ask(await tokenFor()));
    expect((await problemOf(response)).code).toBe('bad-response');
    expect(errors.map((error) => error.code)).toEqual(['bad-response']);
    expect(response.status).toBe(502);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('log is full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('log is full'))],
  ])('answers although onError %s', async (_, onError) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect((await handlerWith({ onError })(ask())).status).toBe(401);
    await expect.poll(() => printed.mock.calls.length).toBe(1);
    printed.mockRestore();
  });
});

const complete = {
  tokenUrl: 'https://auth.example',
  baseUrl: 'https://api.example',
  clientId: 'c',
  clientSecret: 's',
  onboardingOriginId: 'o',
};

describe('createSubscribeHandler: configuration', () => {
  it.each<[string, object, RegExp]>([
    ['a short secret', { secret: 'short' }, /^`secret` is too short/],
    ['no secret', { secret: undefined }, /^`secret` is missing/],
    ['a list of no secrets', { secret: [] }, /^`secret` is missing/],
    ['a short secret in the list', { secret: [secret, 'short'] }, /^`secret` is too short/],
    ['a number for a secret', { secret: 7 }, /^`secret` must be/],
    ['no list of origins', { allowedOrigins: undefined }, /^`allowedOrigins`/],
    ['a wildcard for the list', { allowedOrigins: '*' }, /^`allowedOrigins`/],
    ['no service', { service: undefined }, /^`service` is missing/],
    ['a service that is null', { service: null }, /^`service` is missing/],
    ['a URL for a service', { service: 'https://api.example' }, /^`service` is missing/],
    [
      'an empty service',
      { service: {} },
      /`tokenUrl`, `baseUrl`, `clientId`, `clientSecret`, `onboardingOriginId`/,
    ],
    ['no client', { service: { ...complete, clientId: '' } }, /lacks `clientId`\./],
    ['http', { service: { ...complete, tokenUrl: 'http://auth.example' } }, /^`tokenUrl`/],
    ['a relative URL', { service: { ...complete, baseUrl: '/api' } }, /^`baseUrl`/],
    ['an invalid parser URL', { service: { ...complete, parserUrl: 'x' } }, /^`parserUrl`/],
    [
      'an origin with a space',
      { service: { ...complete, onboardingOriginId: 'a b' } },
      /^`onboardingOriginId`/,
    ],
    ['a service without its method', { service: { privateFeed: 1 } }, /^`service.privateFeed`/],
    [
      'an invalid consume page URL',
      {
        service: {
          privateFeed: () => undefined,
          publicEndpoints: { consumeUrl: 'javascript:alert(1)' },
        },
      },
      /^`service.publicEndpoints.consumeUrl`/,
    ],
    [
      'a parser URL that a feed URL may not be sent to',
      {
        service: {
          privateFeed: () => undefined,
          publicEndpoints: { parserUrl: 'http://parser.example' },
        },
      },
      /^`service.publicEndpoints.parserUrl`/,
    ],
    ['a public URL that is relative', { publicUrl: '/subscribe' }, /^`publicUrl`/],
    ['a public URL that is a script', { publicUrl: 'javascript:alert(1)' }, /^`publicUrl`/],
    ['a public URL that is empty', { publicUrl: '' }, /^`publicUrl`/],
    ['a public URL without TLS', { publicUrl: 'http://club.example.com' }, /^`publicUrl`/],
    ['a log that is not a function', { onError: 'console' }, /^`onError`/],
    ['a cache without its methods', { cache: {} }, /^`cache`/],
  ])('throws for %s', (_, options, message) => {
    expect(() => handlerWith(options)).toThrow(
      expect.objectContaining({
        code: 'config',
        message: expect.stringMatching(message) as string,
      }),
    );
  });

  it('returns a handler for a complete configuration', () => {
    expect(handlerWith({ service: complete, publicUrl: endpoint })).toBeTypeOf('function');
  });

  it('accepts plain http for the hosts in `allowInsecureHosts` only', () => {
    const service = {
      ...complete,
      tokenUrl: 'http://service:8787',
      baseUrl: 'http://service:8787',
    };
    expect(() => handlerWith({ service })).toThrow(/`tokenUrl`/);
    expect(
      handlerWith({ service: { ...service, allowInsecureHosts: ['service:8787'] } }),
    ).toBeTypeOf('function');
    for (const host of ['service', 'service:8788', 'other:8787']) {
      expect(() => handlerWith({ service: { ...service, allowInsecureHosts: [host] } })).toThrow(
        /`tokenUrl`.+`allowInsecureHosts`/,
      );
    }
  });

  it.each(['http://service:8787', 'service/path', '*', 'a b', '', 7, 'user@service'])(
    'throws for %j in `allowInsecureHosts`',
    (host) => {
      const allowInsecureHosts = [host] as string[];
      expect(() => handlerWith({ service: { ...complete, allowInsecureHosts } })).toThrow(
        /^`allowInsecureHosts` must list hosts/,
      );
    },
  );
});
