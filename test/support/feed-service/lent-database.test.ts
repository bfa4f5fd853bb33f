/** What one test did with a database that it borrowed does not reach the next. */
import { describe, expect, it } from 'vitest';
import { lendDatabase } from './lent-database.js';

const TABLES = `select tablename from pg_tables where schemaname = 'public' order by 1`;

/** The columns and rows of every table. The first batch of changes is each time another one. */
async function contentsOf({ query }: Awaited<ReturnType<typeof lendDatabase>>) {
  const { rows: tables } = await query<{ tablename: string }>(TABLES);
  const contents = [];
  for (const { tablename } of tables) {
    const { fields, rows } = await query(`select * from ${tablename}`);
    const isFirst = tablename === 'pps_batches';
    contents.push([tablename, fields.map(({ name }) => name), isFirst ? rows.length : rows]);
  }
  return contents;
}

describe('lendDatabase', () => {
  it.each([
    ['rows', `insert into pps_users values ('a', 'a@example.org')`],
    [
      'rows that refer to others, and many of them',
      `insert into pps_users select 'u' || n, n::text from generate_series(1, 3000) n;
       insert into pps_entitlements (id, user_id, sku, origin, version, hash)
         select 'e' || n, 'u' || n, 'sid:a', 'EXTERNAL', 1, n from generate_series(1, 3000) n`,
    ],
    ['a setting', `insert into pps_settings values ('feed-key', 'a')`],
    ['a table', 'create table own (name text)'],
    ['a column', 'alter table pps_users add column own text'],
    ['a table less', 'drop table pps_feed_copies'],
    ['a transaction that is still open', `begin; insert into pps_users values ('a', 'b')`],
    ['a setting of the session', `set search_path to pg_catalog`],
  ])('lends it as new after a test left %s', async (_, statements) => {
    const first = await lendDatabase();
    const before = await contentsOf(first);
    await first.exec(statements);
    await first.close();
    const next = await lendDatabase();
    expect(await contentsOf(next)).toEqual(before);
    await next.close();
  });

  it('answers nothing more once it is closed', async () => {
    const database = await lendDatabase();
    await database.close();
    await expect(database.query('select 1')).rejects.toThrow('PGlite is closed');
    await expect(database.close()).rejects.toThrow('PGlite is closed');
  });
});
