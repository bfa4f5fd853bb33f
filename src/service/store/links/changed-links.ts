/**
 * Which links have changed, for the index of every process. A writer notes their hashes under the ID
 * of a batch, and takes the batch's number as its last lock: numbers have no gaps, and become visible
 * in their order, whoever commits late.
 */
import type { Database, Statements } from '../database/database.js';
import { randomId } from '../../crypto/secrets.js';

/** A batch tells of links, of old links, or that the catalogue is to be read again. */
export type BatchKind = LinkKind | 'catalogue';
/** Each kind has hashes of its own length, in hexadecimal digits. */
const hashLengths = { links: 16, 'old-links': 32 };
export type LinkKind = keyof typeof hashLengths;

export interface Batch {
  number: number;
  /** Random: after a failover, a number may be given out again. */
  id: string;
  kind: BatchKind;
  links: number;
}

/** A batch of links. */
export interface BatchOf {
  id: string;
  kind: LinkKind;
}

/** Hashes of one part, which a reader takes in one turn. */
export const PART = 1_000;
/** Batches that are read at a time. */
export const MOST_BATCHES = 1_000;

/** Writes a batch, if there is any to write. It must be the last thing that a transaction does. */
export async function recordBatch(
  statements: Statements,
  hashes: readonly string[],
  kind: LinkKind = 'links',
): Promise<void> {
  if (hashes.length > 0) await writeBatch(statements, hashes, kind);
}

/** Tells every process to read the catalogue again. @returns the ID of the batch */
export const announceCatalogue = (database: Database): Promise<string> =>
  database.transaction((statements) => writeBatch(statements, [], 'catalogue'));

async function writeBatch(
  statements: Statements,
  hashes: readonly string[],
  kind: BatchKind,
): Promise<string> {
  const id = randomId();
  const unique = [...new Set(hashes)];
  for (let start = 0; start < unique.length; start += PART) {
    await statements.query(
      'insert into pps_changed_links (batch, part, hashes) values ($1, $2, $3)',
      [id, start / PART, unique.slice(start, start + PART).join('')],
    );
  }
  await statements.query(
    `with last as (
       update pps_last_batch set number = number + 1 where name = 'links' returning number)
     insert into pps_batches (number, id, kind, links, made_at)
     select number, $1, $2, $3, now() from last`,
    [id, kind, unique.length],
  );
  return id;
}

/** A row as the drivers give it: one has big integers as text. */
type BatchRow = Omit<Batch, 'number'> & { number: number | string };
const toBatch = (row: BatchRow): Batch => ({ ...row, number: Number(row.number) });

/** The batches from a number on, that one included, in order. If there are more, the first of them. */
export async function readBatches(statements: Statements, from: number): Promise<Batch[]> {
  const { rows } = await statements.query(
    `select number, id, kind, links from pps_batches where number >= $1 order by number limit ${MOST_BATCHES}`,
    [from],
  );
  return (rows as BatchRow[]).map(toBatch);
}

/** The last batch. */
export async function readLastBatch(statements: Statements): Promise<Batch> {
  const { rows } = await statements.query(
    'select number, id, kind, links from pps_batches order by number desc limit 1',
  );
  return toBatch((rows as [BatchRow])[0]);
}

/** The hashes of one part of a batch; none if it is gone. */
export async function readPart(
  statements: Statements,
  { id, kind }: BatchOf,
  part: number,
): Promise<string[]> {
  const { rows } = await statements.query(
    'select hashes from pps_changed_links where batch = $1 and part = $2',
    [id, part],
  );
  const { hashes = '' } = (rows as { hashes: string }[])[0] ?? {};
  return splitHashes(hashes, kind);
}

/** The hashes of many small batches of one kind. */
export async function readSmall(
  statements: Statements,
  batches: readonly string[],
  kind: LinkKind,
): Promise<string[]> {
  const { rows } = await statements.query(
    `select hashes from pps_changed_links
     where batch in (select json_array_elements_text($1::text::json))`,
    [JSON.stringify(batches)],
  );
  return (rows as { hashes: string }[]).flatMap(({ hashes }) => splitHashes(hashes, kind));
}

function splitHashes(hashes: string, kind: LinkKind): string[] {
  const length = hashLengths[kind];
  const found: string[] = [];
  for (let at = 0; at < hashes.length; at += length) found.push(hashes.slice(at, at + length));
  return found;
}

/** Removes batches from before a time, but for the last one. A reader that was away so long loads anew. */
export async function removeOldBatches(statements: Statements, before: Date): Promise<void> {
  await statements.query(
    `delete from pps_changed_links where batch in (
       select id from pps_batches where made_at < $1
         and number < (select number from pps_last_batch where name = 'links'))`,
    [before.toISOString()],
  );
  await statements.query(
    `delete from pps_batches where made_at < $1
       and number < (select number from pps_last_batch where name = 'links')`,
    [before.toISOString()],
  );
}
