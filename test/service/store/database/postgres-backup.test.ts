/** A backup of a Postgres server, which other connections write to meanwhile. */
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createBackup,
  PAGE,
  readBackup,
  readBackupHeader,
  restoreBackup,
} from '../../../../src/service/store/backup.js';
import {
  connectDatabase,
  openDatabase,
} from '../../../../src/service/store/database/open-database.js';
import { catalogueOf, createBackend, type Backend } from '../../../support/feed-service/backend.js';
import {
  fillTables,
  rowsOf,
  withoutShortLived,
} from '../../../support/feed-service/filled-tables.js';
import { operator, tokenOf } from '../../../support/feed-service/operator-calls.js';
import {
  hasPostgres,
  startPostgres,
  withPostgres,
  type PostgresServer,
} from '../../../support/programs/postgres.js';

const members = 10 * PAGE;

describe.skipIf(!hasPostgres)(withPostgres('createBackup: of a Postgres server'), () => {
  let server: PostgresServer;
  let url: string;
  let pool: Pool;
  const opened: Backend[] = [];

  beforeAll(async () => {
    server = await startPostgres({ fsync: 'off' });
  });
  beforeEach(async () => {
    url = await server.createDatabase();
    pool = new Pool({ connectionString: url });
    // Its connections may still be on their way out when the server stops.
    pool.on('error', () => undefined);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ service }) => service.close()));
    await pool.end();
  });
  afterAll(() => server.remove());

  /** Starts a service with many members, and reads the first page of its backup. */
  async function readOnePage(database: string | Pool) {
    const catalogue = { ...catalogueOf('show.rss'), grants: [] };
    catalogue.clients.push({ ...operator, scopes: ['service:backup'] });
    const backend = createBackend({ catalogue, database, log: () => undefined });
    opened.push(backend);
    await backend.service.open();
    await pool.query(
      `insert into pps_users select 'email|' || i, 'm' || i || '@example.org' from generate_series(1, $1::integer) i`,
      [members],
    );
    const token = await tokenOf(backend, operator, 'service:backup');
    const headers = { Authorization: `Bearer ${token}` };
    const { body } = await backend.send('/admin/backup', { headers });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    return { reader, first: (await reader.read()).value! };
  }

  /** Connections of the database that wait within a transaction. */
  async function inTransaction(): Promise<number> {
    const { rows } = await pool.query<{ open: number }>(
      `select count(*)::integer as open from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`,
    );
    return rows[0]!.open;
  }

  const databases: [string, () => string | Pool][] = [
    ['a URL', () => url],
    ['a Pool', () => pool],
  ];

  it.each(databases)(
    'is of one moment, whatever changes while it is read: by %s',
    async (_, of) => {
      const { reader, first } = await readOnePage(of());
      let text = first;
      await pool.query(`update pps_users set email = 'later' || email`);
      await pool.query(`insert into pps_users values ('email|new', 'later@example.org')`);
      await pool.query(`delete from pps_users where id = 'email|${members}'`);
      expect(first.split('\n').length).toBeLessThan(2 * PAGE);
      for (let next = await reader.read(); !next.done; next = await reader.read())
        text += next.value;
      expect(text).not.toContain('later');
      expect(text).toContain(`"m${members}@example.org"`);
      expect(readBackupHeader(text).counts.pps_users).toBe(members);
      expect(readBackup(text)).toHaveLength(readBackupHeader(text).rows);
      await expect.poll(inTransaction, { timeout: 10_000 }).toBe(0);
    },
  );

  it('moves every row to another server, as it was', async () => {
    const from = await openDatabase({ database: url });
    await fillTables(from);
    await from.query(`insert into pps_settings values ('feed-key', 'key')`);
    let text = '';
    for await (const lines of createBackup(from)) text += lines;
    const rows = withoutShortLived(await rowsOf(from));
    await from.close();
    const to = await connectDatabase({ database: await server.createDatabase() });
    await restoreBackup(to, readBackup(text));
    expect(await rowsOf(to)).toEqual(rows);
    await to.close();
  });

  it.each(databases)('leaves no transaction if its reader goes away: by %s', async (_, of) => {
    const { reader } = await readOnePage(of());
    await expect.poll(inTransaction, { timeout: 10_000 }).toBe(1);
    await reader.cancel();
    await expect.poll(inTransaction, { timeout: 10_000 }).toBe(0);
  });
});
