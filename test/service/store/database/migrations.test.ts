import { createHash, createHmac } from 'node:crypto';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../../../src/service/store/database/database.js';
import { openFeedKey } from '../../../../src/service/store/feed-key.js';
import { migrate, SCHEMA_VERSION } from '../../../../src/service/store/database/migrations.js';
import { createStore } from '../../../../src/service/store/store.js';
import { catalogueOf, createBackend, failureOf, member, sku } from '../../../support/backend.js';
import { legacySchema } from '../../../support/legacy-schema.js';
import { createDatabase } from '../../../support/prepared-database.js';

let database: PGlite;
const shared: OpenDatabase = {
  isExclusive: false,
  query: (text, params) => database.query(text, params),
  close: () => Promise.resolve(),
};
let dataDir: string;
beforeAll(async () => {
  database = await createDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'pps-migrations-'));
});
beforeEach(async () => {
  await database.exec('drop schema public cascade; create schema public');
  await rm(join(dataDir, 'feed-key'), { force: true });
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

async function columns(): Promise<unknown[]> {
  const { rows } = await database.query(
    `select table_name, column_name, data_type, is_nullable, column_default
     from information_schema.columns where table_schema = 'public' order by 1, 2`,
  );
  return rows;
}
const version = async () => (await database.query('select * from pps_settings')).rows;

const legacyKey = 'k'.repeat(43);
const userId = 'email|0123456789abcdef01234567';
const entitlementId = '0123456789abcdef01234567';
/** The secret that release 0.1.0 gave out. */
const legacySecret = createHmac('sha256', legacyKey)
  .update(`${entitlementId}:1`)
  .digest()
  .subarray(0, 24)
  .toString('base64url');

/** A database of release 0.1.0 with one member, and its key beside it. */
async function createLegacy(): Promise<void> {
  await database.exec(legacySchema);
  await database.query('insert into pps_users values ($1, $2)', [userId, member]);
  await database.query(`insert into pps_entitlements values ($1, 'EXTERNAL', $2, $3)`, [
    entitlementId,
    userId,
    sku,
  ]);
  const hash = createHash('sha256').update(legacySecret).digest('base64url');
  await database.query('insert into pps_feed_links values ($1, 1, $2)', [entitlementId, hash]);
  await database.query(`insert into pps_tokens values ('hash', 'scope', now() + interval '1 day')`);
  await writeFile(join(dataDir, 'feed-key'), legacyKey);
}

describe('migrate', () => {
  it('creates the tables, once', async () => {
    await migrate(database);
    const created = await columns();
    await migrate(database);
    expect(await columns()).toEqual(created);
    expect(await version()).toEqual([{ name: 'schema-version', value: String(SCHEMA_VERSION) }]);
  });

  it('gives a database of release 0.1.0 the same tables as a new one', async () => {
    await migrate(database);
    const created = await columns();
    await database.exec('drop schema public cascade; create schema public');
    await createLegacy();
    await migrate(database);
    expect(await columns()).toEqual(created);
    expect((await database.query('select * from pps_users')).rows).toHaveLength(1);
  });

  it('can stop at any version and go on from there', async () => {
    await migrate(database);
    const created = await columns();
    await database.exec('drop schema public cascade; create schema public');
    for (let target = 1; target <= SCHEMA_VERSION; target += 1) await migrate(database, target);
    expect(await columns()).toEqual(created);
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
    // This table is in the way of a later step.
    await database.exec(`${legacySchema}; create table pps_grants (other text)`);
    const before = await columns();
    await expect(migrate(database)).rejects.toThrow('pps_grants');
    expect(await columns()).toEqual(before);
    expect(await version()).toEqual([]);
  });
});

describe('a data folder of release 0.1.0', () => {
  it('keeps its feed URLs; its key moves into the database', async () => {
    await createLegacy();
    const path = `/feeds/${legacySecret}/${sku}_private.rss`;
    const show = join(dataDir, 'show.rss');
    await writeFile(show, '<rss><channel><title>Kept</title><item/></channel></rss>');
    const config = { catalogue: catalogueOf(show), database };
    const upgraded = createBackend({ ...config, dataDir });
    expect(await (await upgraded.send(path)).text()).toContain('Kept');
    expect(await upgraded.feedUrl(member)).toContain(legacySecret);
    await expect(access(join(dataDir, 'feed-key'))).rejects.toThrow('ENOENT');
    const elsewhere = createBackend(config);
    expect((await elsewhere.send(path)).status).toBe(200);
  });

  it.each([
    ['too short', legacyKey, 'k'.repeat(31)],
    ['another one than in the database', legacyKey, 'l'.repeat(43)],
  ])('is refused if its key is %s', async (_name, stored, inFile) => {
    await migrate(database);
    const store = createStore(shared);
    await store.setting('feed-key', stored);
    await writeFile(join(dataDir, 'feed-key'), inFile);
    const error = await failureOf(openFeedKey(store, dataDir));
    expect(error.code).toBe('config');
    expect(error.message).not.toContain(inFile);
    await access(join(dataDir, 'feed-key'));
  });

  it('may have a key of 32 characters', async () => {
    await migrate(database);
    await writeFile(join(dataDir, 'feed-key'), 'k'.repeat(32));
    expect(await openFeedKey(createStore(shared), dataDir)).toBe('k'.repeat(32));
  });
});
