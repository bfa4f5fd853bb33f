/** The first lock of a change: the row of its source, which says what holds of all its members. */
import type { Addresses } from '../../ledger/sources.js';
import { dateOf, type Statements } from '../database/database.js';
import { rowLocks, type RowLock } from '../database/engine-sql.js';

/** A source, with how far its addresses can be believed. */
export interface Source {
  source: string;
  addresses: Addresses;
}

/** A source that a transaction has locked. */
export interface OpenSource extends Source {
  /** The time of its last whole file: whom that did not name has ended then. */
  wholeAt: Date | undefined;
  /** The time of the last one that was begun: as long as it is the later one, that file is being taken. */
  begunAt: Date | undefined;
}

/** A change has found, too late to lock it in order, what others did meanwhile. It is to begin anew. */
export class Overtaken extends Error {
  /** @param lock how the source is to be locked then, if otherwise than now */
  constructor(readonly lock?: RowLock) {
    super('Others were faster.');
  }
}

/**
 * Locks a source, and adds it if it is not known. Its kind is the one that is stored: another process
 * may still have the catalogue file from before.
 * @param lock `some`: some of its rows change; `share`: so that no file comes in between; `change`: it is
 * a file; `all`: all of its rows change
 */
export async function openSource(
  statements: Statements,
  { source, addresses }: Source,
  lock: RowLock,
): Promise<OpenSource> {
  for (;;) {
    const { rows } = await statements.query(
      `select addresses, to_json(whole_at) as "wholeAt", to_json(begun_at) as "begunAt"
       from pps_sources where name = $1 ${rowLocks[lock]}`,
      [source],
    );
    const [row] = rows as {
      addresses: Addresses;
      wholeAt: string | null;
      begunAt: string | null;
    }[];
    if (row) {
      const { wholeAt, begunAt } = row;
      return {
        source,
        addresses: row.addresses,
        wholeAt: dateOf(wholeAt),
        begunAt: dateOf(begunAt),
      };
    }
    await statements.query(
      'insert into pps_sources (name, addresses) values ($1, $2) on conflict (name) do nothing',
      [source, addresses],
    );
  }
}

/**
 * Sees to it that a statement of some time does not pass by a file that is being taken, and was begun later.
 * @throws {Overtaken}
 */
export function letPass({ wholeAt, begunAt }: OpenSource, lock: RowLock, at: Date): void {
  const isBeingTaken = begunAt !== undefined && (wholeAt === undefined || wholeAt < begunAt);
  if (lock === 'some' && isBeingTaken && at < begunAt) throw new Overtaken('share');
}

/** Says that a whole file is to be taken, once all are done who have not heard of it. */
export async function beginFile(statements: Statements, source: Source, at: Date): Promise<void> {
  await openSource(statements, source, 'all');
  await statements.query(
    'update pps_sources set begun_at = $2 where name = $1 and (begun_at is null or begun_at < $2)',
    [source.source, at.toISOString()],
  );
}
