/**
 * The one way to change who may hear: rows of a source's members are locked and read, each is decided
 * on in memory, and what differs is written with all that follows, in one transaction. Locks are taken
 * in the order (source, subject), persons by their IDs, links, number of the batch.
 */
import { setImmediate } from 'node:timers/promises';
import { nameAddress } from '../../ledger/persons.js';
import type { Addresses } from '../../ledger/sources.js';
import { endDate, lastBefore, LAST_INSTANT, type StatedGrant } from '../../ledger/statement.js';
import type { Statements } from '../database/database.js';
import { rewriteEnds } from './access.js';
import {
  dropNewRows,
  inBatches,
  lockRows,
  texts,
  writeRows,
  type LedgerGrant,
  type MemberRow,
} from './member-rows.js';
import { loadPersons, type LoadedPersons } from './persons-store.js';

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
  /** The row goes, but its persons keep their address: its source ends, not the member. */
  keepsAddress?: boolean;
  /** Says what was said before: only its time is newer. */
  isSame?: boolean;
  /** Looks anew for who has the address: somebody typed it just now. */
  findsAnew?: boolean;
  state?: unknown;
}

/** Why a row stays as it is. */
export type Kept = 'older' | 'unchanged';

/** Decides on a row, which has no `statedAt` if nothing was stated of the subject yet. */
export type Decide = (row: MemberRow) => NextRow | Kept;

/** A source, with how far its addresses can be believed. */
export interface Source {
  source: string;
  addresses: Addresses;
}

export interface MemberChange {
  subject: string;
  decide: Decide;
}

export interface ChangedMember {
  result: 'taken' | Kept;
  /** As it is now. */
  row: MemberRow;
}

/** What a change has done. */
export interface Written<T> {
  result: T;
  /** Of the links that have changed: to be recorded as the last thing that the transaction does. */
  hashes: string[];
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
function forgetAfter({ addresses, deletedAt, grants }: MemberRow, now: Date): Date | undefined {
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
function settle(pending: readonly Pending[], persons: LoadedPersons, now: Date): void {
  for (const { row, next } of pending) {
    const { email, isDeleted = false, keepsAddress = false, at, findsAnew } = next;
    if (keepsAddress) row.email = null;
    else nameAddress(row, { email: isDeleted ? null : email, findsAnew }, persons);
    row.grants = grantsAfter(row.grants, next, now);
    row.statedAt = at;
    row.deletedAt = isDeleted ? at : undefined;
    row.forgetAfter = forgetAfter(row, now);
    row.state = next.state;
  }
}

/** Whether the rules will look for who has an address. */
const looksFor = ({ row, next }: Pending): boolean =>
  row.addresses !== 'apart' &&
  next.isDeleted !== true &&
  next.email !== null &&
  (next.email !== row.email || next.findsAnew === true || row.persons.length === 0);

/** Who has the address of a row that names one of these persons: it may count for them now. */
async function holdersBeside(statements: Statements, moved: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const batch of inBatches(moved)) {
    const { rows } = await statements.query(
      `select distinct holder.id from pps_member_users named
       join pps_members member on member.source = named.source and member.subject = named.subject
       join pps_users holder on holder.email = member.email
       where named.user_id in ${texts(1)}`,
      [JSON.stringify(batch)],
    );
    found.push(...(rows as { id: string }[]).map(({ id }) => id));
  }
  return found;
}

/** Locks and reads the rows of some changes, and decides on each. */
export async function decideAll(
  statements: Statements,
  { source, addresses }: Source,
  changes: readonly MemberChange[],
): Promise<{ pending: Pending[]; kept: ChangedMember[] }> {
  const decideOn = new Map(changes.map(({ subject, decide }) => [subject, decide]));
  const pending: Pending[] = [];
  const kept: ChangedMember[] = [];
  await statements.query(
    'insert into pps_sources (name, addresses) values ($1, $2) on conflict (name) do nothing',
    [source, addresses],
  );
  for (const subjects of inBatches([...decideOn.keys()].sort())) {
    const rows = await lockRows(statements, source, addresses, subjects);
    const unneeded: string[] = [];
    for (const row of rows) {
      const next = decideOn.get(row.subject)?.(row) ?? 'unchanged';
      if (typeof next !== 'string') pending.push({ row, next });
      else {
        kept.push({ result: next, row });
        if (!row.statedAt) unneeded.push(row.subject);
      }
    }
    if (unneeded.length > 0) await dropNewRows(statements, source, unneeded);
    // An embedded database answers without a turn of the event loop: polls come in between.
    await setImmediate();
  }
  return { pending, kept };
}

/** Writes rows that were decided on, with the persons and links that follow. */
export async function writeAll(
  statements: Statements,
  source: string,
  pending: readonly Pending[],
  now: Date,
): Promise<Written<ChangedMember[]>> {
  if (pending.length === 0) return { result: [], hashes: [] };
  const rows = pending.map(({ row }) => row);
  const sought = pending.flatMap((each) => (looksFor(each) ? (each.next.email ?? []) : []));
  const persons = await loadPersons(statements, pending, sought);
  settle(pending, persons, now);
  await persons.write(statements);
  for (const batch of inBatches(rows)) {
    await writeRows(statements, source, batch);
    await setImmediate();
  }
  const beside = await holdersBeside(statements, persons.moved());
  const concerned = [...new Set([...persons.ids(), ...beside])];
  return {
    result: pending.map(({ row, next }) => ({ result: next.isSame ? 'unchanged' : 'taken', row })),
    hashes: await rewriteEnds(statements, concerned, now),
  };
}

/** Changes rows of a source's members: all of them, or none if this rejects. */
export async function changeMembers(
  statements: Statements,
  { source, addresses }: Source,
  changes: readonly MemberChange[],
  now: Date,
): Promise<Written<ChangedMember[]>> {
  const { pending, kept } = await decideAll(statements, { source, addresses }, changes);
  const { result, hashes } = await writeAll(statements, source, pending, now);
  return { result: [...kept, ...result], hashes };
}
