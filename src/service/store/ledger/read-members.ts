/** Lists of what the ledger has: members with their grants, and grants by product. */
import type { Grant } from '../../ledger/grant.js';
import type { StatedGrant } from '../../ledger/statement.js';
import type { Statements } from '../database/database.js';

/** A member as a source states them. */
export interface ListedMember {
  source: string;
  subject: string;
  email: string | null;
  /** The user of an `apart` source's row; absent for others, whom their address finds. */
  userId?: string | undefined;
  grants: StatedGrant[];
}

export interface MemberFilter {
  source?: string | undefined;
  subject?: string | undefined;
  email?: string | undefined;
  after?: Pick<ListedMember, 'source' | 'subject'> | undefined;
  limit: number;
}

/** A grant with the source that states it. */
export interface ListedGrant extends Grant {
  source: string;
}

/** Where a list of grants goes on. */
export interface GrantPosition {
  sku: string;
  source: string;
  subject: string;
}

export interface GrantFilter {
  sku?: string | undefined;
  email?: string | undefined;
  after?: GrantPosition | undefined;
  limit: number;
}

type GrantRow = GrantPosition & { email: string; until: string | null };

const stated = ({ sku, until }: { sku: string; until: string | null }): StatedGrant => ({
  sku,
  until: until ?? undefined,
});

/** Members in the order of their sources and subjects, but for those who were deleted. */
export async function listMembers(
  statements: Statements,
  { source, subject, email, after, limit }: MemberFilter,
): Promise<ListedMember[]> {
  const { rows } = await statements.query(
    `select source, subject, email, case when addresses = 'apart' then (
         select min(user_id) from pps_member_users named
         where named.source = member.source and named.subject = member.subject) end as "userId"
     from pps_members member
     where deleted_at is null and ($1::text is null or source = $1)
       and ($2::text is null or subject = $2) and ($3::text is null or email = $3)
       and ($4::text is null or (source, subject) > ($4, $5::text))
     order by source, subject limit $6`,
    [
      source ?? null,
      subject ?? null,
      email ?? null,
      after?.source ?? null,
      after?.subject ?? null,
      limit,
    ],
  );
  const members = rows as (Omit<ListedMember, 'grants' | 'userId'> & { userId: string | null })[];
  const granted = await statements.query(
    `select source, subject, sku, until from pps_grants
     where is_stated and (source, subject) in (
       select source, subject from json_to_recordset($1::text::json)
         as row (source text, subject text)) order by sku`,
    [JSON.stringify(members.map(({ source, subject }) => ({ source, subject })))],
  );
  const keyOf = (row: { source: string; subject: string }) => `${row.source} ${row.subject}`;
  const grants = new Map<string, StatedGrant[]>();
  for (const row of granted.rows as GrantRow[])
    grants.set(keyOf(row), [...(grants.get(keyOf(row)) ?? []), stated(row)]);
  return members.map(({ userId, ...member }) => ({
    ...member,
    ...(userId !== null && { userId }),
    grants: grants.get(keyOf(member)) ?? [],
  }));
}

/** Grants in the order of sku, source and subject, each with its position. */
export async function listGrants(
  statements: Statements,
  { sku, email, after, limit }: GrantFilter,
): Promise<{ grant: ListedGrant; position: GrantPosition }[]> {
  const { rows } = await statements.query(
    `select granted.sku, granted.source, granted.subject, granted.until, member.email
     from pps_grants granted join pps_members member
       on member.source = granted.source and member.subject = granted.subject
     where granted.is_stated and member.email is not null
       and ($1::text is null or granted.sku = $1) and ($2::text is null or member.email = $2)
       and ($3::text is null
         or (granted.sku, granted.source, granted.subject) > ($3, $4::text, $5::text))
     order by granted.sku, granted.source, granted.subject limit $6`,
    [
      sku ?? null,
      email ?? null,
      after?.sku ?? null,
      after?.source ?? null,
      after?.subject ?? null,
      limit,
    ],
  );
  return (rows as GrantRow[]).map(({ source, subject, email: address, ...row }) => ({
    grant: { email: address, ...stated(row), source },
    position: { sku: row.sku, source, subject },
  }));
}

/** The sources that give a member access to a product at a time. */
export async function sourcesInForce(
  statements: Statements,
  { sku, email }: Pick<Grant, 'sku' | 'email'>,
  now: Date,
): Promise<string[]> {
  const { rows } = await statements.query(
    `select distinct member.source from pps_members member
     join pps_grants granted on granted.source = member.source
       and granted.subject = member.subject and granted.sku = $1
     where member.email = $2 and granted.is_stated and granted.ends_at >= $3
     order by member.source`,
    [sku, email, now.toISOString()],
  );
  return (rows as { source: string }[]).map(({ source }) => source);
}
