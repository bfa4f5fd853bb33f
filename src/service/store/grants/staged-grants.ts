/**
 * Puts any number of grants, all or none. They are collected in a table of their own first, batch by
 * batch: one statement then puts them in force, so no transaction has to keep a connection meanwhile.
 */
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import type { Grant } from '../../catalogue/grant.js';
import type { Database } from '../database/database.js';
import { randomId } from '../secrets.js';

/** A grant with its place in the file. Of several for one member and product, the last one counts. */
export interface StagedGrant extends Grant {
  line: number;
}

export interface PutResult {
  added: number;
  /** Of those there were: how many have another end now. */
  changed: number;
  unchanged: number;
}

/** Grants of one statement. */
const BATCH = 1_000;

async function* batchesOf<T>(rows: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const STAGE = `insert into pps_staged_grants (import, line, sku, email, until)
  select $1, line, sku, email, until
  from json_to_recordset($2::json) as rows (line integer, sku text, email text, until text)`;

/**
 * Puts nothing unless all of them are still there: a server that crashes empties the table, which
 * it does not log. In the order of the key, so that two of these at once do not wait for each other
 * in a circle.
 */
const PUT = `with staged as (
    delete from pps_staged_grants where import = $1 returning line, sku, email, until
  ), last as (
    select distinct on (sku, email) sku, email, until
    from staged where (select count(*) from staged) = $2::integer
    order by sku, email, line desc
  ), compared as (
    select last.*, found.sku is null as is_new, found.until is distinct from last.until as differs
    from last left join pps_grants found
      on found.sku = last.sku and found.email = last.email and found.source = 'admin'
  ), put as (
    insert into pps_grants (sku, email, until)
    select sku, email, until from compared where is_new or differs order by sku, email
    on conflict (sku, email, source) do update set until = excluded.until
  )
  select (select count(*) from staged)::integer as staged,
    (count(*) filter (where is_new))::integer as added,
    (count(*) filter (where differs and not is_new))::integer as changed,
    (count(*) filter (where not differs and not is_new))::integer as unchanged
  from compared`;

/**
 * Puts an operator's grants.
 * @throws what reading them throws; then none is in force.
 */
export async function putGrants(
  database: Database,
  grants: AsyncIterable<StagedGrant>,
): Promise<PutResult> {
  const id = randomId();
  // A process that ended amid its work has left its rows.
  await database.query(`delete from pps_staged_grants where staged_at < now() - interval '1 day'`);
  let sent = 0;
  try {
    for await (const batch of batchesOf(grants)) {
      await database.query(STAGE, [id, JSON.stringify(batch)]);
      sent += batch.length;
    }
    const { rows } = await database.query(PUT, [id, sent]);
    const [{ staged, ...result }] = rows as [PutResult & { staged: number }];
    if (staged === sent) return result;
    throw new PrivatePodcastError(
      'unavailable',
      'The database lost a part of the file. No grant was changed. Send it again.',
    );
  } catch (error) {
    const remove = database.query('delete from pps_staged_grants where import = $1', [id]);
    // A database that fails here too keeps the rows for the next import to remove.
    await remove.catch(() => undefined);
    throw error;
  }
}
