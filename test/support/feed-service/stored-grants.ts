/** The grants that sources state now, as the tables have them; those of the catalogue left out. */
import type { TestDatabase } from './prepared-database.js';

export interface StoredGrant {
  email: string;
  sku: string;
  until: string | null;
  source: string;
}

export async function storedGrants(database: Pick<TestDatabase, 'query'>): Promise<StoredGrant[]> {
  const { rows } = await database.query<StoredGrant>(
    `select email, sku, until, source from pps_grants join pps_members using (source, subject)
     where is_stated and email is not null and source <> 'catalogue' order by sku, email, source`,
  );
  return rows;
}
