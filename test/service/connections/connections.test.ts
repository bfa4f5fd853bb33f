/** Apps that fetch a member's feed are stored for a limited time, and storing them never delays the feed. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../../src/api/connections.js';
import type { LiveCatalogue } from '../../../src/service/catalogue/live-catalogue.js';
import type { ServiceConfig } from '../../../src/service/config.js';
import { createConnections } from '../../../src/service/connections/connections.js';
import type { ConnectionStore } from '../../../src/service/store/connection-store.js';
import type { Database } from '../../../src/service/store/database/database.js';
import {
  catalogueOf,
  client,
  createBackend,
  failureOf,
  member,
  sku,
  stranger,
  withAnotherKey,
  type Backend,
} from '../../support/feed-service/backend.js';
import { tokenOf } from '../../support/feed-service/operator-calls.js';
import { until } from '../../support/waiting/until.js';
import { useDatabase, useShowFolder } from '../../support/feed-service/for-file.js';

const database = await useDatabase();
const shows = await useShowFolder();

let time: Date;
let log: Record<string, unknown>[];
const opened: Backend[] = [];

beforeEach(async () => {
  await database.exec('drop schema public cascade; create schema public');
  time = new Date('2026-03-01T12:00:00.000Z');
  log = [];
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ service }) => service.close()));
});

function open(config: Partial<ServiceConfig> = {}): Backend {
  const backend = createBackend({
    catalogue: catalogueOf(shows.feed),
    database,
    now: () => time,
    log: (line) => log.push(line as Record<string, unknown>),
    ...config,
  });
  opened.push(backend);
  return backend;
}

const later = (minutes: number) => (time = new Date(time.getTime() + minutes * 60_000));

async function fetchAs(backend: Backend, url: string, userAgent: string, method = 'GET') {
  const { status } = await backend.send(new URL(url).pathname, {
    method,
    headers: { 'User-Agent': userAgent },
  });
  return status;
}

async function idsOf(backend: Backend, email = member) {
  const userId = await backend.userId(email);
  const [held] = (await (await backend.onboard({ userId })).json()) as { entitlementId: string }[];
  return { userId, id: held!.entitlementId };
}

const path = (id: string, call: string, userId: string) =>
  `/vault/entitlements/${id}/${call}?${new URLSearchParams({ userId }).toString()}`;

async function connectionsOf(backend: Backend): Promise<Connection[]> {
  const { userId, id } = await idsOf(backend);
  const response = await backend.call(path(id, 'connections', userId));
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return ((await response.json()) as { connections: Connection[] }).connections;
}
const rows = async () => (await database.query('select * from pps_connections')).rows;

describe('createConnections: feed requests', () => {
  it('stores an app with its first and last time, and nothing else', async () => {
    const backend = open();
    const url = await backend.feedUrl(member);
    expect(await connectionsOf(backend)).toEqual([]);
    expect(await fetchAs(backend, url, 'Overcast/3.0')).toBe(200);
    await until(async () => expect(await connectionsOf(backend)).toHaveLength(1));
    later(6);
    await fetchAs(backend, url, 'Overcast/4.0 (other header)');
    await fetchAs(backend, url, 'newsboat/2.30');
    await until(async () =>
      expect(await connectionsOf(backend)).toEqual([
        {
          name: 'Newsboat',
          firstFetchedAt: '2026-03-01T12:06:00.000Z',
          lastFetchedAt: '2026-03-01T12:06:00.000Z',
        },
        {
          app: 'overcast',
          name: 'Overcast',
          firstFetchedAt: '2026-03-01T12:00:00.000Z',
          lastFetchedAt: '2026-03-01T12:06:00.000Z',
        },
      ]),
    );
    const { id } = await idsOf(backend);
    expect(await rows()).toContainEqual({
      entitlement_id: id,
      version: 1,
      app: 'overcast',
      first_fetched_at: new Date('2026-03-01T12:00:00Z'),
      last_fetched_at: new Date('2026-03-01T12:06:00Z'),
    });
  });

  it('writes once in five minutes, also with two processes', async () => {
    const writes: string[] = [];
    const counting: Database = {
      query(text, params) {
        if (text.includes('insert into pps_connections')) writes.push(text);
        return database.query(text, params);
      },
    };
    const [one, other] = [open({ database: counting }), open()];
    const url = await one.feedUrl(member);
    for (let count = 0; count < 5; count += 1) await fetchAs(one, url, 'Overcast/3.0');
    await until(async () => expect(await connectionsOf(one)).toHaveLength(1));
    later(4);
    await fetchAs(one, url, 'Overcast/3.0');
    await fetchAs(other, url, 'Overcast/3.0');
    await other.service.close();
    expect(writes).toHaveLength(1);
    expect((await connectionsOf(one))[0]!.lastFetchedAt).toBe('2026-03-01T12:00:00.000Z');
    later(1);
    await fetchAs(one, url, 'Overcast/3.0');
    await until(async () =>
      expect((await connectionsOf(one))[0]!.lastFetchedAt).toBe('2026-03-01T12:05:00.000Z'),
    );
    expect(writes).toHaveLength(2);
  });

  it('stores nothing for HEAD, for the parser, or for an unknown link', async () => {
    const backend = open();
    const url = await backend.feedUrl(member);
    const headers = { 'User-Agent': 'Overcast/3.0' };
    expect(await fetchAs(backend, url, 'Overcast/3.0', 'HEAD')).toBe(200);
    const query = new URLSearchParams({ url, format: 'service' });
    expect((await backend.send(`/rss?${query.toString()}`, { headers })).status).toBe(200);
    expect(await fetchAs(backend, withAnotherKey(url), 'Overcast/3.0')).toBe(404);
    await backend.service.close();
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('gone: classified'))],
    [
      'throws',
      () => {
        throw new Error('gone: classified');
      },
    ],
    ['never answers', () => new Promise<never>(() => undefined)],
  ])('does not delay the feed if the write %s', async (_name, answer) => {
    let broken = true;
    const failing: Database = {
      query: (text, params) =>
        broken && text.includes('insert into pps_connections')
          ? answer()
          : database.query(text, params),
    };
    const backend = open({ database: failing });
    const url = await backend.feedUrl(member);
    expect(await fetchAs(backend, url, 'Overcast/3.0')).toBe(200);
    expect(await fetchAs(backend, url, 'AntennaPod/3.0')).toBe(200);
    expect(await connectionsOf(backend)).toEqual([]);
    expect(JSON.stringify(log)).not.toContain('classified');
    broken = false;
    if (_name === 'never answers') return;
    await fetchAs(backend, url, 'Overcast/3.0');
    await until(async () =>
      expect((await connectionsOf(backend)).map(({ app }) => app)).toContain('overcast'),
    );
  });
});

describe('createConnections: more fetches than the database takes', () => {
  /** Connections whose database answers when it is told to, the sizes of its batches, and how many were dropped. */
  function held() {
    const sizes: number[] = [];
    let dropped = 0;
    let answer: () => void = () => undefined;
    const store = {
      add(fetches: readonly unknown[]) {
        sizes.push(fetches.length);
        return new Promise<void>((resolve) => (answer = resolve));
      },
      busyLinks: () => Promise.resolve([]),
      removeOld: () => Promise.resolve(),
    } as unknown as ConnectionStore;
    const connections = createConnections({
      store,
      catalogue: { current: { usualAppsPerDay: 5 } } as unknown as LiveCatalogue,
      days: 90,
      now: () => time,
      log: () => undefined,
      metrics: { busyLink: () => undefined, droppedConnection: () => (dropped += 1) },
    });
    const noteAll = (from: number, to: number) => {
      for (let id = from; id < to; id += 1) {
        connections.note({ entitlementId: String(id), version: 1 }, 'Overcast/3.0');
      }
    };
    return { connections, noteAll, sizes, dropped: () => dropped, answer: () => answer() };
  }

  it('are written in batches, and dropped and counted beyond a list of 10,000', async () => {
    const { connections, noteAll, sizes, dropped, answer } = held();
    noteAll(0, 1);
    expect(sizes).toEqual([1]);
    noteAll(1, 10_001);
    expect(dropped()).toBe(0);
    noteAll(10_001, 10_004);
    expect(dropped()).toBe(3);
    // An app that is on the list already is not dropped.
    noteAll(9_000, 9_010);
    expect(dropped()).toBe(3);
    answer();
    await until(() => expect(sizes).toEqual([1, 250]));
    // There is room again, and what was dropped is not taken for written.
    noteAll(10_001, 10_004);
    expect(dropped()).toBe(3);
    const closed = connections.close();
    while (sizes.length < 42) {
      answer();
      await new Promise(setImmediate);
    }
    answer();
    await closed;
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(10_004);
  });
});

