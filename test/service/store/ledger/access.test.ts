import { describe, expect, it } from 'vitest';
import type { Statements } from '../../../../src/service/store/database/database.js';
import { findEnds } from '../../../../src/service/store/ledger/access.js';
import { useDatabase } from '../../../support/feed-service/for-file.js';

const database = await useDatabase();

interface Plan {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** Rows of a table that a plan has read, by the table and by its indexes. */
const rowsRead = (table: string, plan: Plan): number => {
  const isOf = plan['Relation Name'] === table || plan['Index Name']?.startsWith(table);
  const own = isOf ? plan['Actual Rows'] * plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsRead(table, inner), own);
};

describe('findEnds', () => {
  it('looks up the grants of the persons asked for, with a planner that knows nothing', async () => {
    const members = 2_000;
    await database.exec(`
      insert into pps_users select 'u' || n, 'm' || n || '@example.org' from generate_series(1, ${members}) n;
      insert into pps_members (source, subject, addresses, email)
        select 'crm', 'm' || n, 'typed', 'm' || n || '@example.org' from generate_series(1, ${members}) n;
      insert into pps_member_users select 'crm', 'm' || n, 'u' || n from generate_series(1, ${members}) n;
      insert into pps_grants select 'crm', 'm' || n, 'sid:a', null, now(), '2030-01-01', true
        from generate_series(1, ${members}) n;
      insert into pps_entitlements (id, user_id, sku, origin, version, hash)
        select 'e' || n, 'u' || n, 'sid:a', 'here', 1, n from generate_series(1, ${members}) n`);
    let plan: Plan | undefined;
    const explaining: Statements = {
      async query(text, params) {
        const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `explain (analyze, format json) ${text}`,
          params,
        );
        plan = rows[0]!['QUERY PLAN'][0].Plan;
        return database.query(text, params);
      },
    };
    const persons = Array.from({ length: 50 }, (_, n) => `u${7 * n + 1}`);
    expect(await findEnds(explaining, persons, new Date())).toHaveLength(50);
    // For each of them by those who name them and by their address, for the answer and for its condition.
    expect(rowsRead('pps_grants', plan!)).toBeLessThanOrEqual(4 * 50);
    expect(rowsRead('pps_grants', plan!)).toBeGreaterThan(0);
  });
});
