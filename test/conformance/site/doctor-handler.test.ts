/** The doctor's walk through the publisher's handler, and through a server in front of one. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import {
  fetchFrom,
  findingsOf,
  handlerFor,
  mount,
  outlineOf,
  startHealthyOperator,
  type MountedHandler,
} from '../../support/publisher/doctor.js';
import { page, secret } from '../../support/publisher/member.js';
import { configFor, secrets, type Operator } from '../../support/operator/operator.js';

let operator: Operator;
let mounted: MountedHandler | undefined;
beforeEach(async () => {
  operator = await startHealthyOperator();
});
afterEach(async () => {
  await operator.close();
  await mounted?.close();
  mounted = undefined;
});

async function findings(handler: SubscribeHandler, more: object = {}, origin = page) {
  mounted = await mount(handler);
  return findingsOf(
    {
      handlerUrl: mounted.url,
      subscribeSecret: secret,
      fetch: fetchFrom(operator),
      ...more,
    },
    { origin },
  );
}

/** A server in front of the handler that changes its answers. */
const changing =
  (change: (headers: Headers) => void): SubscribeHandler =>
  async (request) => {
    const response = await handlerFor(operator)(request);
    const headers = new Headers(response.headers);
    change(headers);
    return new Response(response.body, { status: response.status, headers });
  };

const stopped = (time: number) => () => time;

const healthy = [
  'handler clock: ok',
  'handler: ok',
  'handler CORS: ok',
  'handler tokens: ok',
  'feed: ok',
  'playable: ok',
];

it('walk reports ok for a healthy handler, after the operator', async () => {
  const found = await findings(handlerFor(operator), configFor(operator.url));
  const outline = outlineOf(found);
  expect(outline.slice(0, 2)).toEqual(['configuration: ok', '4.1 access token: ok']);
  expect(outline.slice(-6)).toEqual(healthy);
});

it('walk sends no Origin header to a handler on the page’s own origin', async () => {
  let sent: string | null = '';
  const site = await mount((request) => {
    sent = request.headers.get('origin');
    return handlerFor(operator)(request);
  });
  mounted = site;
  const found = await findingsOf(
    { handlerUrl: site.url, subscribeSecret: secret, fetch: fetchFrom(operator) },
    { origin: new URL(site.url).origin },
  );
  expect(outlineOf(found)).toEqual(healthy.filter((line) => line !== 'handler CORS: ok'));
  expect(sent).toBeNull();
});

const bare =
  (
    status: number,
    headers: Record<string, string> = {},
    body = '<h1>Hello</h1>',
  ): SubscribeHandler =>
  () =>
    Promise.resolve(
      new Response(body, { status, headers: { 'content-type': 'text/html', ...headers } }),
    );

