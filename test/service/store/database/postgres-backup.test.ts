/** A backup of a Postgres server, which other connections write to meanwhile. */
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAGE, readBackup, readBackupHeader } from '../../../../src/service/store/backup.js';
import { catalogueOf, createBackend, type Backend } from '../../../support/feed-service/backend.js';
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
    const catalogue = catalogueOf('show.rss');
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

  /** Connections of the database that are in a transaction, but for the one that asks. */
  async function inTransaction(): Promise<number> {
    const { rows } = await pool.query<{ open: number }>(
      `select count(*)::integer as open from pg_stat_activity
       where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
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

  it.each(databases)('leaves no transaction if its reader goes away: by %s', async (_, of) => {
    const { reader } = await readOnePage(of());
    expect(await inTransaction()).toBe(1);
    await reader.cancel();
    await expect.poll(inTransaction, { timeout: 10_000 }).toBe(0);
  });
});
