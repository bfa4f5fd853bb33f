/**
 * The one way to change who may hear: rows of a source's members are locked and read, each is decided
 * on in memory, and what differs is written with all that follows, in one transaction. Locks are taken
 * in the order source, rows by their subjects, persons by their IDs, links by theirs, number of the batch.
 */
import { nameAddress } from '../../ledger/persons.js';
import { endDate, lastBefore, LAST_INSTANT, type StatedGrant } from '../../ledger/statement.js';
import type { Statements } from '../database/database.js';
import { findEnds } from './access.js';
import { eachInTurns, inBatches, texts } from '../batches.js';
import { lockRows, writeRows, type LedgerGrant, type MemberRow } from './member-rows.js';
import type { Source } from './open-source.js';
import { loadPersons, type LoadedPersons } from './persons-store.js';
import type { LinkEnd } from './write-links.js';

const DAY_MS = 86_400_000;
/** Days for which it is remembered what has ended. */
export const MEMORY_DAYS = 90;

/** A row as it is to be. */
export interface NextRow {
  /** `null`: the source states no usable address. */
  email: string | null;
  /** All that the source gives this member now, each product once. */
  grants: readonly StatedGrant[];
  at: Date;
  /** Ends the row: it keeps naming its persons for 90 days, without the address. */
  isDeleted?: boolean;
  /** Names nobody any more: whom it alone has named is to be removed. */
  isErased?: boolean;
  /** The row goes, but its persons keep their address: its source ends, not the member. */
  keepsAddress?: boolean;
  /** Says what was said before: only its time is newer. */
  isSame?: boolean;
  /** Its time alone is not worth writing. */
  isTimeless?: boolean;
  /** Looks anew for who has the address: somebody typed it just now. */
  findsAnew?: boolean;
  state?: unknown;
}

/** Why a row stays as it is. */
export type Kept = 'older' | 'unchanged';

/** Decides on a row, which has no `statedAt` if nothing was stated of the subject yet. */
export type Decide = (row: MemberRow) => NextRow | Kept;

export interface MemberChange {
  subject: string;
  decide: Decide;
}

export interface ChangedMember {
  result: 'taken' | Kept;
  /** As it is now. */
  row: MemberRow;
}

/** The outcome of a change, and what is still to be written. */
export interface Written<T> {
  result: T;
  /** Of links, which are written and recorded as the last thing that the transaction does. */
  ends: LinkEnd[];
  /** Persons who are to be removed with their links. */
  erased?: string[];
}

/** The stored grants once the source states these. What it no longer states has ended at that time. */
function grantsAfter(
  known: readonly LedgerGrant[],
  { grants, at }: Pick<NextRow, 'grants' | 'at'>,
  now: Date,
): LedgerGrant[] {
  const bySku = new Map(known.map((grant) => [grant.sku, grant]));
  const stated = grants.map((grant): LedgerGrant => {
    const before = bySku.get(grant.sku);
    const goesOn = before?.isStated === true && before.endsAt >= at;
    if (goesOn && before.until === grant.until) return before;
    return { ...grant, since: goesOn ? before.since : at, endsAt: endDate(grant), isStated: true };
  });
  const isStated = new Set(grants.map(({ sku }) => sku));
  const ended = known
    .filter(({ sku }) => !isStated.has(sku))
    .map((grant) =>
      grant.isStated
        ? {
            ...grant,
            endsAt: new Date(
              Math.min(Number(grant.endsAt), Number(lastBefore(Math.min(Number(at), Number(now))))),
            ),
            isStated: false,
          }
        : grant,
    );
  return [...stated, ...ended];
}

/** 90 days after the last that it says has ended: no statement comes that late. */
export function forgetAfter(
  { addresses, deletedAt, grants }: MemberRow,
  now: Date,
): Date | undefined {
  // Nothing else knows who such an account is.
  if (addresses === 'apart' && !deletedAt) return undefined;
  const last = Math.max(Number(now), ...grants.map(({ endsAt }) => Number(endsAt)));
  const after = last + MEMORY_DAYS * DAY_MS;
  return after < LAST_INSTANT ? new Date(after) : undefined;
}

