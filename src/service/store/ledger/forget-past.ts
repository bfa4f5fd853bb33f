/** Forgetting what has long ended: grants 90 days after their end, and rows 90 days after they were deleted. */
import type { Database } from '../database/database.js';

const DAY_MS = 86_400_000;
export const MEMORY_DAYS = 90;

/** Rows that one statement removes, so that others are answered in between. */
const PAGE = 1_000;

const pastGrants = `delete from pps_grants where (source, subject, sku) in (
  select source, subject, sku from pps_grants where ends_at < $1
  order by source, subject, sku limit ${PAGE} for update skip locked) returning sku`;
const deletedNames = `delete from pps_member_users where (source, subject) in (
  select source, subject from pps_members where deleted_at < $1
  order by source, subject limit ${PAGE} for update skip locked) returning subject`;
const deletedRows = `delete from pps_members where (source, subject) in (
  select source, subject from pps_members where deleted_at < $1 and not exists (
    select 1 from pps_member_users named
    where named.source = pps_members.source and named.subject = pps_members.subject)
  order by source, subject limit ${PAGE} for update skip locked) returning subject`;

/** Removes page by page. No link changes: it keeps the end of its access. */
export async function forgetPast(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - MEMORY_DAYS * DAY_MS).toISOString();
  for (const statement of [pastGrants, deletedNames, deletedRows]) {
    for (;;) {
      const { rows } = await database.query(statement, [before]);
      if (rows.length === 0) break;
    }
  }
}
