/** Rows kept in memory, as long as it is known what any process changes in the database. */
import type { Changes } from './database/changes.js';

/**
 * How many rows are remembered at the least, if there are as many; at the most twice as many. A
 * feed link takes about 0.25 kB.
 */
export const REMEMBERED_ROWS = 1_000_000;

export interface Memory<T> {
  /** The row of a key: from memory, or else as `read` finds it. */
  get(key: string, read: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Keeps rows that were found together, unless one was written meanwhile. */
  keep(read: () => Promise<readonly (readonly [key: string, row: T])[]>): Promise<void>;
  /** To be called after a write: forgets a key, or all of them. */
  forget(key?: string): void;
}

/**
 * Rows in two generations. Once the young one is full, it becomes the old one, and what nobody
 * used since the last time is forgotten. A row that is used takes no writing, unless it is old.
 */
class Rows<T> {
  #young = new Map<string, T>();
  #old = new Map<string, T>();

  constructor(private readonly size: number) {}

  get(key: string): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, row: T): void {
    this.#young.set(key, row);
    if (this.#young.size < this.size) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}

/**
 * @param changes whether all changes are known: while they are not, nothing is kept or answered,
 * because a feed link that another process has revoked must not work here.
 */
export function createMemory<T>(
  { areKnown }: Pick<Changes, 'areKnown'>,
  size = REMEMBERED_ROWS,
): Memory<T> {
  const rows = new Rows<T>(size);
  let writes = 0;
  return {
    async get(key, read) {
      const isKept = areKnown();
      const known = isKept ? rows.get(key) : undefined;
      if (known !== undefined) return known;
      const before = writes;
      const row = await read();
      // A row that was read while it changed may be its old state.
      if (isKept && row !== undefined && before === writes) rows.set(key, row);
      return row;
    },
    async keep(read) {
      if (!areKnown()) return;
      const before = writes;
      const found = await read();
      if (before !== writes) return;
      for (const [key, row] of found) rows.set(key, row);
    },
    forget(key) {
      writes += 1;
      if (key === undefined) rows.clear();
      else rows.delete(key);
    },
  };
}
