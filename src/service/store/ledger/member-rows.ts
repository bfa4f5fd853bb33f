/** The rows of a source's members in a transaction: locked, read with their grants and persons, and written. */
import type { NamingRow } from '../../ledger/persons.js';
import { inBatches } from '../batches.js';
import { dateOf, type Statements } from '../database/database.js';
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

/** A member as one source has stated them. */
export interface MemberRow extends NamingRow {
  readonly source: string;
  readonly subject: string;
  /** When it was stated; absent if nothing was stated yet. */
  statedAt: Date | undefined;
  deletedAt: Date | undefined;
  /** From when on it may be forgotten; absent while it gives access without end. */
  forgetAfter?: Date | undefined;
  /** The state that `afterEvent` makes of the source's events. */
  state: unknown;
  grants: LedgerGrant[];
  /** Whether it is not in the tables yet. */
  readonly isNew: boolean;
  /** The grants and persons that are in the tables as they are here. */
  readonly stored: Set<LedgerGrant | string>;
}

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

function toMemberRow({ source, addresses }: Source, stored: StoredRow, isNew = false): MemberRow {
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
    isNew,
    stored: new Set(),
  };
}

/** Locks those that are there, one after the other in the order that is given. */
async function lockStored(
  statements: Statements,
  source: Source,
  subjects: readonly string[],
): Promise<MemberRow[]> {
  const { rows } = await statements.query(
    `select member.subject, member.email, to_json(member.stated_at) as "statedAt",
       to_json(member.deleted_at) as "deletedAt", member.state
     from json_array_elements_text($2::text::json) as given (subject)
     cross join lateral (
       select * from pps_members where source = $1 and subject = given.subject for update) member`,
    [source.source, JSON.stringify(subjects)],
  );
  return (rows as StoredRow[]).map((row) => toMemberRow(source, row));
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
    `select granted.subject, granted.sku, granted.until, to_json(granted.since) as since,
       to_json(granted.ends_at) as "endsAt", granted.is_stated as "isStated"
     from json_array_elements_text($2::text::json) as given (subject)
     cross join lateral (
       select * from pps_grants where source = $1 and subject = given.subject offset 0) granted`,
    params,
  );
  const named = await statements.query(
    `select given.subject, named.person
     from json_array_elements_text($2::text::json) as given (subject)
     cross join lateral (
       select user_id as person from pps_member_users
       where source = $1 and subject = given.subject order by user_id offset 0) named`,
    params,
  );
  for (const { subject, sku, until, since, endsAt, isStated } of granted.rows as StoredGrant[]) {
    const grant = {
      sku,
      until: until ?? undefined,
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

const nothing = { email: null, statedAt: null, deletedAt: null, state: null };

/**
 * Locks the rows of some subjects, and reads them. Those that are not there yet are made in memory: rows
 * without a time of statement. All are of the kind that the source has now.
 * @param subjects in their order, each once
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
  for (const batch of inBatches(stored)) await readParts(statements, source, rows, batch);
  return subjects.map(
    (subject) => rows.get(subject) ?? toMemberRow(source, { subject, ...nothing }, true),
  );
}

const columns = `subject text, email text, stated_at timestamptz, deleted_at timestamptz,
  forget_after timestamptz, state text`;
const toColumns = ({ subject, email, statedAt, deletedAt, forgetAfter, state }: MemberRow) => ({
  subject,
  email,
  stated_at: statedAt,
  deleted_at: deletedAt,
  forget_after: forgetAfter,
  state: state === undefined ? null : JSON.stringify(state),
});

/** Writes rows by their key. @returns how many there were to write */
async function putRows(
  statements: Statements,
  { source, addresses }: Source,
  rows: readonly MemberRow[],
  onConflict: string,
): Promise<number> {
  if (rows.length === 0) return 0;
  const { rows: written } = await statements.query(
    `insert into pps_members
       (source, subject, addresses, email, stated_at, deleted_at, forget_after, state)
     select $1, subject, $3, email, stated_at, deleted_at, forget_after, state
     from json_to_recordset($2::text::json) as row (${columns}, place integer)
     order by place ${onConflict} returning subject`,
    [source, JSON.stringify(rows.map((row, place) => ({ ...toColumns(row), place }))), addresses],
  );
  return written.length;
}

const leave = 'on conflict (source, subject) do nothing';
const replace = `on conflict (source, subject) do update set addresses = excluded.addresses, email = excluded.email,
  stated_at = excluded.stated_at, deleted_at = excluded.deleted_at,
  forget_after = excluded.forget_after, state = excluded.state`;

/**
 * Writes rows with what is new of their grants, and of whom they name.
 * @param rows in the order of their subjects: others may make the same ones
 * @throws {Overtaken}
 */
export async function writeRows(
  statements: Statements,
  source: Source,
  rows: readonly MemberRow[],
): Promise<void> {
  const added = rows.filter(({ isNew }) => isNew);
  const made = await putRows(statements, source, added, leave);
  if (made < added.length) throw new Overtaken();
  const changed = rows.filter(({ isNew }) => !isNew);
  await putRows(statements, source, changed, replace);
  const named = rows.flatMap(({ subject, persons, stored }) =>
    persons.flatMap((person) => (stored.has(person) ? [] : { subject, user_id: person })),
  );
  if (named.length > 0) {
    await statements.query(
      `insert into pps_member_users (source, subject, user_id)
       select $1, subject, user_id from json_to_recordset($2::text::json)
         as row (subject text, user_id text)`,
      [source.source, JSON.stringify(named)],
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
    [source.source, JSON.stringify(granted)],
  );
}
