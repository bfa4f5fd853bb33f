/** Connections of a link that was reset are nobody's, wherever they come from. Others stay while an app fetches. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createConnectionStore } from '../../../src/service/store/connection-store.js';
import { migrate } from '../../../src/service/store/database/migrations.js';
import { createDatabase, type TestDatabase } from '../../support/feed-service/prepared-database.js';

const since = new Date('2026-01-01');
let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase();
  await migrate(database);
  await database.exec(`
    insert into pps_users values ('email|1', 'a@example.org');
    insert into pps_entitlements values ('e1', 'EXTERNAL', 'email|1', 'sid:show');
    insert into pps_feed_links values ('e1', 2, 'hash');
    insert into pps_connections values
      ('e1', 1, 'castro', '2026-02-01', '2026-02-02'), ('e1', 3, 'fountain', '2026-02-01', '2026-02-02'),
      ('e1', 2, 'overcast', '2026-02-01', '2026-02-02');`);
});
afterEach(() => database.close());

const appsOf = (found: { app: string }[]) => found.map(({ app }) => app);

describe('createConnectionStore: removeOld', () => {
  it('goes by the last fetch, however long ago the first one was', async () => {
    await database.exec(`
      insert into pps_connections values
        ('e1', 2, 'castro', '2025-01-01', '2025-12-31'), ('e1', 2, 'fountain', '2025-01-01', '2026-02-02');`);
    const store = createConnectionStore(database);
    await store.removeOld(since);
    const left = await store.ofEntitlement('e1', new Date('2000-01-01'));
    expect(appsOf(left)).toEqual(['fountain', 'overcast']);
  });
});

describe('createConnectionStore: connections of another version of the link', () => {
  it('are not listed, for the entitlement or for the user', async () => {
    const store = createConnectionStore(database);
    expect(appsOf(await store.ofEntitlement('e1', since))).toEqual(['overcast']);
    expect(appsOf(await store.ofUser('email|1', 'sid:show', since))).toEqual(['overcast']);
  });

  it('do not count for a busy link', async () => {
    const store = createConnectionStore(database);
    expect(await store.busyLinks(['e1'], since, 0)).toMatchObject([{ apps: 1 }]);
  });
});
