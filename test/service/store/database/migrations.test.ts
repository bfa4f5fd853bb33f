import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate, SCHEMA_VERSION } from '../../../../src/service/store/database/migrations.js';
import { failureOf } from '../../../support/feed-service/backend.js';
import { createEmbedded } from '../../../support/feed-service/prepared-database.js';

const database: PGlite = await createEmbedded();
beforeEach(() => database.exec('drop schema public cascade; create schema public'));
afterAll(() => database.close());

async function columns(): Promise<unknown[]> {
  const { rows } = await database.query(
    `select table_name, column_name, data_type, is_nullable, column_default
     from information_schema.columns where table_schema = 'public' order by 1, 2`,
  );
  return rows;
}
const version = async () => (await database.query('select * from pps_settings')).rows;

describe('migrate', () => {
  it('creates the tables, once', async () => {
    await migrate(database);
    const created = await columns();
    await migrate(database);
    expect(await columns()).toEqual(created);
    expect(await version()).toEqual([{ name: 'schema-version', value: String(SCHEMA_VERSION) }]);
  });

  it('refuses the database of a newer release, and leaves it as it is', async () => {
    await migrate(database);
    await database.query('update pps_settings set value = $1', [String(SCHEMA_VERSION + 1)]);
    const { code, message } = await failureOf(migrate(database));
    expect(code).toBe('config');
    expect(message).toContain(`schema version ${SCHEMA_VERSION + 1}`);
    expect(message).toContain('Install the release that was used last');
    expect(await version()).toEqual([
      { name: 'schema-version', value: String(SCHEMA_VERSION + 1) },
    ]);
  });

  it('changes nothing if a step fails', async () => {
    // This table is in the way of one of the migration's own.
    await database.exec('create table pps_grants (other text)');
    const before = await columns();
    await expect(migrate(database)).rejects.toThrow('pps_grants');
    expect(await columns()).toEqual(before);
  });
});

describe('migrate: the triggers', () => {
  /** Notifications that come while something is done. */
  async function notifications(statement: string): Promise<string[]> {
    const heard: string[] = [];
    const stop = await database.listen('pps_changes', (payload) => heard.push(payload));
    await database.query(statement);
    await database.query('select 1');
    await stop();
    return heard.sort();
  }
  beforeAll(async () => {
    await database.exec('drop schema public cascade; create schema public');
  });
  beforeEach(async () => {
    await migrate(database);
    await database.exec(`insert into pps_users values ('u', 'a@example.org');
      insert into pps_entitlements values ('e', 'EXTERNAL', 'u', 'sid:a');
      insert into pps_feed_links values ('e', 1, 'old-hash');
      insert into pps_grants values ('sid:a', 'a@example.org', null)`);
  });

  it.each([
    [`insert into pps_grants values ('sid:b', 'b@example.org')`, ['grant sid:b b@example.org']],
    [`update pps_grants set until = '2030-01-01'`, ['grant sid:a a@example.org']],
    [
      `update pps_grants set email = 'b@example.org'`,
      ['grant sid:a a@example.org', 'grant sid:a b@example.org'],
    ],
    ['delete from pps_grants', ['grant sid:a a@example.org']],
    ['truncate pps_grants', ['everything']],
    ['update pps_feed_links set version = 2, secret_hash = null', ['link old-hash']],
    ['delete from pps_feed_links', ['link old-hash']],
    ['truncate pps_feed_links', ['everything']],
    [`update pps_users set email = 'b@example.org'`, ['everything']],
    [`update pps_entitlements set sku = 'sid:b'`, ['everything']],
    // A row that was not remembered before needs no notification.
    [
      `with e as (insert into pps_entitlements values ('f', 'OTHER', 'u', 'sid:a') returning id)
       select id from e`,
      [],
    ],
    [
      `insert into pps_users values ('v', 'a@example.org')
       on conflict (email) do update set email = excluded.email`,
      [],
    ],
  ])('notify of what %s changes', async (statement, expected) => {
    expect(await notifications(statement)).toEqual(expected);
  });

  it('say of many grants, and of long names, that all have changed', async () => {
    const many = `insert into pps_grants select 'sid:a', 'm' || n from generate_series(1, 101) n`;
    expect(await notifications(many)).toEqual(['grant']);
    const long = `insert into pps_grants values (repeat('a', 9000), 'a@example.org')`;
    expect(await notifications(long)).toEqual(['grant']);
  });
});
