/** Writes what follows for links from a change of the ledger. They are locked by their IDs, as whoever notes connections does. */
import type { Statements } from '../database/database.js';
import { rowLocks } from '../database/engine-sql.js';
import { inBatches, texts } from '../batches.js';
import { recordBatch } from '../links/changed-links.js';

/** A link that is to have another end. Times are as the database gives them. */
export interface LinkEnd {
  id: string;
  hash: string;
  /** The end as it is, by which it was decided. */
  before: string | null;
  endsAt: string | null;
}

async function writeEnds(statements: Statements, ends: readonly LinkEnd[]): Promise<void> {
  for (const batch of inBatches(ends)) {
    await statements.query(
      `with given as (
         select id, before, ends_at from json_to_recordset($1::text::json)
           as given (id text, before timestamptz, ends_at timestamptz)
       ), locked as (
         select given.id, given.ends_at from given cross join lateral (
           select ends_at from pps_entitlements where id = given.id ${rowLocks.change}) link
         where link.ends_at is not distinct from given.before
       )
       update pps_entitlements link set ends_at = locked.ends_at
       from locked where link.id = locked.id`,
      [JSON.stringify(batch.map(({ id, before, endsAt }) => ({ id, before, ends_at: endsAt })))],
    );
  }
}

/** Removes persons whom no row names, with their links and what is known of the apps that fetched these. */
async function removePersons(
  statements: Statements,
  persons: readonly string[],
  links: readonly string[],
): Promise<string[]> {
  const ofLinks = [JSON.stringify(links)];
  await statements.query(
    `delete from pps_connections where entitlement_id in ${texts(1)}`,
    ofLinks,
  );
  const { rows: old } = await statements.query(
    `delete from pps_old_links where entitlement_id in ${texts(1)} returning hash`,
    ofLinks,
  );
  const { rows } = await statements.query(
    `delete from pps_entitlements where id in ${texts(1)} returning hash`,
    ofLinks,
  );
  await statements.query(`delete from pps_users where id in ${texts(1)}`, [
    JSON.stringify(persons),
  ]);
  await recordBatch(
    statements,
    (old as { hash: string }[]).map(({ hash }) => hash),
    'old-links',
  );
  return (rows as { hash: string }[]).map(({ hash }) => hash);
}

/**
 * Writes ends of links, and removes persons. All of them are locked.
 * @returns the hashes of the links that have changed
 */
export async function writeLinks(
  statements: Statements,
  { ends, erased = [] }: { ends: readonly LinkEnd[]; erased?: readonly string[] },
): Promise<string[]> {
  const byId = [...ends].sort((one, other) => (one.id < other.id ? -1 : 1));
  const hashes = byId.map(({ hash }) => hash);
  if (erased.length === 0) {
    await writeEnds(statements, byId);
    return hashes;
  }
  const { rows } = await statements.query(
    `select id from pps_entitlements where user_id in ${texts(1)}`,
    [JSON.stringify(erased)],
  );
  const removed = (rows as { id: string }[]).map(({ id }) => id);
  // A fetch that comes now must wait, or its connection would keep the link.
  for (const batch of inBatches([...new Set([...removed, ...byId.map(({ id }) => id)])].sort()))
    await statements.query(
      `select id from pps_entitlements where id in ${texts(1)} order by id for update`,
      [JSON.stringify(batch)],
    );
  await writeEnds(statements, byId);
  return [...hashes, ...(await removePersons(statements, erased, removed))];
}
