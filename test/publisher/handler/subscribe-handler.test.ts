import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemOf } from '../../contract/handler-requests.js';
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
import { ask, clock, endpoint, page, secret, tokenFor } from '../../support/publisher/member.js';

let operator: Operator;
let errors: PrivatePodcastError[];
beforeEach(async () => {
  operator = await startOperator();
  errors = [];
});
afterEach(() => {
  for (const error of errors) expectNoSecret(textsOf(error), ['any-token-of-the-login']);
  for (const { message } of errors) expect(message).toMatch(/^[A-Z`].+\.$/);
  return operator.close();
});

const handlerWith = (more: Partial<SubscribeHandlerOptions> = {}) =>
  createSubscribeHandler({
    service: configFor(operator.url),
    secret,
    allowedOrigins: [page],
    onError: (error) => errors.push(error),
    ...clock,
    ...more,
  });

describe('createSubscribeHandler: a valid token', () => {
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
    expect(await problemOf(response)).toBe('config');
    expect(errors[0]?.message).toContain('`verifyToken` must resolve to');
  });

  it('passes on the refusal of verifyToken, and answers token-invalid for any other error', async () => {
    const expired = new PrivatePodcastError('token-expired', 'It has expired.');
    expect(await problemOf(await verifying(() => Promise.reject(expired)))).toBe('token-expired');
    const unpaid = new PrivatePodcastError('no-access', 'Logged in, but not paying.');
    const refused = await verifying(() => Promise.reject(unpaid));
    expect([refused.status, await problemOf(refused)]).toEqual([403, 'no-access']);
    const unknown = () => {
      throw new TypeError(`bad token ${token}`);
    };
    expect(await problemOf(await verifying(unknown))).toBe('token-invalid');
  });

  it('binds a token to the origin that verifyToken returns', async () => {
    const verified = { member: secrets.email, sku: 'sid:one', origin: page };
    expect((await verifying(() => verified)).status).toBe(401);
    const handler = handlerWith({ verifyToken: () => verified, secret: undefined });
    expect((await handler(ask(token, { origin: page }))).status).toBe(200);
  });
});

describe('createSubscribeHandler: allowedOrigins', () => {
  it('does not repeat a malformed origin in the log', async () => {
    for (const origin of ['https://x.example/\t' + secrets.email, `https://${'x'.repeat(300)}`]) {
      await handlerWith()(ask(await tokenFor(), { origin }));
      expect(errors.at(-1)?.message).toContain('a malformed origin');
    }
  });
});

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
    expect(await problemOf(response)).toBe(told);
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
    expect(await problemOf(response)).toBe('bad-response');
    expect(errors.map((error) => error.code)).toEqual(['bad-response']);
    expect(response.status).toBe(502);
  });
});
