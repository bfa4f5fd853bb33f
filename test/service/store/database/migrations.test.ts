import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate, SCHEMA_VERSION } from '../../../../src/service/store/database/migrations.js';
import { failureOf } from '../../../support/feed-service/backend.js';
import { createDatabase } from '../../../support/feed-service/prepared-database.js';

let database: PGlite;
beforeAll(async () => {
  database = await createDatabase();
});
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
