/** Lists that are answered page by page. */
import * as z from 'zod';

/** Rows of a page. */
const PAGE_SIZE = 100;

/** Rows that are read at a time while all of them are listed. */
const BATCH = 1_000;

/**
 * Where a list goes on: the place of the last row of a page, as a text that only this service reads.
 * @param position of a row in the list
 */
export function createCursor<Position>(position: z.ZodType<Position>) {
  return {
    schema: z.string().transform((cursor, { issues }): Position => {
      try {
        return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
      } catch {
        issues.push({ code: 'custom', message: 'must be of an earlier answer', input: undefined });
        return z.NEVER;
      }
    }),
    write: (place: Position): string => Buffer.from(JSON.stringify(place)).toString('base64url'),
  };
}

/** Reads a page of a list. @returns its rows, and the last one if the list goes on behind it */
export async function readPage<Row>(
  read: (limit: number) => Promise<Row[]>,
): Promise<{ page: Row[]; last: Row | undefined }> {
  const found = await read(PAGE_SIZE + 1);
  const page = found.slice(0, PAGE_SIZE);
  return { page, last: found.length > PAGE_SIZE ? page.at(-1) : undefined };
}

/**
 * Every row of a list, many at a time. One that changes meanwhile is listed as it was before or after.
 * @param read reads the rows behind one; the first ones for none
 */
export async function* everyRow<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const rows: Row[] = await read(last, BATCH);
    yield* rows;
    last = rows.length < BATCH ? undefined : rows.at(-1);
  } while (last);
}
