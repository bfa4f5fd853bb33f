/** Apps that fetch a member's feed are stored for a limited time, and storing them never delays the feed. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import prom from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../../src/api/connections.js';
import type { LiveCatalogue } from '../../../src/service/catalogue/live-catalogue.js';
import type { ServiceConfig } from '../../../src/service/config.js';
import { createConnections } from '../../../src/service/connections/connections.js';
import { fetcherNumber } from '../../../src/service/connections/feed-fetchers.js';
import type { FeedLink } from '../../../src/service/store/links/feed-links.js';
import { createLinkIndex } from '../../../src/service/store/links/link-index.js';
import type { ConnectionStore, Fetch } from '../../../src/service/store/connection-store.js';
import { connectDatabase } from '../../../src/service/store/database/open-database.js';
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
import { betweenStatements } from '../../support/feed-service/between.js';
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
const rows = async () =>
  (await database.query<Record<string, unknown>>('select * from pps_connections')).rows;

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
      status: 200,
    });
  });

  it('writes an app once a UTC day', async () => {
    const writes: string[] = [];
    const counting = betweenStatements(await connectDatabase({ database }), (text, run) => {
      if (text.includes('insert into pps_connections')) writes.push(text);
      return run();
    });
    const backend = open({ database: counting });
    const url = await backend.feedUrl(member);
    const lastFetch = async () => (await rows()).map((row) => row.last_fetched_at);
    for (const [minutes, last] of [
      [0, '2026-03-01T12:00:00Z'],
      [12 * 60, '2026-03-02T00:00:00Z'],
      [24 * 60, '2026-03-03T00:00:00Z'],
    ] as const) {
      later(minutes);
      await fetchAs(backend, url, 'Overcast/3.0');
      await until(async () => expect(await lastFetch()).toEqual([new Date(last)]));
      later(12 * 60 - 0.001);
      for (let count = 0; count < 3; count += 1) await fetchAs(backend, url, 'Overcast/3.0');
      later(-12 * 60 + 0.001);
    }
    await backend.service.close();
    expect(writes).toHaveLength(3);
  });

  it('writes a link at every fetch for ten minutes after its connections were asked for, in every process', async () => {
    const [asked, other] = [open(), open()];
    const url = await asked.feedUrl(member);
    const lastFetch = async () =>
      (await rows()).map(({ app, last_fetched_at: last }) => [app, last]);
    const fetchUntilWritten = () =>
      until(async () => {
        await fetchAs(other, url, 'Overcast/3.0');
        expect(await lastFetch()).toContainEqual(['overcast', time]);
      });
    await fetchUntilWritten();
    later(1);
    await connectionsOf(asked);
    later(9.99);
    await fetchUntilWritten();
    const last = time;
    later(30);
    await fetchAs(other, url, 'Overcast/3.0');
    await other.service.close();
    expect(await lastFetch()).toEqual([['overcast', last]]);
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

  it.each<[string, () => Promise<never>]>([
    ['fails', () => Promise.reject(new Error('gone: classified'))],
    [
      'throws',
      () => {
        throw new Error('gone: classified');
      },
    ],
    ['never answers', () => new Promise<never>(() => undefined)],
  ])('does not delay the feed if the write %s', async (name, answer) => {
    let broken = true;
    const failing = betweenStatements(await connectDatabase({ database }), (text, run) =>
      broken && text.includes('insert into pps_connections') ? answer() : run(),
    );
    const backend = open({ database: failing });
    const url = await backend.feedUrl(member);
    expect(await fetchAs(backend, url, 'Overcast/3.0')).toBe(200);
    expect(await fetchAs(backend, url, 'AntennaPod/3.0')).toBe(200);
    expect(await connectionsOf(backend)).toEqual([]);
    expect(JSON.stringify(log)).not.toContain('classified');
    if (name === 'never answers') return;
    await until(async () =>
      expect(await (await backend.send('/metrics')).text()).toContain(
        'pps_dropped_connections_total 2',
      ),
    );
    broken = false;
    await fetchAs(backend, url, 'Overcast/3.0');
    await until(async () =>
      expect((await connectionsOf(backend)).map(({ app }) => app)).toContain('overcast'),
    );
  });
});

describe('createConnections: more fetches than the database takes', () => {
  const LINKS = 25_000;
  const overcast = 1 << fetcherNumber('overcast');
  const linkOf = (id: number): FeedLink => ({
    hash: createHash('sha256').update(String(id)).digest().subarray(0, 8),
    entitlementId: id.toString(16).padStart(24, '0'),
    version: 1,
    sku,
    endsAt: Infinity,
  });

  /** Connections whose database answers when it is told to. Of the links, the app knows those from `unknown` on not yet. */
  function held(unknown: number) {
    const index = createLinkIndex();
    for (let id = 0; id < LINKS; id += 1)
      index.put(linkOf(id).hash, { ...linkOf(id), apps: id < unknown ? overcast : 0 });
    const written: Fetch[][] = [];
    const counts = { noted: 0 };
    const registry = new prom.Registry();
    let answer: () => void = () => undefined;
    const store = {
      add(fetches: readonly Fetch[]) {
        written.push([...fetches]);
        return new Promise<void>((resolve) => (answer = resolve));
      },
      busyLinks: () => Promise.resolve([]),
    } as unknown as ConnectionStore;
    const connections = createConnections({
      store,
      links: { index, onWatched: () => undefined },
      catalogue: { current: { usualAppsPerDay: 5 } } as unknown as LiveCatalogue,
      days: 90,
      now: () => time,
      log: () => undefined,
      registry,
    });
    return {
      written,
      counts,
      note: (from: number, to: number) => {
        for (let id = from; id < to; id += 1) connections.note(linkOf(id), 'Overcast/3.0', 200);
        counts.noted += to - from;
      },
      dropped: async () =>
        (await registry.getMetricsAsJSON()).flatMap(({ name, values }) =>
          name === 'pps_dropped_connections_total' ? values : [],
        )[0]?.value ?? 0,
      answer: () => answer(),
      /** Answers all that waits. @returns how many fetches were written in all */
      close: async () => {
        const closed = connections.close().then(() => true);
        do answer();
        while (!(await Promise.race([closed, setImmediate(false)])));
        return written.flat().length;
      },
    };
  }

  it("writes an app's first fetch of a link before all others, in batches of 250", async () => {
    const { note, written, dropped, answer, close } = held(1_000);
    note(0, 400);
    note(1_000, 1_010);
    expect(written).toHaveLength(1);
    answer();
    await until(() => expect(written).toHaveLength(2));
    const next = written[1]!.map(({ isFirst }) => isFirst);
    expect(next).toEqual([...Array<boolean>(10).fill(true), ...Array<boolean>(240).fill(false)]);
    expect(await close()).toBe(410);
    expect(await dropped()).toBe(0);
  });

  it('drops what is no first fetch beyond 10,000 that wait, counts it, and notes it anew', async () => {
    const { note, written, counts, dropped, close } = held(12_000);
    note(0, 10_001);
    expect([written[0]!.length, await dropped()]).toEqual([1, 0]);
    note(12_000, 12_003);
    expect(await dropped()).toBe(3);
    // The oldest three: they are noted as if for the first time, and each drops one more.
    note(1, 4);
    expect(await dropped()).toBe(6);
    const all = await close();
    expect(all + (await dropped())).toBe(counts.noted);
    expect(written.flat().filter(({ isFirst }) => isFirst)).toHaveLength(3);
  });

  it('loses no first fetch without counting it, if there are nothing but first ones', async () => {
    const { note, counts, dropped, close } = held(0);
    note(0, 10_001);
    expect(await dropped()).toBe(0);
    note(10_001, 10_006);
    expect(await dropped()).toBe(5);
    expect((await close()) + (await dropped())).toBe(counts.noted);
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
    later(30);
    const last = open({ connectionDays });
    await last.service.open();
    await until(async () => expect(await rows()).toEqual([]));
  });

  it('removes connections and stores none with connectionDays 0', async () => {
    const backend = open();
    const url = await backend.feedUrl(member);
    await fetchAs(backend, url, 'Overcast/3.0');
    await backend.service.close();
    later(31);
    const off = open({ connectionDays: 0 });
    await fetchAs(off, url, 'AntennaPod/3.0');
    expect(await connectionsOf(off)).toEqual([]);
    // A service that ends does not finish its cleaning.
    await until(async () => expect(await rows()).toEqual([]));
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
    await until(async () => expect(await fetchAs(other, old, 'Overcast/3.0')).toBe(404));
    // What is known is that the app still asks with the old link.
    for (const row of await rows()) expect(row).toMatchObject({ version: 1, status: 404 });

    // The process that had noted the app with the old link notes it anew.
    expect(await fetchAs(backend, items[0]!.url, 'Overcast/3.0')).toBe(200);
    await until(async () => expect(await connectionsOf(backend)).toHaveLength(1));
  });

  it('leaves out a fetch from before the reset that is written after it', async () => {
    let release: () => void = () => undefined;
    const slow = betweenStatements(await connectDatabase({ database }), async (text, run) => {
      if (text.includes('insert into pps_connections')) {
        await new Promise<void>((resolve) => (release = resolve));
      }
      return run();
    });
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
    await lapsed.service.open();
    later(1);
    const response = await lapsed.call(path(id, 'reset', userId), { method: 'POST' });
    expect(await response.json()).toEqual([]);
    expect(await fetchAs(lapsed, url, '')).toBe(200);
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
