/** The grants that were added while the service runs. Those of the catalogue are not stored. */
import { longest, type Grant } from '../catalogue/grant.js';
import type { Changes } from './database/changes.js';
import type { Database } from './database/database.js';
import { createMemory } from './memory.js';

/** Limits a list to the grants of a product, of a member, or after another grant. */
export interface GrantFilter {
  sku?: string | undefined;
  email?: string | undefined;
  after?: Pick<Grant, 'sku' | 'email'> | undefined;
  limit: number;
}

export interface Grants {
  /** Adds an operator's grant, or replaces the end of the one there is. */
  put(grant: Grant): Promise<void>;
  /** Removes an operator's grant. */
  remove(sku: string, email: string): Promise<void>;
  /** A member's grant for a product; of those of several sources, the one that ends last. */
  find(sku: string, email: string): Promise<Grant | undefined>;
  /** Grants in the order of sku and e-mail address. */
  list(filter: GrantFilter): Promise<Grant[]>;
}

interface GrantRow {
  email: string;
  sku: string;
  until: string | null;
}

function grantOf({ email, sku, until }: GrantRow): Grant {
  return until === null ? { email, sku } : { email, sku, until };
}

export function createGrants(database: Database, changes: Changes): Grants {
  /** A member without a grant is remembered, too, as `null`. Only known users are asked about. */
  const known = createMemory<Grant | null>(changes);
  changes.onChange(({ subject, key }) => {
    if (subject === 'grant' || subject === 'everything') known.forget(key);
  });
  const keyOf = (sku: string, email: string) => `${sku} ${email}`;

  async function grants(text: string, params: unknown[]): Promise<Grant[]> {
    const { rows } = await database.query(text, params);
    return (rows as GrantRow[]).map(grantOf);
  }

  return {
    async put({ email, sku, until }) {
      await grants(
        `insert into pps_grants (email, sku, until) values ($1, $2, $3)
         on conflict (sku, email, source) do update set until = excluded.until`,
        [email, sku, until ?? null],
      );
      known.forget(keyOf(sku, email));
    },

    async remove(sku, email) {
      await grants(`delete from pps_grants where sku = $1 and email = $2 and source = 'admin'`, [
        sku,
        email,
      ]);
      known.forget(keyOf(sku, email));
    },

    async find(sku, email) {
      const grant = await known.get(keyOf(sku, email), async () => {
        const text = 'select email, sku, until from pps_grants where sku = $1 and email = $2';
        return longest(await grants(text, [sku, email])) ?? null;
      });
      return grant ?? undefined;
    },

    list: ({ sku, email, after, limit }) =>
      grants(
        `select email, sku, until from pps_grants
         where ($1::text is null or sku = $1) and ($2::text is null or email = $2)
           and ($3::text is null or (sku, email) > ($3, $4::text))
         order by sku, email limit $5`,
        [sku ?? null, email ?? null, after?.sku ?? null, after?.email ?? null, limit],
      ),
  };
}
