/** The apps in the Subscription (docs/interface.md 11.1), whatever the call that asks for them does. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFeedServiceClient } from '../../../src/api/client.js';
import type { Connection } from '../../../src/api/connections.js';
import type { Subscription } from '../../../src/api/subscription.js';
import { createSubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import { createSubscribeToken } from '../../../src/publisher/tokens/subscribe-token.js';
import { timesAsMany } from '../../support/laws/times-as-many.js';
import { configFor, secrets, startOperator } from '../../support/operator/operator.js';

const secret = new Uint8Array(32).fill(7);
const start = Date.parse('2026-03-01T12:00:00Z');

const fetchedAt = (lastFetchedAt: string, more: object = {}): Connection => ({
  app: 'overcast',
  name: 'Overcast',
  firstFetchedAt: '2026-01-01T00:00:00Z',
  ...more,
  lastFetchedAt,
});
const overcast = fetchedAt('2026-03-01T11:00:00Z');
const shown = { app: 'overcast', name: 'Overcast', lastFetchedAt: '2026-03-01T11:00:00Z' };

type Ask = (asked: { signal?: AbortSignal | undefined }) => Promise<Connection[]>;

/** A handler whose service is asked for apps by `ask`; each reset gives a new link. */
function handlerWith(ask: Ask | undefined, more: object = {}, time = start) {
  const state = { time, link: 1, asked: 0 };
  const feed = ({ sku }: { sku: string }) =>
    Promise.resolve({
      feedUrl: `https://feeds.example.com/${state.link}`,
      title: 'The Member Show',
      sku,
      userId: 'u',
      entitlementId: 'e',
    });
  const handler = createSubscribeHandler({
    service: {
      privateFeed: feed,
      resetFeed(request) {
        state.link++;
        return feed(request);
      },
      ...(ask && {
        connections(request) {
          state.asked++;
          return ask(request);
        },
      }),
    },
    secret,
    allowedOrigins: [],
    now: () => state.time,
    onError: (error) => {
      throw error;
    },
    ...more,
  });
  async function get(query = '', method = 'GET', email = 'jane@example.com') {
    const member = { email, sku: 'sid:one' };
    const token = await createSubscribeToken(member, secret, { now: () => state.time });
    const headers = { authorization: `Bearer ${token}` };
    const response = await handler(
      new Request(`https://www.example.com/subscribe${query}`, { method, headers }),
    );
    expect(response.status).toBe(200);
    return (await response.json()) as Subscription;
  }
  return { get, state };
}

/** A service that does not answer until the test is over. */
function hanging() {
  const answers: ((found: Connection[]) => void)[] = [];
  const ask = () => new Promise<Connection[]>((resolve) => answers.push(resolve));
  return { ask, end: () => answers.forEach((answer) => answer([])) };
}

