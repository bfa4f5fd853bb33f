/** The rows of a source's members in a transaction: locked, read with their grants and persons, and written. */
import type { Addresses } from '../../ledger/sources.js';
import type { NamingRow } from '../../ledger/persons.js';
import type { Statements } from '../database/database.js';
import type { Source } from './open-source.js';

/** A grant as its source stated it last. */
export interface LedgerGrant {
  sku: string;
  until?: string | undefined;
  /** Since when the source has stated it. */
  since: Date;
  /** When it ends, or was no longer stated. */
  endsAt: Date;
  /** Whether the source still states it. */
  isStated: boolean;
}

/** What a source has stated of one member. */
export interface MemberRow extends NamingRow {
  readonly source: string;
  readonly subject: string;
  /** When it was stated; absent if nothing was stated yet. */
  statedAt: Date | undefined;
  deletedAt: Date | undefined;
  /** From when on it may be forgotten; absent while it gives access without end. */
  forgetAfter?: Date | undefined;
  /** What `afterEvent` makes of the source's events. */
  state: unknown;
  grants: LedgerGrant[];
}

/** Rows of one statement: an embedded database stops the process for it. */
export const BATCH = 500;

export function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH);
}

/** A JSON array as the rows of a statement: `$n`. */
export const texts = (n: number): string => `(select json_array_elements_text($${n}::text::json))`;

interface StoredRow {
  subject: string;
  addresses: Addresses;
  email: string | null;
  statedAt: string | null;
  deletedAt: string | null;
  state: string | null;
}

interface StoredGrant {
  subject: string;
  sku: string;
  until: string | null;
  since: string;
  endsAt: string;
  isStated: boolean;
}

const dateOf = (text: string | null): Date | undefined =>
  text === null ? undefined : new Date(text);

/**
 * Locks the rows of some subjects, in the order that is given, and reads them. Those that are not there
 * yet are made: a row without a time of statement. All are of the kind that the source has now.
 */
export async function lockRows(
  statements: Statements,
  { source, addresses }: Source,
  subjects: readonly string[],
): Promise<MemberRow[]> {
  const params = [source, JSON.stringify(subjects)];
  const locked = await statements.query(
    `insert into pps_members as member (source, subject, addresses)
     select $1, subject, $3
     from json_array_elements_text($2::text::json) with ordinality as given (subject, place)
     order by place
     on conflict (source, subject) do update set addresses = excluded.addresses
     returning subject, addresses, email, to_json(stated_at) as "statedAt",
       to_json(deleted_at) as "deletedAt", state`,
    [...params, addresses],
  );
  const granted = await statements.query(
    `select subject, sku, until, to_json(since) as since, to_json(ends_at) as "endsAt",
       is_stated as "isStated"
     from pps_grants where source = $1 and subject in ${texts(2)}`,
    params,
  );
  const named = await statements.query(
    `select subject, user_id as person from pps_member_users
     where source = $1 and subject in ${texts(2)} order by user_id`,
    params,
  );
  const rows = new Map(
    (locked.rows as StoredRow[]).map((row) => [
      row.subject,
      {
        source,
        subject: row.subject,
        addresses: row.addresses,
        email: row.email,
        persons: [] as string[],
        statedAt: dateOf(row.statedAt),
        deletedAt: dateOf(row.deletedAt),
        state: row.state === null ? undefined : (JSON.parse(row.state) as unknown),
        grants: [] as LedgerGrant[],
      },
    ]),
  );
  for (const { subject, sku, until, since, endsAt, isStated } of granted.rows as StoredGrant[]) {
    rows.get(subject)?.grants.push({
      sku,
      ...(until !== null && { until }),
      since: new Date(since),
      endsAt: new Date(endsAt),
      isStated,
    });
  }
  for (const { subject, person } of named.rows as { subject: string; person: string }[])
    rows.get(subject)?.persons.push(person);
  return [...rows.values()];
}

/** Removes rows of which nothing was stated after all. */
export async function dropNewRows(
  statements: Statements,
  source: string,
  subjects: readonly string[],
): Promise<void> {
  await statements.query(
    `delete from pps_members where source = $1 and subject in ${texts(2)} and stated_at is null`,
    [source, JSON.stringify(subjects)],
  );
}

/** Writes rows with their grants. Of what they name, only more is written. */
export async function writeRows(
  statements: Statements,
  source: string,
  rows: readonly MemberRow[],
): Promise<void> {
  await statements.query(
    `update pps_members member set email = row.email, stated_at = row.stated_at,
       deleted_at = row.deleted_at, forget_after = row.forget_after, state = row.state
     from json_to_recordset($2::text::json) as row (subject text, email text,
       stated_at timestamptz, deleted_at timestamptz, forget_after timestamptz, state text)
     where member.source = $1 and member.subject = row.subject`,
    [
      source,
      JSON.stringify(
        rows.map(({ subject, email, statedAt, deletedAt, forgetAfter, state }) => ({
          subject,
          email,
          stated_at: statedAt,
          deleted_at: deletedAt,
          forget_after: forgetAfter,
          state: state === undefined ? null : JSON.stringify(state),
        })),
      ),
    ],
  );
  await statements.query(
    `insert into pps_member_users (source, subject, user_id)
     select $1, subject, user_id from json_to_recordset($2::text::json)
       as row (subject text, user_id text)
     on conflict (source, subject, user_id) do nothing`,
    [
      source,
      JSON.stringify(
        rows.flatMap(({ subject, persons }) =>
          persons.map((person) => ({ subject, user_id: person })),
        ),
      ),
    ],
  );
  await statements.query(
    `insert into pps_grants (source, subject, sku, until, since, ends_at, is_stated)
     select $1, subject, sku, until, since, ends_at, is_stated
     from json_to_recordset($2::text::json) as row (subject text, sku text, until text,
       since timestamptz, ends_at timestamptz, is_stated boolean)
     on conflict (source, subject, sku) do update set until = excluded.until,
       since = excluded.since, ends_at = excluded.ends_at, is_stated = excluded.is_stated`,
    [
      source,
      JSON.stringify(
        rows.flatMap(({ subject, grants }) =>
          grants.map(({ sku, until, since, endsAt, isStated }) => ({
            subject,
            sku,
            until,
            since,
            ends_at: endsAt,
            is_stated: isStated,
          })),
        ),
      ),
    ],
  );
}
