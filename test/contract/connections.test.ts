/** Connections and new links (docs/interface.md 11.5, docs/service.md 5): client, handler and service over real HTTP, and what happens when the service fails. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFeedServiceClient } from '../../src/api/client.js';
import type { SharedCache } from '../../src/api/cache/shared-cache.js';
import { createSubscribeHandler } from '../../src/publisher/handler/subscribe-handler.js';
import { createSubscribeToken } from '../../src/publisher/tokens/subscribe-token.js';
import { startServer, type RunningService } from '../../src/service/node-server/start-server.js';
import {
  catalogueOf,
  client,
  failureOf,
  member,
  showFolder,
  sku,
} from '../support/feed-service/backend.js';
import { configFor, startOperator, type Operator } from '../support/operator/operator.js';
import { until } from '../support/waiting/until.js';

const secret = new Uint8Array(32).fill(7);
const pageOrigin = 'https://www.example.com';
const endpoint = 'https://www.example.com/subscribe';
const request = { email: member, sku };

/** A cache that two handlers share, as two processes share a Redis. */
function sharedCache() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key),
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

async function ask(
  handler: (request: Request) => Promise<Response>,
  query: string,
  method = 'GET',
): Promise<Response> {
  const token = await createSubscribeToken(request, secret);
  const headers = { Authorization: `Bearer ${token}`, Origin: pageOrigin };
  return handler(new Request(`${endpoint}${query}`, { method, headers }));
}

describe('createSubscribeHandler: connections and new links of our service', () => {
  let shows: Awaited<ReturnType<typeof showFolder>>;
  let service: RunningService;
  beforeAll(async () => {
    shows = await showFolder();
    const subscribe = { secret: Buffer.from(secret).toString('base64'), allowedOrigins: [] };
    const catalogue = catalogueOf(shows.feed);
    service = await startServer({ catalogue, port: 0, subscribe, log: () => undefined });
  });
  // Each test has a link of its own, which no app has fetched yet.
  beforeEach(() => createFeedServiceClient(config()).resetFeed(request));
  afterAll(async () => {
    await service.close();
    await shows.remove();
  });

  const config = () => ({
    tokenUrl: service.url,
    baseUrl: service.url,
    ...client,
    onboardingOriginId: 'origin-1',
    extensions: true as const,
  });
  const handlerOf = (cache: SharedCache) =>
    createSubscribeHandler({
      service: config(),
      secret,
      allowedOrigins: [pageOrigin],
      onError: () => undefined,
      cache,
    });
  const fetchAs = async (url: string, userAgent: string) =>
    (await fetch(url, { headers: { 'User-Agent': userAgent } })).status;

  it('offers both, and a new link counts in every process that shares its cache', async () => {
    const cache = sharedCache();
    const [one, other] = [handlerOf(cache), handlerOf(cache)];
    const before = (await (await ask(other, '')).json()) as { feedUrl: string };
    expect(before).toMatchObject({ hasConnections: true, canReset: true, connections: [] });
    expect(await fetchAs(before.feedUrl, 'Overcast/3.0')).toBe(200);
    await until(async () => {
      const response = await ask(one, '?connections=');
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(await response.json()).toMatchObject({ connections: [{ app: 'overcast' }] });
    });

    const reset = await ask(one, '?reset=', 'POST');
    expect(reset.status).toBe(200);
    expect(reset.headers.get('Access-Control-Allow-Origin')).toBe(pageOrigin);
    const after = (await reset.json()) as { feedUrl: string };
    expect(after).toEqual({ ...before, feedUrl: after.feedUrl, connections: undefined });
    expect(after.feedUrl).not.toBe(before.feedUrl);
    expect(await fetchAs(before.feedUrl, 'Overcast/3.0')).toBe(404);
    for (const handler of [one, other]) {
      expect(await (await ask(handler, '')).json()).toEqual({ ...after, connections: [] });
      expect(await (await ask(handler, '?connections')).json()).toEqual({ connections: [] });
    }
  });

  it('offers both at /subscribe of the service', async () => {
    const text = Buffer.from(secret).toString('base64');
    const send = async (query: string, method = 'GET') => {
      const token = await createSubscribeToken(request, text);
      const headers = { Authorization: `Bearer ${token}` };
      const response = await fetch(`${service.url}/subscribe${query}`, { method, headers });
      return (await response.json()) as unknown;
    };
    const before = (await send('')) as { feedUrl: string };
    expect(before).toMatchObject({ hasConnections: true, canReset: true });
    expect(await fetchAs(before.feedUrl, 'AntennaPod/3')).toBe(200);
    await until(async () =>
      expect(await send('?connections')).toMatchObject({ connections: [{ app: 'antennapod' }] }),
    );
    const after = (await send('?reset', 'POST')) as { feedUrl: string };
    expect(await fetchAs(before.feedUrl, 'AntennaPod/3')).toBe(404);
    expect(await fetchAs(after.feedUrl, 'AntennaPod/3')).toBe(200);
  });
});

describe('createFeedServiceClient: connections and new links of a failing operator', () => {
  let operator: Operator;
  beforeAll(async () => {
    operator = await startOperator();
  });
  afterAll(() => operator.close());
  beforeEach(() => operator.seen.splice(0));

  const connectionsLine = 'GET /vault/entitlements/ent%3A1/connections';
  const resetLine = 'POST /vault/entitlements/ent%3A1/reset';
  const feeds = (more: object = {}) =>
    createFeedServiceClient({ ...configFor(operator.url), extensions: true, ...more });
  const asked = { email: 'jane@example.com', sku: 'sid:one' };

  it.each([
    [{ status: 404, body: { message: 'No route' } }, 'not-found'],
    [{ status: 404, body: '<h1>Not found</h1>' }, 'not-found'],
    [{ status: 500 }, 'unavailable'],
    [{ status: 429, headers: { 'retry-after': '30' } }, 'rate-limited'],
    [{ body: 'not JSON' }, 'bad-response'],
    [{ body: { connections: [{ name: 7 }] } }, 'bad-response'],
  ])('reports connections answered with %j as %s', async (answer, code) => {
    operator.answer(connectionsLine, answer);
    expect((await failureOf(feeds().connections(asked))).code).toBe(code);
  });

  it('does not repeat a reset that may have happened, and forgets the old link', async () => {
    const cache = sharedCache();
    const kept = feeds({ cache });
    await kept.privateFeed(asked);
    operator.answer(resetLine, { status: 500 });
    expect((await failureOf(kept.resetFeed(asked))).code).toBe('unavailable');
    expect(operator.asked(resetLine)).toHaveLength(1);
    const before = operator.asked('GET /vault/entitlements/ent%3A1/access').length;
    await kept.privateFeed(asked);
    expect(operator.asked('GET /vault/entitlements/ent%3A1/access')).toHaveLength(before + 1);
  });

  it('reports a member without access', async () => {
    operator.answer(resetLine, { body: [] });
    expect((await failureOf(feeds().resetFeed(asked))).code).toBe('no-access');
  });
});