describe('createConnections: connectionDays', () => {
  it.each([
    [undefined, 90],
    [7, 7],
  ])('removes connections with connectionDays %s after %i days', async (connectionDays, days) => {
    const backend = open();
    const url = await backend.feedUrl(member);
    await fetchAs(backend, url, 'Overcast/3.0');
    await backend.service.close();
    later(days * 24 * 60 - 1);
    const next = open({ connectionDays });
    expect(await connectionsOf(next)).toHaveLength(1);
    later(1);
    expect(await connectionsOf(next)).toEqual([]);
    await next.service.close();
    expect(await rows()).toHaveLength(1);
    const last = open({ connectionDays });
    await last.service.open();
    await until(async () => expect(await rows()).toEqual([]));
  });

  it('removes connections at once and stores none with connectionDays 0', async () => {
    const backend = open();
    const url = await backend.feedUrl(member);
    await fetchAs(backend, url, 'Overcast/3.0');
    await backend.service.close();
    const off = open({ connectionDays: 0 });
    await fetchAs(off, url, 'AntennaPod/3.0');
    expect(await connectionsOf(off)).toEqual([]);
    await off.service.close();
    expect(await rows()).toEqual([]);
  });

  it.each([-1, 1.5, NaN, 36_526])('throws for connectionDays %s', async (connectionDays) => {
    const { code, message } = await failureOf(open({ connectionDays }).service.open());
    expect([code, message]).toEqual([
      'config',
      '`connectionDays` must be a whole number from 0 to 36525.',
    ]);
  });
});

