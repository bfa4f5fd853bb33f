/** A site's subscribe handler, and a server in front of one, with the advice where it ends. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunOptions } from '../../../src/conformance/exchanges.js';
import type { SiteConfig } from '../../../src/conformance/site/config.js';
import type { SubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import { configFor, secrets, type Operator } from '../../support/operator/operator.js';
import { page, secret } from '../../support/publisher/member.js';
import {
  faultsIn,
  fetchFrom,
  handlerFor,
  mount,
  resultsOf,
  startHealthyOperator,
  type MountedHandler,
} from '../../support/publisher/site.js';

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

/** The results of a site that has only a handler, unless more is known of it. */
async function results(
  handler: SubscribeHandler,
  more: SiteConfig = {},
  options: RunOptions & { origin?: string } = {},
) {
  mounted = await mount(handler);
  const config = { handlerUrl: mounted.url, subscribeSecret: secret, ...more };
  return resultsOf(config, { origin: page, fetch: fetchFrom(operator), ...options });
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

describe('runSite: a handler', () => {
  it.each([
    ['after the operator', () => configFor(operator.url), []],
    ['by itself', () => ({}), ['handler-6']],
  ])('passes %s, and is followed to the recordings', async (_, more, skipped) => {
    const found = await results(handlerFor(operator), more());
    expect(faultsIn(found)).toEqual([]);
    expect(found.flatMap(({ id, verdict }) => (verdict === 'skipped' ? [id] : []))).toEqual(
      skipped,
    );
    expect(found.at(-1)?.id).toBe('feed-34');
  });

  it('gets no Origin header from the page’s own origin', async () => {
    const sent: (string | null)[] = [];
    const site = await mount((request) => {
      sent.push(request.headers.get('origin'));
      return handlerFor(operator)(request);
    });
    mounted = site;
    const config = { handlerUrl: site.url, subscribeSecret: secret };
    const { origin } = new URL(site.url);
    expect(faultsIn(await resultsOf(config, { origin, fetch: fetchFrom(operator) }))).toEqual([]);
    expect(sent).toEqual([null, null]);
  });
});

const adviceOn = (found: Awaited<ReturnType<typeof results>>, wanted: string) =>
  found.find(({ id }) => id === wanted)?.advice;

describe('runSite: a handler that gives no feed link', () => {
  it.each<[string, () => SubscribeHandler, RegExp]>([
    [
      'another secret',
      () => handlerFor(operator, { secret: 'another-secret-of-at-least-256-bits!!' }),
      /the same secret/,
    ],
    [
      'another origin',
      () => handlerFor(operator, { allowedOrigins: ['https://other.example.com'] }),
      /`allowedOrigins`/,
    ],
    [
      'a clock that is ahead',
      () => handlerFor(operator, { now: () => Date.now() + 3_600_000 }),
      /NTP/,
    ],
    [
      'no Authorization header',
      () => (request) =>
        handlerFor(operator)(new Request(request.url, { headers: { origin: page } })),
      /pass that header on/,
    ],
    ['a page', () => bare(200), /not the subscribe handler/],
    ['a redirect', () => bare(301, { location: '/' }), /Use the URL that it leads to/],
    ['a login', () => bare(401), /a login, a proxy/],
    ['nothing there', () => bare(404), /mounted at/],
    ['no GET', () => bare(405), /GET, POST and OPTIONS/],
    ['a failure', () => bare(502), /Read its log/],
    ['a Subscription without a feed', () => bare(200, {}, '{"feedUrl":"x","title":1}'), /usable/],
  ])('is explained: %s', async (_, makeHandler, advice) => {
    const found = await results(makeHandler());
    expect(faultsIn(found)).toContain('handler-1 fail');
    expect(adviceOn(found, 'handler-1')).toMatch(advice);
  });

  it.each<[string, { status: number; body: unknown }, RegExp]>([
    ['no access', { status: 200, body: [] }, /The handler works/],
    ['a scope', { status: 403, body: { message: 'Insufficient scope' } }, /log/],
    ['an outage', { status: 500, body: {} }, /cannot reach the operator/],
  ])('is explained by its operator: %s', async (_, answer, advice) => {
    operator.answer('POST /vault', answer);
    const found = await results(handlerFor(operator));
    expect(adviceOn(found, 'handler-1')).toMatch(advice);
  });

  it('is explained by a limit that lasts', async () => {
    operator.answer('POST /vault', { status: 429, headers: { 'retry-after': '900' }, body: {} });
    const found = await results(handlerFor(operator));
    expect(found.find(({ id }) => id === 'handler-1')?.verdict).toBe('skipped');
    expect(adviceOn(found, 'handler-1')).toMatch(/`limits` and the operator's/);
  });

  it('is explained if nothing listens at the URL', async () => {
    mounted = await mount(bare(200));
    await mounted.close();
    const found = await resultsOf({ handlerUrl: mounted.url, subscribeSecret: secret });
    expect(faultsIn(found)).toEqual(['handler-1 fail']);
    expect(adviceOn(found, 'handler-1')).toMatch(/DNS and the firewall/);
  });

  it('does not keep the operator’s feed from being tried', async () => {
    const found = await results(bare(502), configFor(operator.url));
    expect(faultsIn(found)).toEqual(['handler-1 fail']);
    expect(found.at(-1)).toMatchObject({ id: 'feed-34', verdict: 'pass' });
  });
});

describe('runSite: a server in front of the handler', () => {
  it.each<[string, (headers: Headers) => void, string]>([
    ['the origin', (headers) => headers.delete('access-control-allow-origin'), 'handler-4 fail'],
    [
      'the preflight',
      (headers) => headers.delete('access-control-allow-headers'),
      'handler-4 fail',
    ],
    [
      'the preflight, with a wildcard',
      (headers) => headers.set('access-control-allow-headers', '*'),
      'handler-4 fail',
    ],
    ['no-store', (headers) => headers.set('cache-control', 'max-age=60'), 'handler-3 deviates'],
    [
      'the clock',
      (headers) => headers.set('date', new Date(Date.now() - 60_000).toUTCString()),
      'handler-2 deviates',
    ],
  ])('is told to have changed %s', async (_, change, fault) => {
    expect(faultsIn(await results(changing(change)))).toEqual([fault]);
  });

  it('is told to refuse the preflight, whatever its headers', async () => {
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { headers, status } = await fetchFrom(operator)(input, init);
      const isPreflight = init?.method === 'OPTIONS' && status === 204;
      return isPreflight
        ? new Response(null, { status: 405, headers })
        : fetchFrom(operator)(input, init);
    };
    const found = await results(handlerFor(operator), {}, { fetch });
    expect(faultsIn(found)).toEqual(['handler-4 fail']);
  });

  it.each([403, 500, 302])('is told to answer a forged token with %i', async (status) => {
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const answer = await fetchFrom(operator)(input, init);
      return answer.status === 401 ? new Response(null, { status }) : answer;
    };
    const found = await results(handlerFor(operator), {}, { fetch });
    expect(faultsIn(found)).toEqual(['handler-5 fail']);
    expect(adviceOn(found, 'handler-5')).not.toMatch(/any member/);
  });
});

