/** Rows kept in memory, as long as it is known what any process changes in the database. */
import type { Changes } from './database/changes.js';

export interface Memory<T> {
  /** The row of a key: from memory, or else as `read` finds it. */
  get(key: string, read: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Keeps rows that were found together, unless one was written meanwhile. */
  keep(read: () => Promise<readonly (readonly [key: string, row: T])[]>): Promise<void>;
  /** To be called after a write: forgets a key, or all of them. */
  forget(key?: string): void;
}

/**
 * @param changes whether all changes are known: while they are not, nothing is kept or answered,
 * because a feed link that another process has revoked must not work here.
 */
export function createMemory<T>({ areKnown }: Pick<Changes, 'areKnown'>): Memory<T> {
  const rows = new Map<string, T>();
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