describe('resetOwnFeed: POST /vault/entitlements/{id}/reset', () => {
  it('gives a new link, ends the old one at once, and removes its connections', async () => {
    const [backend, other] = [open(), open()];
    const old = await backend.feedUrl(member);
    await fetchAs(backend, old, 'Overcast/3.0');
    await until(async () => expect(await connectionsOf(backend)).toHaveLength(1));
    const { userId, id } = await idsOf(backend);

    const response = await backend.call(path(id, 'reset', userId), { method: 'POST' });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const items = (await response.json()) as { url: string }[];
    const access = await backend.call(`${path(id, 'access', userId)}&format=RSS`);
    expect(items).toEqual(await access.json());
    expect(items[0]!.url).not.toBe(old);
    expect(await fetchAs(backend, old, 'Overcast/3.0')).toBe(404);
    expect(await fetchAs(other, old, 'Overcast/3.0')).toBe(404);
    expect(await rows()).toEqual([]);

    // The process that had noted the app with the old link notes it anew.
    expect(await fetchAs(backend, items[0]!.url, 'Overcast/3.0')).toBe(200);
    await until(async () => expect(await connectionsOf(backend)).toHaveLength(1));
  });

  it('leaves out a fetch from before the reset that is written after it', async () => {
    let release: () => void = () => undefined;
    const slow: Database = {
      async query(text, params) {
        if (text.includes('insert into pps_connections')) {
          await new Promise<void>((resolve) => (release = resolve));
        }
        return database.query(text, params);
      },
    };
    const backend = open({ database: slow });
    const { userId, id } = await idsOf(backend);
    await fetchAs(backend, await backend.feedUrl(member), 'Overcast/3.0');
    await backend.call(path(id, 'reset', userId), { method: 'POST' });
    release();
    await backend.service.close();
    expect(await rows()).toEqual([]);
  });

  it('changes nothing for a member without access', async () => {
    const catalogue = catalogueOf(shows.feed);
    const backend = open({ catalogue });
    const url = await backend.feedUrl(member);
    const { userId, id } = await idsOf(backend);
    const lapsed = open({ catalogue: { ...catalogue, grants: [] } });
    const response = await lapsed.call(path(id, 'reset', userId), { method: 'POST' });
    expect(await response.json()).toEqual([]);
    expect(await fetchAs(backend, url, '')).toBe(200);
  });
});

