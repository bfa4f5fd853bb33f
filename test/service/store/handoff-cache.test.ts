/** Hand-off codes in a real database, as two processes share it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/service/store/database/open-database.js';
import { createHandoffCache } from '../../../src/service/store/handoff-cache.js';
import { useDatabase } from '../../support/feed-service/for-file.js';

const database = await useDatabase();

await openDatabase({ database });
let time: Date;
beforeEach(async () => {
  time = new Date('2026-03-01T00:00:00Z');
  await database.query('delete from pps_handoffs');
});

const MAX_ITEMS = 100;
const open = () => createHandoffCache(database, () => time, MAX_ITEMS);
const keys = async () =>
  (await database.query<{ key: string }>('select key from pps_handoffs order by key')).rows.map(
    (row) => row.key,
  );
/** As many items as there may be, the first of them the oldest. */
const fill = () =>
  database.query(
    `insert into pps_handoffs select 'n' || lpad(n::text, 6, '0'), 'sealed',
       $1::timestamptz + interval '1 day', $1::timestamptz - interval '1 hour' + n * interval '1 millisecond'
       from generate_series(1, $2::integer) n`,
    [time.toISOString(), MAX_ITEMS],
  );
const pass = (seconds: number) => (time = new Date(time.getTime() + seconds * 1000));

describe('createHandoffCache', () => {
  it('gives an item that one process set to another, and lets one of two take it', async () => {
    const [one, other] = [open(), open()];
    await one.setItem('a', 'sealed', { ttl: 600 });
    expect(await other.getItem('a')).toBe('sealed');
    const taken = await Promise.all([one, other].map((cache) => cache.takeItem!('a')));
    expect(taken.filter((value) => value !== undefined)).toEqual(['sealed']);
    expect(await one.getItem('a')).toBeUndefined();
  });

  it('replaces an item, with its lifetime', async () => {
    const cache = open();
    await cache.setItem('a', 'first', { ttl: 10 });
    await cache.setItem('a', 'second', { ttl: 600 });
    pass(11);
    expect(await cache.getItem('a')).toBe('second');
  });

  it('neither gives nor keeps an item that has expired', async () => {
    const cache = open();
    await cache.setItem('a', 'sealed', { ttl: 600 });
    await cache.setItem('b', 'sealed', { ttl: 600 });
    pass(599);
    expect(await cache.getItem('a')).toBe('sealed');
    pass(1);
    expect(await cache.getItem('a')).toBeUndefined();
    expect(await cache.takeItem!('a')).toBeUndefined();
    await cache.setItem('c', 'sealed', { ttl: 600 });
    expect(await keys()).toEqual(['c']);
  });

  it('keeps a bounded number of items, and drops the oldest, however long they live', async () => {
    await fill();
    await open().setItem('new', 'sealed', { ttl: 600 });
    const kept = await keys();
    expect(kept).toHaveLength(MAX_ITEMS);
    expect(kept).toContain('new');
    expect(kept).not.toContain('n000001');
    expect(kept).toContain('n000002');
  });

  it('counts an item that was replaced as new when it drops the oldest', async () => {
    await fill();
    await open().setItem('n000001', 'used', { ttl: 600 });
    await open().setItem('new', 'sealed', { ttl: 600 });
    expect(await open().getItem('n000001')).toBe('used');
    expect(await keys()).not.toContain('n000002');
  });
});
