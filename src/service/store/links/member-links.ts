/** The links of many members at once, by their addresses: found, made where there are none, and listed. */
import { randomId, newUserId } from '../../crypto/secrets.js';
import { inBatches, texts } from '../batches.js';
import { recordBatch } from './changed-links.js';
import type { Database, Statements } from '../database/database.js';
import { NO_ORIGIN } from '../entitlements.js';
import { latestEnd } from '../ledger/access.js';
import type { LinkSecrets, LinkVersion } from './link-secrets.js';

export interface MemberOfProduct {
  /** In lower case. */
  email: string;
  sku: string;
}

const keyOf = ({ email, sku }: MemberOfProduct) => `${email} ${sku}`;

/** All links of some members, by address and sku, in the order of their origins; one made in advance comes last. */
export async function linksOf(
  statements: Statements,
  members: readonly MemberOfProduct[],
): Promise<Map<string, LinkVersion[]>> {
  const { rows } = await statements.query(
    `select asked.email, asked.sku, link.id as "entitlementId", link.version
     from json_to_recordset($1::text::json) as asked (email text, sku text)
     cross join lateral (
       select id from pps_users where email = asked.email offset 0) person
     cross join lateral (
       select id, version, origin from pps_entitlements
       where user_id = person.id and sku = asked.sku offset 0) link
     order by link.origin = '${NO_ORIGIN}', link.origin`,
    [JSON.stringify(members.map(({ email, sku }) => ({ email, sku })))],
  );
  const found = new Map<string, LinkVersion[]>();
  for (const { entitlementId, version, ...member } of rows as (MemberOfProduct & LinkVersion)[]) {
    const own = found.get(keyOf(member)) ?? [];
    if (!own.some((link) => link.entitlementId === entitlementId))
      found.set(keyOf(member), [...own, { entitlementId, version }]);
  }
  return found;
}

/** Makes the links of members who have none, and the users whom nobody knows yet. */
async function makeLinks(
  statements: Statements,
  { hashOf }: LinkSecrets,
  members: readonly MemberOfProduct[],
  now: Date,
): Promise<Map<string, LinkVersion[]>> {
  const emails = [...new Set(members.map(({ email }) => email))].sort();
  await statements.query(
    `insert into pps_users (id, email)
     select id, email from json_to_recordset($1::text::json) as given (id text, email text)
     on conflict (email) do nothing`,
    [JSON.stringify(emails.map((email) => ({ id: newUserId(), email })))],
  );
  const { rows } = await statements.query(
    `select id, email from pps_users where email in ${texts(1)} order by id for update`,
    [JSON.stringify(emails)],
  );
  const idOf = new Map(
    (rows as { id: string; email: string }[]).map(({ id, email }) => [email, id]),
  );
  const known = await linksOf(statements, members);
  const made = members.flatMap(({ email, sku }) => {
    const userId = idOf.get(email);
    if (known.has(keyOf({ email, sku })) || userId === undefined) return [];
    const link = { entitlementId: randomId(), version: 1 };
    known.set(keyOf({ email, sku }), [link]);
    return { userId, sku, hash: hashOf(link), ...link };
  });
  await statements.query(
    `insert into pps_entitlements (id, user_id, sku, origin, version, hash, made_at, ends_at)
     select given."entitlementId", person.id, given.sku, '${NO_ORIGIN}', given.version, given.hash, $2,
       ${latestEnd('person.id', 'person.email', 'given.sku')}
     from json_to_recordset($1::text::json)
       as given ("entitlementId" text, "userId" text, sku text, version integer, hash text)
     cross join lateral (
       select id, email from pps_users where id = given."userId" offset 0) person`,
    [JSON.stringify(made), now.toISOString()],
  );
  await recordBatch(
    statements,
    made.map(({ hash }) => hash),
  );
  return known;
}

/** Finds one link of each member, by address and sku, and makes those that are missing, a batch at a time. */
export async function requireLinks(
  database: Database,
  secrets: LinkSecrets,
  members: readonly MemberOfProduct[],
  now: Date,
): Promise<Map<string, LinkVersion>> {
  const found = new Map<string, LinkVersion>();
  for (const batch of inBatches(members)) {
    let links = await linksOf(database, batch);
    const missing = batch.filter((member) => !links.has(keyOf(member)));
    if (missing.length > 0) {
      const made = await database.transaction((statements) =>
        makeLinks(statements, secrets, missing, now),
      );
      links = new Map([...links, ...made]);
    }
    for (const [key, [link]] of links) if (link) found.set(key, link);
  }
  return found;
}

/** A link with its member. */
export interface ListedLink extends LinkVersion {
  /** `null` for a person without an address. */
  email: string | null;
  sku: string;
}

/** Links in the order of their IDs: of a person without an address, with one that a source states. */
export async function listLinks(
  statements: Statements,
  { sku, after, limit }: { sku: string | undefined; after: string | undefined; limit: number },
): Promise<ListedLink[]> {
  const { rows } = await statements.query(
    `select link.id as "entitlementId", link.version, link.sku, coalesce(person.email, (
         select min(member.email) from pps_member_users named join pps_members member
           on member.source = named.source and member.subject = named.subject
         where named.user_id = person.id)) as email
     from pps_entitlements link join pps_users person on person.id = link.user_id
     where ($1::text is null or link.sku = $1) and ($2::text is null or link.id > $2)
     order by link.id limit $3`,
    [sku ?? null, after ?? null, limit],
  );
  return rows as ListedLink[];
}