describe('createAppsBeside', () => {
  it('gives the latest three, without what a page does not need', async () => {
    const { get } = handlerWith(() =>
      Promise.resolve([
        fetchedAt('2026-02-27T23:30:00-05:00', { app: 'castro', name: 'Castro' }),
        fetchedAt('2026-02-28T01:00:00Z', { app: undefined, name: 'Some app' }),
        fetchedAt('2026-02-01T01:00:00Z', { name: 'Too early' }),
        overcast,
      ]),
    );
    expect((await get()).connections).toEqual([
      shown,
      { app: 'castro', name: 'Castro', lastFetchedAt: '2026-02-27T23:30:00-05:00' },
      { name: 'Some app', lastFetchedAt: '2026-02-28T01:00:00Z' },
    ]);
  });

  it('says that there are none, and says nothing where the service cannot tell', async () => {
    expect(await handlerWith(() => Promise.resolve([])).get()).toMatchObject({ connections: [] });
    expect(await handlerWith(undefined).get()).not.toHaveProperty('connections');
  });

  it('leaves out what no page can show', async () => {
    const strange = [
      fetchedAt('yesterday'),
      fetchedAt('2026-02-30T00:00:00Z'),
      fetchedAt(`2026-03-01T11:00:00.${'0'.repeat(40)}Z`),
      fetchedAt('2026-03-01T11:00:00Z', { name: '' }),
      fetchedAt('2026-03-01T11:00:00Z', { name: 'x'.repeat(101) }),
      fetchedAt('2026-03-01T11:00:00Z', { name: { toString: 'Overcast' } }),
      null,
      'Overcast',
      overcast,
    ] as Connection[];
    const { get } = handlerWith(() => Promise.resolve(strange));
    expect((await get()).connections).toEqual([shown]);
    const many = handlerWith(() => Promise.resolve(Array.from({ length: 500 }, () => overcast)));
    expect((await many.get()).connections).toEqual([shown, shown, shown]);
    const odd = handlerWith(() => Promise.resolve([{ ...overcast, app: 7 }] as never));
    expect((await odd.get()).connections).toEqual([{ ...shown, app: undefined }]);
  });

  it('changes nothing else in the Subscription, whatever the service answers', async () => {
    const alone = await handlerWith(undefined).get();
    const answers = fc.oneof(
      fc.anything().map((value) => () => Promise.resolve(value)),
      fc.anything().map((value) => () => {
        throw value;
      }),
      fc.anything().map((value) => () => value),
      fc.anything().map(
        (value) => () =>
          Promise.resolve().then(() => {
            throw value;
          }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        const given = await handlerWith(answer as Ask).get();
        expect({ ...given, connections: undefined }).toEqual({ ...alone, hasConnections: true });
      }),
      { numRuns: timesAsMany(100) },
    );
  });

  it('does not wait for an answer that does not come, and asks again after a minute', async () => {
    const { ask, end } = hanging();
    const { get, state } = handlerWith(ask);
    expect(await get()).not.toHaveProperty('connections');
    expect(await get()).not.toHaveProperty('connections');
    expect(state.asked).toBe(1);
    state.time += 60_000;
    await get();
    expect(state.asked).toBe(2);
    end();
  });

  it('does not wait beyond the handler’s own deadline', async () => {
    const { ask, end } = hanging();
    const { get, state } = handlerWith(ask, { deadline: 60 });
    expect(await get()).not.toHaveProperty('connections');
    expect(state.asked).toBe(1);
    end();
  });

  it('gives a late answer to the next request', async () => {
    let answer: (found: Connection[]) => void = () => undefined;
    const { get, state } = handlerWith(() => new Promise((resolve) => (answer = resolve)));
    expect(await get()).not.toHaveProperty('connections');
    answer([overcast]);
    expect((await get()).connections).toEqual([shown]);
    state.time += 59_999;
    expect((await get()).connections).toEqual([shown]);
    expect(state.asked).toBe(1);
  });

  it('asks once for requests at the same time, and for each member alone', async () => {
    const { get, state } = handlerWith(() => Promise.resolve([overcast]));
    await Promise.all([get(), get(), get('?', 'GET', 'Jane@Example.com')]);
    expect(state.asked).toBe(1);
    await get('', 'GET', 'joe@example.com');
    expect(state.asked).toBe(2);
  });

  it('forgets the apps at a reset, and whatever was asked before it', async () => {
    let answer: (found: Connection[]) => void = () => undefined;
    const signals: (AbortSignal | undefined)[] = [];
    const { get, state } = handlerWith(({ signal }) => {
      signals.push(signal);
      return state.link > 1 ? Promise.resolve([]) : new Promise((resolve) => (answer = resolve));
    });
    const before = get();
    await expect.poll(() => signals).toHaveLength(1);
    expect(await get('?reset', 'POST')).not.toHaveProperty('connections');
    expect(signals[0]?.aborted).toBe(true);
    answer([overcast]);
    expect(await before).not.toHaveProperty('connections');
    expect(await get()).toMatchObject({ connections: [] });
  });

  it('remembers what the page itself was told since', async () => {
    let found: Connection[] = [];
    const { get, state } = handlerWith(() => Promise.resolve(found));
    expect((await get()).connections).toEqual([]);
    found = [overcast];
    await get('?connections');
    expect((await get()).connections).toEqual([shown]);
    expect(state.asked).toBe(2);
  });

  it('asks again for a link that another process has replaced, and with `?fresh`', async () => {
    const { get, state } = handlerWith(() => Promise.resolve(state.link > 1 ? [] : [overcast]));
    expect((await get()).connections).toEqual([shown]);
    state.link++;
    expect((await get()).connections).toEqual([]);
    expect(state.asked).toBe(2);
    await get('?fresh');
    expect(state.asked).toBe(3);
  });
});

describe('createFeedServiceClient: connections beside the feed', () => {
  const line = 'GET /vault/entitlements/ent%3A1/connections';

  it.each([
    ['never', 'never'],
    ['429', { status: 429, headers: { 'retry-after': '30' } }],
    ['401', { status: 401 }],
    ['403', { status: 403, body: { code: 'no-access' } }],
    ['404', { status: 404, body: {} }],
    ['500', { status: 500 }],
    ['no JSON', { body: '<h1>' }],
  ] as const)('leave the Subscription as it is, answered with %s', async (_, answer) => {
    const operator = await startOperator();
    operator.answer(line, answer);
    operator.answer('GET /vault/entitlements/ent%3A1/access', {
      body: [{ type: 'feed', mimeType: 'application/rss+xml', url: secrets.feedUrl }],
    });
    const items = new Map<string, string>();
    const cache = {
      getItem: (key: string) => items.get(key),
      setItem: (key: string, value: string) => void items.set(key, value),
    };
    const config = { ...configFor(operator.url), extensions: true as const, cache, deadline: 1000 };
    const service = createFeedServiceClient(config);
    const { get } = handlerWith(undefined, { service, cache }, Date.now());
    for (const query of ['', '', '?fresh', '']) {
      const got = await get(query);
      expect(got.feedUrl).toBe(secrets.feedUrl);
      expect(got).not.toHaveProperty('connections');
    }
    // What is still under way ends before the operator does.
    const member = { email: 'jane@example.com', sku: 'sid:one' };
    await Promise.allSettled(
      [true, false].map((fresh) => service.connections({ ...member, fresh })),
    );
    await operator.close();
  });

  it('take no call of their own to find the member', async () => {
    const operator = await startOperator();
    operator.answer(line, { body: { connections: [overcast] } });
    operator.answer('GET /vault/entitlements/ent%3A1/access', {
      body: [{ type: 'feed', mimeType: 'application/rss+xml', url: secrets.feedUrl }],
    });
    const service = createFeedServiceClient({ ...configFor(operator.url), extensions: true });
    const { get } = handlerWith(undefined, { service }, Date.now());
    expect((await get()).connections).toEqual([shown]);
    expect(operator.seen).toHaveLength(5);
    await operator.close();
  });
});