describe('walkHandler: refusals', () => {
  it.each<[string, () => SubscribeHandler, string, RegExp]>([
    [
      'another secret',
      () => handlerFor(operator, { secret: 'another-secret-of-at-least-256-bits!!' }),
      'token-invalid',
      /the same secret/,
    ],
    [
      'another origin',
      () => handlerFor(operator, { allowedOrigins: ['https://other.example.com'] }),
      'forbidden',
      /`allowedOrigins`/,
    ],
    [
      'a clock that is ahead',
      () => handlerFor(operator, { now: () => Date.now() + 3_600_000 }),
      'token-expired',
      /NTP/,
    ],
    [
      'limits',
      () => handlerFor(operator, { limits: { member: 1 }, now: stopped(Date.now()) }),
      'rate-limited',
      /`limits`/,
    ],
    [
      'no Authorization header',
      () => (request) =>
        handlerFor(operator)(new Request(request.url, { headers: { origin: page } })),
      'config',
      /pass that header on/,
    ],
    ['a page', () => bare(200), 'bad-response', /not the subscribe handler/],
    [
      'a redirect',
      () => bare(301, { location: '/' }),
      'bad-response',
      /Use the URL that it leads to/,
    ],
    ['a login', () => bare(401), 'bad-response', /a login, a proxy/],
    ['nothing there', () => bare(404), 'bad-response', /mounted at/],
    ['no GET', () => bare(405), 'bad-response', /GET, POST and OPTIONS/],
    ['a failure', () => bare(502), 'bad-response', /Read its log/],
    [
      'a Subscription without a feed',
      () => bare(200, {}, '{"feedUrl":"x","title":1}'),
      'bad-response',
      /usable/,
    ],
  ])('explains the failure: %s', async (name, makeHandler, code, message) => {
    const handler = makeHandler();
    if (name === 'limits') {
      // The member's only request of this minute.
      mounted = await mount(handler);
      await findingsOf({ handlerUrl: mounted.url, subscribeSecret: secret });
      await mounted.close();
    }
    const found = (await findings(handler)).filter(({ step }) => step === 'handler');
    expect(found).toMatchObject([{ result: 'failed', code }]);
    expect(found[0]?.message).toMatch(message);
  });

  it.each<[string, { status: number; body: unknown }, string, RegExp]>([
    ['no access', { status: 200, body: [] }, 'no-access', /The handler works/],
    ['a scope', { status: 403, body: { message: 'Insufficient scope' } }, 'bad-response', /log/],
    ['too many requests', { status: 429, body: {} }, 'rate-limited', /the operator's/],
    ['an outage', { status: 500, body: {} }, 'unavailable', /cannot reach the operator/],
  ])('explains a failure at the operator: %s', async (_, answer, code, message) => {
    operator.answer('POST /vault', answer);
    const [, found] = await findings(handlerFor(operator));
    expect(found).toMatchObject({ step: 'handler', result: 'failed', code });
    expect(found?.message).toMatch(message);
  });

  it('reports a network error if nothing listens at the URL', async () => {
    mounted = await mount(bare(200));
    await mounted.close();
    const [found] = await findingsOf({ handlerUrl: mounted.url, subscribeSecret: secret });
    expect(found).toMatchObject({ step: 'handler', result: 'failed', code: 'network' });
  });
});

describe('walkHandler: a server in front', () => {
  it.each<[string, (headers: Headers) => void, string]>([
    [
      'the origin',
      (headers) => headers.delete('access-control-allow-origin'),
      'handler CORS: failed',
    ],
    [
      'the preflight',
      (headers) => headers.delete('access-control-allow-headers'),
      'handler CORS: failed',
    ],
    [
      'the preflight, with a wildcard',
      (headers) => headers.set('access-control-allow-headers', '*'),
      'handler CORS: failed',
    ],
    [
      'no-store',
      (headers) => headers.set('cache-control', 'max-age=60'),
      'handler caching: warning',
    ],
    [
      'the clock',
      (headers) => headers.set('date', new Date(Date.now() - 60_000).toUTCString()),
      'handler clock: warning',
    ],
  ])('reports that a server in front changes %s', async (_, change, line) => {
    expect(outlineOf(await findings(changing(change)))).toContain(line);
  });
});

it('walkHandler reports a handler that accepts every token', async () => {
  const verifyToken = () => ({ member: { email: secrets.email }, sku: 'sid:one' });
  const found = await findings(handlerFor(operator, { secret: undefined, verifyToken }));
  const line = found.find(({ step }) => step === 'handler tokens');
  expect(line).toMatchObject({ result: 'failed' });
  expect(line?.message).toMatch(/anyone can get the feed of any member/);
});

describe('walkHandler: the answer to a forged token', () => {
  it.each<[string, () => Response]>([
    ['HTTP 403', () => new Response(null, { status: 403 })],
    ['HTTP 500', () => new Response(null, { status: 500 })],
    [
      'silence',
      () => {
        throw new TypeError('The server hung up.');
      },
    ],
  ])('must not be %s', async (_, instead) => {
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const answer = await fetchFrom(operator)(input, init);
      return answer.status === 401 ? instead() : answer;
    };
    const found = await findings(handlerFor(operator), { fetch });
    const line = found.find(({ step }) => step === 'handler tokens');
    expect(line).toMatchObject({ result: 'failed' });
    expect(line?.message).toMatch(/^It should refuse a forged token with HTTP 401/);
  });
});

it('walk tries the operator’s feed although the handler gives none', async () => {
  const outline = outlineOf(await findings(bare(502), configFor(operator.url)));
  expect(outline.slice(-3)).toEqual(['handler: failed', 'feed: ok', 'playable: ok']);
});

it('walkHandler warns if handler and operator give different feeds', async () => {
  const service = {
    privateFeed: () =>
      Promise.resolve({
        feedUrl: 'https://elsewhere.example/feed',
        title: 'T',
        sku: 'sid:one',
        userId: 'u',
        entitlementId: 'e',
      }),
  };
  const found = await findings(handlerFor(operator, { service }), configFor(operator.url));
  expect(outlineOf(found)).toContain('handler: warning');
});

describe('walk: configuration of the handler', () => {
  it.each<[string, object, string, RegExp]>([
    ['a handler over http', { handlerUrl: 'http://club.example.com/s' }, page, /`handlerUrl`/],
    ['a relative handler', { handlerUrl: '/subscribe' }, page, /`handlerUrl`/],
    ['an origin with a path', {}, `${page}/`, /`origin`/],
  ])('refuses %s', async (_, more, origin, message) => {
    const found = await findings(bare(200), more, origin);
    expect(found).toMatchObject([{ step: 'configuration', result: 'failed', code: 'config' }]);
    expect(found[0]?.message).toMatch(message);
  });

  it('fails without the subscribe secret', async () => {
    const found = await findings(bare(200), { subscribeSecret: undefined });
    expect(found).toMatchObject([{ step: 'handler', result: 'failed', code: 'config' }]);
  });
});
