/** Forgetting what has long ended: grants 90 days after their end, and rows that say nothing else. */
import type { Database } from '../database/database.js';
import { unlockedRows } from '../database/engine-sql.js';
import { MEMORY_DAYS } from './change-members.js';

const DAY_MS = 86_400_000;

/** Rows that are removed at a time, so that others are answered in between. */
const PAGE = 500;

const pastGrants = `delete from pps_grants where (source, subject, sku) in (
  select source, subject, sku from pps_grants where ends_at < $1
  order by source, subject, sku limit ${PAGE} ${unlockedRows}) returning sku`;

const pastRows = `select source, subject from pps_members where forget_after < $1
  order by source, subject limit ${PAGE} ${unlockedRows}`;

const removing = ['pps_member_users', 'pps_grants', 'pps_members'].map(
  (table) => `delete from ${table} where (source, subject) in (
    select source, subject from json_to_recordset($1::text::json)
      as row (source text, subject text))`,
);

/** Removes a page of rows with all that belongs to them. @returns how many there were */
function forgetRows(database: Database, now: Date): Promise<number> {
  return database.transaction(async (statements) => {
    const { rows } = await statements.query(pastRows, [now.toISOString()]);
    for (const statement of removing) await statements.query(statement, [JSON.stringify(rows)]);
    return rows.length;
  });
}

/** Removes page by page. No link changes: it keeps the end of its access, and its person the address. */
export async function forgetPast(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - MEMORY_DAYS * DAY_MS).toISOString();
  for (;;) {
    const { rows } = await database.query(pastGrants, [before]);
    if (rows.length < PAGE) break;
  }
  while ((await forgetRows(database, now)) === PAGE);
}
