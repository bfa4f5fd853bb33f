/** The rows of a source's members in a transaction: locked, read with their grants and persons, and written. */
import type { NamingRow } from '../../ledger/persons.js';
import type { Statements } from '../database/database.js';
import { Overtaken, type Source } from './open-source.js';

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
  /** The grants and persons that are in the tables as they are here. */
  readonly stored: Set<LedgerGrant | string>;
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

function toMemberRow({ source, addresses }: Source, stored: StoredRow): MemberRow {
  const { subject, email, statedAt, deletedAt, state } = stored;
  return {
    source,
    subject,
    addresses,
    email,
    persons: [],
    statedAt: dateOf(statedAt),
    deletedAt: dateOf(deletedAt),
    state: state === null ? undefined : (JSON.parse(state) as unknown),
    grants: [],
    stored: new Set(),
  };
}

/** Locks those that are there, in the order that is given. */
async function lockStored(
  statements: Statements,
  source: Source,
  subjects: readonly string[],
): Promise<MemberRow[]> {
  const { rows } = await statements.query(
    `select member.subject, member.email, to_json(member.stated_at) as "statedAt",
       to_json(member.deleted_at) as "deletedAt", member.state
     from json_array_elements_text($2::text::json) with ordinality as given (subject, place)
     join pps_members member on member.source = $1 and member.subject = given.subject
     order by given.place for update of member`,
    [source.source, JSON.stringify(subjects)],
  );
  return (rows as StoredRow[]).map((row) => toMemberRow(source, row));
}

/** Makes rows of which nothing is stated yet, in the order that is given. @throws {Overtaken} */
async function makeRows(
  statements: Statements,
  source: Source,
  subjects: readonly string[],
): Promise<MemberRow[]> {
  const { rows } = await statements.query(
    `insert into pps_members (source, subject, addresses)
     select $1, subject, $3
     from json_array_elements_text($2::text::json) with ordinality as given (subject, place)
     order by place on conflict (source, subject) do nothing returning subject`,
    [source.source, JSON.stringify(subjects), source.addresses],
  );
  if (rows.length < subjects.length) throw new Overtaken();
  const nothing = { email: null, statedAt: null, deletedAt: null, state: null };
  return subjects.map((subject) => toMemberRow(source, { subject, ...nothing }));
}

/** Reads what rows give, and whom they name. */
async function readParts(
  statements: Statements,
  { source }: Source,
  rows: ReadonlyMap<string, MemberRow>,
  subjects: readonly string[],
): Promise<void> {
  const params = [source, JSON.stringify(subjects)];
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
  for (const { subject, sku, until, since, endsAt, isStated } of granted.rows as StoredGrant[]) {
    const grant = {
      sku,
      ...(until !== null && { until }),
      since: new Date(since),
      endsAt: new Date(endsAt),
      isStated,
    };
    rows.get(subject)?.grants.push(grant);
    rows.get(subject)?.stored.add(grant);
  }
  for (const { subject, person } of named.rows as { subject: string; person: string }[]) {
    rows.get(subject)?.persons.push(person);
    rows.get(subject)?.stored.add(person);
  }
}

/**
 * Locks the rows of some subjects, and reads them. Those that are not there yet are made: a row without
 * a time of statement. All are of the kind that the source has now.
 * @param subjects in their order, each once
 * @throws {Overtaken} if somebody else has made one of them meanwhile
 */
export async function lockRows(
  statements: Statements,
  source: Source,
  subjects: readonly string[],
): Promise<MemberRow[]> {
  const rows = new Map<string, MemberRow>();
  for (const batch of inBatches(subjects))
    for (const row of await lockStored(statements, source, batch)) rows.set(row.subject, row);
  const stored = subjects.filter((subject) => rows.has(subject));
  // Only now: of those who make rows, none waits for who locks what is there.
  for (const batch of inBatches(subjects.filter((subject) => !rows.has(subject))))
    for (const row of await makeRows(statements, source, batch)) rows.set(row.subject, row);
  for (const batch of inBatches(stored)) await readParts(statements, source, rows, batch);
  return subjects.flatMap((subject) => rows.get(subject) ?? []);
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

/** Writes rows with what is new of their grants, and of whom they name. */
export async function writeRows(
  statements: Statements,
  { source, addresses }: Source,
  rows: readonly MemberRow[],
): Promise<void> {
  await statements.query(
    `update pps_members member set addresses = $3, email = row.email, stated_at = row.stated_at,
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
      addresses,
    ],
  );
  const named = rows.flatMap(({ subject, persons, stored }) =>
    persons.flatMap((person) => (stored.has(person) ? [] : { subject, user_id: person })),
  );
  if (named.length > 0) {
    await statements.query(
      `insert into pps_member_users (source, subject, user_id)
       select $1, subject, user_id from json_to_recordset($2::text::json)
         as row (subject text, user_id text)`,
      [source, JSON.stringify(named)],
    );
  }
  const granted = rows.flatMap(({ subject, grants, stored }) =>
    grants.flatMap((grant) => {
      if (stored.has(grant)) return [];
      const { sku, until, since, endsAt, isStated } = grant;
      return { subject, sku, until, since, ends_at: endsAt, is_stated: isStated };
    }),
  );
  if (granted.length === 0) return;
  await statements.query(
    `insert into pps_grants (source, subject, sku, until, since, ends_at, is_stated)
     select $1, subject, sku, until, since, ends_at, is_stated
     from json_to_recordset($2::text::json) as row (subject text, sku text, until text,
       since timestamptz, ends_at timestamptz, is_stated boolean)
     on conflict (source, subject, sku) do update set until = excluded.until,
       since = excluded.since, ends_at = excluded.ends_at, is_stated = excluded.is_stated`,
    [source, JSON.stringify(granted)],
  );
}
