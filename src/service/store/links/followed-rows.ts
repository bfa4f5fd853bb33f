/** The rows of a table in memory, found by their hashes: loaded page by page, and taken anew as they change. */
import { setImmediate } from 'node:timers/promises';
import { PART } from './changed-links.js';

/** Rows that are loaded in one turn, while requests wait. */
const PAGE = 2_000;

/** What holds rows of a table in memory. */
export interface RowsInMemory<Row> {
  put(row: Row): void;
  /** Removes the rows of a hash that are not among these. */
  keep(hash: string, rows: readonly Row[]): void;
}

export interface FollowedRows<Row> {
  /** Reads all rows into an empty memory. */
  load(memory: RowsInMemory<Row>): Promise<void>;
  /** Takes the rows of some hashes as they are now. In which order they changed does not matter then. */
  take(memory: RowsInMemory<Row>, hashes: readonly string[]): Promise<void>;
}

/** @param read reads rows after one, or those of some hashes; `first` comes before all others */
export function followRows<Row extends { hash: string }>(read: {
  first: Row;
  after: (row: Row, limit: number) => Promise<Row[]>;
  byHash: (hashes: readonly string[]) => Promise<Row[]>;
}): FollowedRows<Row> {
  return {
    async load(memory) {
      let last: Row | undefined = read.first;
      while (last) {
        const page: Row[] = await read.after(last, PAGE);
        for (const row of page) memory.put(row);
        last = page.length < PAGE ? undefined : page.at(-1);
        // Requests come first.
        await setImmediate();
      }
    },

    async take(memory, hashes) {
      for (let start = 0; start < hashes.length; start += PART) {
        const page = hashes.slice(start, start + PART);
        const found = new Map<string, Row[]>();
        for (const row of await read.byHash(page))
          found.set(row.hash, [...(found.get(row.hash) ?? []), row]);
        for (const hash of page) {
          const rows = found.get(hash) ?? [];
          memory.keep(hash, rows);
          for (const row of rows) memory.put(row);
        }
        await setImmediate();
      }
    },
  };
}