export interface Pending {
  row: MemberRow;
  next: NextRow;
}

/** Gives each row its address, its persons and its grants. */
function settle(pending: readonly Pending[], persons: LoadedPersons, now: Date): Promise<void> {
  return eachInTurns(pending, ({ row, next }) => {
    const { keepsAddress = false, at, findsAnew } = next;
    if (keepsAddress) row.email = null;
    else nameAddress(row, { email: addressAfter(next), findsAnew }, persons);
    persons.note(row);
    row.grants = grantsAfter(row.grants, next, now);
    row.statedAt = at;
    row.deletedAt = next.isDeleted === true ? at : undefined;
    row.forgetAfter = forgetAfter(row, now);
    row.state = next.state;
  });
}

const isNothingNew = ({ row: { grants, persons, stored }, next }: Pending): boolean =>
  next.isTimeless === true && [...grants, ...persons].every((each) => stored.has(each));

const addressAfter = ({ email, isDeleted }: NextRow): string | null =>
  isDeleted === true ? null : email;

/** Locks and reads the rows of some changes, and decides on each. */
export async function decideAll(
  statements: Statements,
  source: Source,
  changes: readonly MemberChange[],
): Promise<{ pending: Pending[]; kept: ChangedMember[] }> {
  const decideOn = new Map(changes.map(({ subject, decide }) => [subject, decide]));
  const pending: Pending[] = [];
  const kept: ChangedMember[] = [];
  const rows = await lockRows(statements, source, [...decideOn.keys()].sort());
  await eachInTurns(rows, (row) => {
    const next = decideOn.get(row.subject)?.(row) ?? 'unchanged';
    if (typeof next === 'string') kept.push({ result: next, row });
    else pending.push({ row, next });
  });
  return { pending, kept };
}

/** Makes rows name nobody. @returns the persons whom these alone have named */
async function unnamePersons(
  statements: Statements,
  source: string,
  rows: readonly MemberRow[],
): Promise<string[]> {
  const unnamed: string[] = [];
  for (const { subject, persons } of rows) {
    await statements.query('delete from pps_member_users where source = $1 and subject = $2', [
      source,
      subject,
    ]);
    const { rows: found } = await statements.query(
      `select id from pps_users person where id in ${texts(1)} and not exists (
         select 1 from pps_member_users named where named.user_id = person.id)`,
      [JSON.stringify(persons)],
    );
    unnamed.push(...(found as { id: string }[]).map(({ id }) => id));
  }
  return unnamed;
}

/** Writes rows that were decided on, and finds the links that follow. */
export async function writeAll(
  statements: Statements,
  source: Source,
  pending: readonly Pending[],
  now: Date,
): Promise<Written<ChangedMember[]>> {
  if (pending.length === 0) return { result: [], ends: [] };
  const persons = await loadPersons(
    statements,
    pending.map(({ row, next }) => ({ row, email: addressAfter(next) })),
  );
  await settle(pending, persons, now);
  await persons.write(statements);
  for (const batch of inBatches(pending.filter((each) => !isNothingNew(each)))) {
    await writeRows(
      statements,
      source,
      batch.map(({ row }) => row),
    );
  }
  const toErase = pending.flatMap(({ row, next }) => (next.isErased === true ? row : []));
  const erased = await unnamePersons(statements, source.source, toErase);
  return {
    result: pending.map(({ row, next }) => ({ result: next.isSame ? 'unchanged' : 'taken', row })),
    ends: await findEnds(statements, persons.ids(), now),
    erased,
  };
}

/** Changes rows of a source's members: all of them, or none if this rejects. */
export async function changeMembers(
  statements: Statements,
  source: Source,
  changes: readonly MemberChange[],
  now: Date,
): Promise<Written<ChangedMember[]>> {
  const { pending, kept } = await decideAll(statements, source, changes);
  const written = await writeAll(statements, source, pending, now);
  return { ...written, result: [...kept, ...written.result] };
}
