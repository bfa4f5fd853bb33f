/** The grants that were added while the service runs. Those of the catalogue are not stored. */
import { longest, type Grant } from '../../catalogue/grant.js';
import type { Changes } from '../database/changes.js';
import type { Database } from '../database/database.js';
import { createMemory } from '../memory.js';
import { putGrants, type PutResult, type StagedGrant } from './staged-grants.js';

/** A grant with where it was made: `catalogue`, `admin`, or another source that is kept here. */
export interface ListedGrant extends Grant {
  source: string;
}

/** Limits a list to the grants of a product, of a member, or after another grant. */
export interface GrantFilter {
  sku?: string | undefined;
  email?: string | undefined;
  after?: Pick<ListedGrant, 'sku' | 'email' | 'source'> | undefined;
  limit: number;
}

export interface Grants {
  /** Adds an operator's grant, or replaces the end of the one there is. */
  put(grant: Grant): Promise<void>;
  /** Removes an operator's grant. @returns whether there was one */
  remove(sku: string, email: string): Promise<boolean>;
  /** A member's grant for a product; of those of several sources, the one that ends last. */
  find(sku: string, email: string): Promise<Grant | undefined>;
  /** Puts many, all or none. @throws what reading them throws */
  putAll(grants: AsyncIterable<StagedGrant>): Promise<PutResult>;
  /** To be called after events have changed grants of members, or all of a source: reads them anew. */
  forget(grants?: readonly Pick<Grant, 'sku' | 'email'>[]): void;
  /** Grants in the order of sku, e-mail address and source. */
  list(filter: GrantFilter): Promise<ListedGrant[]>;
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
      const removed = await grants(
        `delete from pps_grants where sku = $1 and email = $2 and source = 'admin'
         returning email, sku, until`,
        [sku, email],
      );
      known.forget(keyOf(sku, email));
      return removed.length > 0;
    },

    async find(sku, email) {
      const grant = await known.get(keyOf(sku, email), async () => {
        const text = 'select email, sku, until from pps_grants where sku = $1 and email = $2';
        return longest(await grants(text, [sku, email])) ?? null;
      });
      return grant ?? undefined;
    },

    async putAll(added) {
      try {
        return await putGrants(database, added);
      } finally {
        known.forget();
      }
    },

    forget(grants) {
      if (!grants) known.forget();
      else for (const { sku, email } of grants) known.forget(keyOf(sku, email));
    },

    async list({ sku, email, after, limit }) {
      const position = [after?.sku ?? null, after?.email ?? null, after?.source ?? null];
      const { rows } = await database.query(
        `select email, sku, until, source from pps_grants
         where ($1::text is null or sku = $1) and ($2::text is null or email = $2)
           and ($3::text is null or (sku, email, source) > ($3, $4::text, $5::text))
         order by sku, email, source limit $6`,
        [sku ?? null, email ?? null, ...position, limit],
      );
      return (rows as (GrantRow & { source: string })[]).map((row) => ({
        ...grantOf(row),
        source: row.source,
      }));
    },
  };
}