describe('runSite: a handler that is wrong', () => {
  it('is told to accept every token', async () => {
    const verifyToken = () => ({ member: { email: secrets.email }, sku: 'sid:one' });
    const found = await results(handlerFor(operator, { secret: undefined, verifyToken }));
    expect(faultsIn(found)).toEqual(['handler-5 fail']);
    expect(adviceOn(found, 'handler-5')).toMatch(/feed of any member/);
  });

  it('is told to give another feed than the operator', async () => {
    const feed = { feedUrl: 'https://elsewhere.example/feed', title: 'T', sku: 'sid:one' };
    const service = {
      privateFeed: () => Promise.resolve({ ...feed, userId: 'u', entitlementId: 'e' }),
    };
    const found = await results(handlerFor(operator, { service }), configFor(operator.url));
    expect(faultsIn(found)).toEqual(['handler-6 deviates']);
  });
});

describe('runSite: configuration of the handler', () => {
  it.each<[string, SiteConfig, string, RegExp]>([
    ['a handler over http', { handlerUrl: 'http://club.example.com/s' }, page, /`handlerUrl`/],
    ['a relative handler', { handlerUrl: '/subscribe' }, page, /`handlerUrl`/],
    ['an origin with a path', {}, `${page}/`, /`origin`/],
    ['a secret that is too short', { subscribeSecret: 'short' }, page, /secret/],
  ])('is refused: %s', async (_, more, origin, message) => {
    await expect(results(bare(200), more, { origin })).rejects.toThrow(message);
    expect(operator.seen).toEqual([]);
  });

  it('fails without the subscribe secret, and checks the rest', async () => {
    const more = { subscribeSecret: undefined, ...configFor(operator.url) };
    const found = await results(bare(200), more);
    expect(faultsIn(found)).toEqual(['handler-1 fail']);
    expect(adviceOn(found, 'handler-1')).toContain('Set `subscribeSecret`');
  });
});
