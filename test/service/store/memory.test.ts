/** Rows in memory are never old, and none are answered while changes may be unknown. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../../../src/service/store/create-store.js';
import { followChanges } from '../../../src/service/store/database/changes.js';
import type { OpenDatabase } from '../../../src/service/store/database/database.js';
import { migrate } from '../../../src/service/store/database/migrations.js';
import { createMemory } from '../../../src/service/store/memory.js';
import {
  catalogueOf,
  createBackend,
  lapsed,
  member,
  showFolder,
  stranger,
} from '../../support/feed-service/backend.js';
import { events, resultOf, sendEvent } from '../../support/feed-service/event-senders.js';
import { adminCall, operator } from '../../support/feed-service/operator-calls.js';
import { createDatabase } from '../../support/feed-service/prepared-database.js';
import { until } from '../../support/waiting/until.js';

describe('createMemory', () => {
  it('does not keep what was read while the row changed', async () => {
    const memory = createMemory<string>({ areKnown: () => true });
    let answer: (row: string) => void = () => undefined;
    const reading = memory.get('a', () => new Promise((resolve) => (answer = resolve)));
    memory.forget('a');
    answer('old');
    expect(await reading).toBe('old');
    expect(await memory.get('a', () => Promise.resolve('new'))).toBe('new');
  });

  it('keeps rows that were found together, unless one changed meanwhile', async () => {
    const memory = createMemory<string>({ areKnown: () => true });
    await memory.keep(() => Promise.resolve([['a', 'kept']]));
    expect(await memory.get('a', () => Promise.resolve('read'))).toBe('kept');
    await memory.keep(() => {
      memory.forget();
      return Promise.resolve([['a', 'old']]);
    });
    expect(await memory.get('a', () => Promise.resolve('read'))).toBe('read');
  });

  it('keeps neither a missing row nor one that was read while changes were unknown', async () => {
    const own = createMemory<string>({ areKnown: () => true });
    expect(await own.get('a', () => Promise.resolve(undefined))).toBeUndefined();
    expect(await own.get('a', () => Promise.resolve('new'))).toBe('new');
    let isKnown = false;
    const shared = createMemory<string>({ areKnown: () => isKnown });
    expect(await shared.get('a', () => Promise.resolve('one'))).toBe('one');
    const read = shared.get('a', () => {
      isKnown = true;
      return Promise.resolve('two');
    });
    expect(await read).toBe('two');
    expect(await shared.get('a', () => Promise.resolve('three'))).toBe('three');
  });

  it('answers nothing from memory while changes are unknown', async () => {
    let isKnown = true;
    const memory = createMemory<string>({ areKnown: () => isKnown });
    await memory.keep(() => Promise.resolve([['a', 'kept']]));
    isKnown = false;
    expect(await memory.get('a', () => Promise.resolve('read'))).toBe('read');
    isKnown = true;
    expect(await memory.get('a', () => Promise.resolve('read'))).toBe('kept');
  });
});

describe('createMemory: with room for a few rows', () => {
  const read = () => Promise.resolve('read again');
  const fill = async (keys: readonly string[]) => {
    const memory = createMemory<string>({ areKnown: () => true }, 3);
    for (const key of keys) await memory.get(key, () => Promise.resolve('kept'));
    return memory;
  };

  it('keeps at least so many of those that were used last, and at most twice as many', async () => {
    const memory = await fill(['a', 'b', 'c', 'd', 'e', 'f']);
    for (const key of ['d', 'e', 'f']) expect(await memory.get(key, read)).toBe('kept');
    for (const key of ['a', 'b', 'c']) expect(await memory.get(key, read)).toBe('read again');
  });

  it('keeps what is used again and again', async () => {
    const memory = await fill(['a', 'b', 'a', 'c', 'a', 'd', 'a', 'e', 'a', 'f', 'a', 'g', 'h']);
    expect(await memory.get('a', read)).toBe('kept');
  });
});

describe('rememberFeedLinks', () => {
  it('reads every link of an embedded database, page by page', async () => {
    const database = await createDatabase();
    await migrate(database);
    await database.exec(`
      insert into pps_users select 'u' || n, 'm' || n || '@example.org' from generate_series(1, 2001) n;
      insert into pps_entitlements select 'e' || n, 'EXTERNAL', 'u' || n, 'sid:a' from generate_series(1, 2001) n;
      insert into pps_feed_links select 'e' || n, 1, 'hash' || n from generate_series(1, 2001) n`);
    let queries = 0;
    const opened: OpenDatabase = {
      isExclusive: true,
      query(text, params) {
        queries += 1;
        return database.query(text, params);
      },
      close: () => database.close(),
    };
    const store = createStore(
      opened,
      followChanges(opened, () => undefined),
    );
    await store.rememberFeedLinks();
    expect(queries).toBe(3);
    for (let n = 1; n <= 2001; n += 1) {
      const { isChecked, ...link } = (await store.feedLinkByHash(`hash${n}`))!;
      const email = `m${n}@example.org`;
      expect(link).toEqual({ entitlementId: `e${n}`, version: 1, sku: 'sid:a', email });
      expect(isChecked).toBe(false);
    }
    expect(queries).toBe(3);
    await database.close();
  });
});

describe('createMemory: in a service with an embedded database', () => {
  let shows: Awaited<ReturnType<typeof showFolder>>;
  beforeAll(async () => {
    shows = await showFolder();
  });
  afterAll(() => shows.remove());

  it('forgets the grants of a source of events that is removed', async () => {
    const catalogue = catalogueOf(shows.feed);
    catalogue.clients.push({ ...operator, scopes: ['service:admin'] });
    const file = join(shows.folder, 'catalogue.json');
    await writeFile(file, JSON.stringify({ ...catalogue, events }));
    const backend = createBackend({ catalogue: file });
    try {
      await backend.service.open();
      const started = {
        type: 'membership.started',
        timestamp: new Date().toISOString(),
        data: { email: stranger, product: 'gold' },
      };
      expect(await resultOf(sendEvent(backend, 'standard', started))).toBe('taken');
      const url = await backend.feedUrl(stranger);
      await writeFile(file, JSON.stringify(catalogue));
      await backend.service.reload();
      const read = async () => (await backend.send(url)).text();
      expect(await read()).toContain('<title>Second</title>');
      expect((await adminCall(backend, 'DELETE', '/admin/events/standard')).status).toBe(200);
      expect(await read()).toContain('Your membership has ended');
    } finally {
      await backend.service.close();
    }
  });

  it('asks the database nothing about known members, lapsed or not, even after a reset of another link', async () => {
    const catalogue = catalogueOf(shows.feed);
    catalogue.clients.push({ ...operator, scopes: ['service:admin'] });
    let time = new Date('2026-03-01T00:00:00Z');
    const backend = createBackend({ catalogue, now: () => time });
    try {
      const urls = [await backend.feedUrl(member), await backend.feedUrl(lapsed)];
      const other = await backend.feedUrl(stranger, 'sid:open-show');
      time = new Date('2026-04-02T00:00:00Z');
      const read = async () => {
        for (const url of urls) expect((await backend.send(url)).status).toBe(200);
      };
      const queries = async () => {
        const text = await (await backend.send('/metrics')).text();
        return Number(/^pps_database_query_duration_seconds_count\S* (\d+)$/m.exec(text)?.[1]);
      };
      expect((await backend.send(other)).status).toBe(200);
      // A link that is read while another is reported as new is not remembered.
      await until(async () => {
        const before = await queries();
        await read();
        expect(await queries()).toBe(before);
      });
      const link = { sku: 'sid:open-show', email: stranger };
      const reset = await adminCall(backend, 'POST', '/admin/feeds/reset', link);
      expect(reset.status).toBe(204);
      expect((await backend.send(other)).status).toBe(404);
      const before = await queries();
      expect(before).toBeGreaterThan(0);
      await read();
      expect(await queries()).toBe(before);
    } finally {
      await backend.service.close();
    }
  });
});
