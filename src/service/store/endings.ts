/** When memberships were seen to have ended: the grant that says it may be removed. */
import type { Database } from './database/database.js';

export interface Endings {
  /** When the membership ended, as any process saw it first. The first call notes its date. */
  firstSeen(sku: string, email: string, date: Date): Promise<Date>;
  /** Forgets those that are renewed by something other than a stored grant, which does so itself. */
  forgetRenewed(isRenewed: (sku: string, email: string) => boolean): Promise<void>;
}

/** Rows that are read at a time, while requests wait. */
const PAGE_SIZE = 5_000;

interface Row {
  sku: string;
  email: string;
}

export function createEndings(database: Database): Endings {
  async function find(sku: string, email: string): Promise<Date | undefined> {
    const { rows } = await database.query(
      `select to_json(ended_at) as "endedAt" from pps_endings where sku = $1 and email = $2`,
      [sku, email],
    );
    const [row] = rows as { endedAt: string }[];
    return row && new Date(row.endedAt);
  }

  return {
    async firstSeen(sku, email, date) {
      const noted = await find(sku, email);
      if (noted) return noted;
      await database.query(
        `insert into pps_endings (sku, email, ended_at) values ($1, $2, $3)
         on conflict (sku, email) do nothing`,
        [sku, email, date.toISOString()],
      );
      // Another process may have been first.
      return (await find(sku, email)) ?? date;
    },

    async forgetRenewed(isRenewed) {
      let after: Row | undefined = { sku: '', email: '' };
      while (after) {
        const found = await database.query(
          `select sku, email from pps_endings where (sku, email) > ($1, $2)
           order by sku, email limit ${PAGE_SIZE}`,
          [after.sku, after.email],
        );
        const page = found.rows as Row[];
        const renewed = page.filter(({ sku, email }) => isRenewed(sku, email));
        await database.query(
          `delete from pps_endings where (sku, email) in (
             select sku, email from json_to_recordset($1::text::json) as row (sku text, email text))`,
          [JSON.stringify(renewed)],
        );
        after = page.length < PAGE_SIZE ? undefined : page.at(-1);
      }
    },
  };
}
