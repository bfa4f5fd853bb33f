/** Statements of a source about its members: one, the end of one, a whole file, and the end of the source. */
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { longestBySku, type StatedGrant } from '../../ledger/statement.js';
import type { Statements } from '../database/database.js';
import {
  changeMembers,
  decideAll,
  writeAll,
  type ChangedMember,
  type Decide,
  type MemberChange,
  type Written,
} from './change-members.js';
import { eachInTurns } from '../batches.js';
import type { MemberRow } from './member-rows.js';
import type { OpenSource } from './open-source.js';

export interface Statement {
  subject: string;
  email: string;
  grants: readonly StatedGrant[];
  /** Without it, the statement is the newest: the clocks of two machines differ. */
  at?: Date | undefined;
}

/** That a source gives a member nothing any more. */
export interface MemberEnd extends Pick<Statement, 'subject' | 'at'> {
  erase: boolean;
}

/** The grants that a row's source states now. */
export const statedGrants = ({ grants }: Pick<MemberRow, 'grants'>): StatedGrant[] =>
  grants.flatMap(({ sku, until, isStated }) => (isStated ? { sku, until } : []));

const isSame = (row: MemberRow, email: string, grants: readonly StatedGrant[]): boolean =>
  row.statedAt !== undefined &&
  !row.deletedAt &&
  row.email === email &&
  JSON.stringify(longestBySku(statedGrants(row))) === JSON.stringify(grants);

const isOlder = (row: MemberRow, at: Date, wholeAt: Date | undefined): boolean =>
  at < (row.statedAt ?? at) || (wholeAt !== undefined && at < wholeAt);

/** The time of a statement that has none: after all that is known. */
const newest = (
  { statedAt = new Date(0) }: MemberRow,
  wholeAt: Date | undefined,
  now: Date,
): Date => new Date(Math.max(Number(now), Number(statedAt), Number(wholeAt ?? 0)));

/** Takes a statement, unless a newer one is known. */
function decideStatement(
  { email, grants, at: given }: Omit<Statement, 'subject'>,
  wholeAt: Date | undefined,
  now: Date,
): Decide {
  const stated = longestBySku(grants);
  return (row) => {
    const at = given ?? newest(row, wholeAt, now);
    if (isOlder(row, at, wholeAt)) return 'older';
    return { email, grants: stated, at, isSame: isSame(row, email, stated) };
  };
}

export async function stateMember(
  statements: Statements,
  source: OpenSource,
  { subject, ...statement }: Statement,
  now: Date,
): Promise<Written<ChangedMember[]>> {
  const decide = decideStatement(statement, source.wholeAt, now);
  return changeMembers(statements, source, [{ subject, decide }], now);
}

/**
 * Ends a member. A late statement does not bring them back, also if they were not known. `erase` also
 * removes the persons whom the row alone names, with their links.
 */
export async function endMember(
  statements: Statements,
  source: OpenSource,
  { subject, at: given, erase }: MemberEnd,
  now: Date,
): Promise<Written<ChangedMember[]>> {
  const decide: Decide = (row) => {
    const at = given ?? newest(row, source.wholeAt, now);
    return isOlder(row, at, source.wholeAt)
      ? 'older'
      : { email: null, grants: [], at, isDeleted: true, isErased: erase };
  };
  return changeMembers(statements, source, [{ subject, decide }], now);
}

/** Counts of what a file has changed. `ended`: members whom it did not name. */
export interface FileResult {
  taken: number;
  unchanged: number;
  older: number;
  ended: number;
}

export interface WholeFile {
  /** Ends whom the file does not name, unless they were stated after it was begun. */
  replace: boolean;
  /** Also if more than half of the source's members would end. */
  force: boolean;
  at: Date;
}

/** The subjects of a source that it gives something. */
async function readStated(statements: Statements, source: string): Promise<string[]> {
  const { rows } = await statements.query(
    'select distinct subject from pps_grants where source = $1 and is_stated',
    [source],
  );
  return (rows as { subject: string }[]).map(({ subject }) => subject);
}

/** The refusal of a file that would end most members of its source: it may be one that broke off. */
export class TooManyEnds extends PrivatePodcastError {
  constructor(before: number, ended: number) {
    super(
      'bad-input',
      `This file would end ${ended} of ${before} members of its source, so nobody was changed. If that is meant, send it again with force=true.`,
    );
  }
}

/** Takes a file of statements, all or none. Of several about one subject, the last one counts. */
export async function stateAll(
  statements: Statements,
  source: OpenSource,
  file: readonly Omit<Statement, 'at'>[],
  { replace, force, at }: WholeFile,
  now: Date,
): Promise<Written<FileResult>> {
  const { wholeAt } = source;
  const named: MemberChange[] = [];
  await eachInTurns(file, ({ subject, email, grants }) => {
    const decide = decideStatement({ email, grants, at }, wholeAt, now);
    // The time of the file counts for all whom it names, so a row that says the same stays as it is.
    const decideWhole: Decide = (row) => {
      const next = decide(row);
      return typeof next !== 'string' && next.isSame === true ? 'unchanged' : next;
    };
    named.push({ subject, decide: replace ? decideWhole : decide });
  });
  const isNamed = new Set(file.map(({ subject }) => subject));
  const stated = replace ? await readStated(statements, source.source) : [];
  const end: Decide = (row) =>
    isOlder(row, at, wholeAt) ? 'older' : { email: row.email, grants: [], at, state: row.state };
  const absent = stated.filter((subject) => !isNamed.has(subject));
  const changes = [...named, ...absent.map((subject) => ({ subject, decide: end }))];
  const { pending, kept } = await decideAll(statements, source, changes);
  const ended = pending.filter(({ row }) => !isNamed.has(row.subject)).length;
  if (!force && ended * 2 > stated.length) throw new TooManyEnds(stated.length, ended);
  const { result: written, ends } = await writeAll(statements, source, pending, now);
  if (replace) {
    await statements.query(
      'update pps_sources set whole_at = $2 where name = $1 and (whole_at is null or whole_at < $2)',
      [source.source, at.toISOString()],
    );
  }
  const all = [...kept, ...written];
  const count = (result: string) => all.filter((each) => each.result === result).length;
  const result = {
    taken: count('taken') - ended,
    unchanged: count('unchanged'),
    older: count('older'),
    ended,
  };
  return { result, ends };
}

/** Ends all that a source gives. Its members keep their addresses: the source ends, not they. */
export async function endSource(
  statements: Statements,
  source: OpenSource,
  now: Date,
): Promise<Written<ChangedMember[]>> {
  const { rows } = await statements.query(
    'select subject from pps_members where source = $1 and deleted_at is null order by subject',
    [source.source],
  );
  const subjects = (rows as { subject: string }[]).map(({ subject }) => subject);
  const decide: Decide = () => ({
    email: null,
    grants: [],
    at: now,
    isDeleted: true,
    keepsAddress: true,
  });
  const changes = subjects.map((subject) => ({ subject, decide }));
  const changed = await changeMembers(statements, source, changes, now);
  await statements.query('delete from pps_sources where name = $1', [source.source]);
  return changed;
}