describe.each([
  ['connections', 'GET'],
  ['reset', 'POST'],
])('createService: /vault/entitlements/{id}/%s', (call, method) => {
  it("answers alike for an unknown entitlement and another user's", async () => {
    const backend = open();
    const url = await backend.feedUrl(member);
    const { id } = await idsOf(backend);
    const userId = await backend.userId(stranger);
    const others = await backend.call(path(id, call, userId), { method });
    const absent = await backend.call(path('0'.repeat(24), call, userId), { method });
    expect([others.status, absent.status]).toEqual([404, 404]);
    expect(await others.text()).toBe(await absent.text());
    expect(await fetchAs(backend, url, '')).toBe(200);
  });
});

describe('createConnections: a link that many apps fetch', () => {
  const agents = ['Overcast/1', 'AntennaPod/1', 'gPodder/1', 'Kasts/1', 'Downcast/1', 'iCatcher/1'];
  const warnings = () => log.filter((line) => 'warning' in line);

  async function fetchWith(backend: Backend, userAgents: readonly string[]): Promise<void> {
    const url = await backend.feedUrl(member);
    for (const userAgent of userAgents) {
      expect(await fetchAs(backend, url, userAgent)).toBe(200);
      later(1);
    }
  }

  it('causes one warning a day, in the log and the metrics, and is never blocked', async () => {
    const backend = open();
    await fetchWith(backend, agents.slice(0, 5));
    await until(async () => expect(await rows()).toHaveLength(5));
    later(2);
    expect(warnings()).toEqual([]);
    await fetchWith(backend, agents);
    const { userId, id: entitlementId } = await idsOf(backend);
    await until(() => expect(warnings()).toHaveLength(1));
    expect(warnings()[0]).toMatchObject({
      warning: 'many-apps',
      apps: 6,
      entitlementId,
      userId,
      sku,
    });
    await fetchWith(backend, ['RSSRadio/1']);
    await until(async () => expect(await rows()).toHaveLength(7));
    const text = JSON.stringify(log);
    expect(text).not.toContain(member);
    expect(text).not.toContain(new URL(await backend.feedUrl(member)).pathname.split('/')[2]);
    const metrics = await (await backend.send('/metrics')).text();
    expect(metrics).toContain('pps_busy_feed_links_total 1');
    expect(warnings()).toHaveLength(1);
  });

  it('is held to the threshold of the catalogue, over one day', async () => {
    const backend = open({ catalogue: { ...catalogueOf(shows.feed), usualAppsPerDay: 1 } });
    await fetchWith(backend, ['Overcast/1']);
    await until(async () => expect(await rows()).toHaveLength(1));
    later(24 * 60);
    await fetchWith(backend, ['Kasts/1']);
    await until(async () => expect(await rows()).toHaveLength(2));
    expect(warnings()).toEqual([]);
    await fetchWith(backend, ['Downcast/1']);
    await until(() => expect(warnings()).toHaveLength(1));
  });
});

describe('listMemberConnections: GET /admin/connections', () => {
  async function openAsOperator() {
    const catalogue = catalogueOf(shows.feed);
    catalogue.clients[0]!.scopes.push('service:admin');
    const backend = open({ catalogue });
    const headers = { Authorization: `Bearer ${await tokenOf(backend, client)}` };
    const ask = (query: Record<string, string>) =>
      backend.send(`/admin/connections?${new URLSearchParams(query).toString()}`, { headers });
    return { backend, ask };
  }

  it('lists them by e-mail address or user ID, for one product', async () => {
    const { backend, ask } = await openAsOperator();
    await fetchAs(backend, await backend.feedUrl(member), 'Overcast/3.0');
    await until(async () => expect(await rows()).toHaveLength(1));
    const { userId } = await idsOf(backend);
    const known = { email: member, connections: await connectionsOf(backend) };
    expect(known.connections).toHaveLength(1);
    expect(await (await ask({ sku, email: member })).json()).toEqual(known);
    expect(await (await ask({ sku, userId })).json()).toEqual(known);
    const other = await ask({ sku: 'sid:open-show', email: member });
    expect(await other.json()).toEqual({ email: member, connections: [] });
  });
});
