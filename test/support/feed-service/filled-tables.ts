/** Rows in every table of the service, and reading them all. */
import { LEASE_SETTING } from '../../../src/service/store/cleaning.js';
import type { Statements } from '../../../src/service/store/database/database.js';
import { BACKUP_SETTING } from '../../../src/service/store/last-backup.js';

/** Two rows in each table, so that one may be changed. The settings are there already. */
export async function fillTables(database: Statements): Promise<void> {
  const rows: Record<string, string> = {
    pps_tokens: `('token-' || n, 'client', 'proof', 'scope', '2999-01-01')`,
    pps_users: `('email|' || n, n || '@example.org')`,
    pps_entitlements: `('entitlement-' || n, 'email|' || n, 'sid:show', 'EXTERNAL', 3, 'hash-' || n, '2026-01-01', '2999-12-31', 5, '2026-02-01', '2026-01-01')`,
    pps_old_links: `('old-' || n, 'entitlement-' || n, 3, 'moved-in', '2999-12-31', null)`,
    pps_sources: `('events/' || n, 'typed', '2026-01-01', '2026-01-01', 'hash', '2026-01-02')`,
    pps_members: `('events/stripe', 'customer-' || n, 'typed', n || '@example.org', '2026-01-01', null, '2999-12-31', '{"a":1}')`,
    pps_member_users: `('events/stripe', 'customer-' || n, 'email|' || n)`,
    pps_grants: `('events/stripe', 'customer-' || n, 'sid:show', '2999-12-31', '2026-01-01', '2999-12-31T23:59:59.999Z', true)`,
    pps_connections: `('entitlement-' || n, 3, 'overcast', '2026-01-01', '2026-02-01', 200)`,
    pps_handoffs: `('key-' || n, 'value', '2999-01-01', '2026-01-01')`,
    pps_feed_copies: `('source-' || n, 'body', null, 'none')`,
    pps_changed_links: `('batch-' || n, 0, 'hash-' || n)`,
  };
  for (const [table, row] of Object.entries(rows)) {
    const each = ['one', 'two'].map((n) => row.replaceAll(/\bn\b/g, `'${n}'`));
    await database.query(`insert into ${table} values ${each.join()}`);
  }
}

/** Settings, and tables, that say something of one database alone. */
const ofThisDatabase = ['schema-version', LEASE_SETTING, BACKUP_SETTING];
export const batches = ['pps_last_batch', 'pps_batches'];
/** What a backup leaves out: it is replaced on request. */
export const shortLived = ['pps_tokens', 'pps_handoffs', 'pps_feed_copies', 'pps_changed_links'];

/** The rows of each table that has some, but for what says something of this database alone. */
export async function rowsOf(database: Statements): Promise<Record<string, string[]>> {
  const { rows: tables } = await database.query(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables as { name: string }[]) {
    if (batches.includes(name)) continue;
    const { rows } = await database.query(`select to_jsonb(t) as row from ${name} t`);
    const texts = (rows as { row: Record<string, unknown> }[])
      .filter(({ row }) => !ofThisDatabase.includes(String(row.name)))
      .map(({ row }) => JSON.stringify(row));
    if (texts.length > 0) found[name] = texts.sort();
  }
  return found;
}

/** What {@link rowsOf} finds, but for what a backup leaves out. */
export const withoutShortLived = (rows: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(rows).filter(([table]) => !shortLived.includes(table)));
