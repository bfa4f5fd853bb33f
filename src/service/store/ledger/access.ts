/** Until when a person may hear a product, by all rows of the ledger that count for them. */
import { lastBefore } from '../../ledger/statement.js';
import { dateOf, type Statements } from '../database/database.js';
import { inBatches } from '../batches.js';
import type { LinkEnd } from './write-links.js';

/**
 * When a row's grant of a product ends. `limit` makes it a look-up: a planner without statistics, as in
 * an embedded database and before the first ANALYZE, would read all grants of the product for each row.
 */
const grantOf = (row: string, sku: string): string => `cross join lateral (
  select ends_at from pps_grants
  where source = ${row}.source and subject = ${row}.subject and sku = ${sku} limit 1) granted`;

/**
 * The latest end of what counts for a person: rows that name them, and rows with their address that
 * are confirmed or name nobody who has an address any more. In SQL, `countsFor` of persons.ts.
 */
export const latestEnd = (person: string, email: string, sku: string): string => `(
  select max(counted.ends_at) from (
    select granted.ends_at from pps_member_users named ${grantOf('named', sku)}
      where named.user_id = ${person}
    union all
    select granted.ends_at from pps_members member ${grantOf('member', sku)}
      where member.email = ${email} and member.addresses <> 'apart'
        and (member.addresses = 'confirmed' or not exists (
          select 1 from pps_member_users named join pps_users person on person.id = named.user_id
          where named.source = member.source and named.subject = member.subject
            and person.email is not null))) counted)`;

/** When a person's access to a product ends or has ended; `undefined` if there never was any. */
export async function readEnd(
  statements: Statements,
  person: string,
  sku: string,
): Promise<Date | undefined> {
  const { rows } = await statements.query(
    `select to_json(${latestEnd('person.id', 'person.email', '$2')}) as "endsAt"
     from pps_users person where person.id = $1`,
    [person, sku],
  );
  return dateOf((rows as { endsAt: string | null }[])[0]?.endsAt);
}

/** By `offset 0` each is looked up: a planner without statistics would read the whole table. */
async function readLinks(statements: Statements, persons: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const batch of inBatches(persons)) {
    const { rows } = await statements.query(
      `select link.id from json_array_elements_text($1::text::json) as asked (id)
       cross join lateral (
         select id from pps_entitlements where user_id = asked.id offset 0) link`,
      [JSON.stringify(batch)],
    );
    found.push(...(rows as { id: string }[]).map(({ id }) => id));
  }
  return found;
}

/**
 * The links of some persons, who must be locked, whose access ends at another time than is stored. An
 * end stays when its grants are forgotten; access that counts for them no longer ends now.
 */
export async function findEnds(
  statements: Statements,
  persons: readonly string[],
  now: Date,
): Promise<LinkEnd[]> {
  const changed: LinkEnd[] = [];
  for (const batch of inBatches(await readLinks(statements, persons))) {
    const { rows } = await statements.query(
      `with known as (
         select link.id, link.hash, link.ends_at,
           ${latestEnd('link.user_id', 'person.email', 'link.sku')} as latest
         from json_array_elements_text($1::text::json) as asked (id)
         cross join lateral (
           select id, user_id, sku, hash, ends_at from pps_entitlements
           where id = asked.id offset 0) link
         cross join lateral (
           select email from pps_users where id = link.user_id offset 0) person
         offset 0
       ), found as (
         select id, hash, ends_at as before, coalesce(latest,
           case when ends_at > $2::timestamptz then $2::timestamptz else ends_at end) as ends_at
         from known
       )
       select id, hash, to_json(before) as before, to_json(ends_at) as "endsAt" from found
       where before is distinct from ends_at`,
      [JSON.stringify(batch), lastBefore(Number(now)).toISOString()],
    );
    changed.push(...(rows as LinkEnd[]));
  }
  return changed;
}
