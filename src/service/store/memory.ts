/** Rows kept in memory, for a database that this process alone writes to. */

export interface Memory<T> {
  /** The row of a key: from memory, or else as `read` finds it. */
  get(key: string, read: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Keeps rows that were found together, unless one was written meanwhile. */
  keep(read: () => Promise<readonly (readonly [key: string, row: T])[]>): Promise<void>;
  /** To be called after a write: forgets a key, or all of them. */
  forget(key?: string): void;
}

/**
 * @param isExclusive whether no other process writes to the database. If one does, nothing is
 * kept: a feed link that it has revoked must not work here.
 */
export function createMemory<T>(isExclusive: boolean): Memory<T> {
  const rows = new Map<string, T>();
  let writes = 0;
  return {
    async get(key, read) {
      const known = rows.get(key);
      if (known !== undefined) return known;
      const before = writes;
      const row = await read();
      // A row that was read while it changed may be its old state.
      if (isExclusive && row !== undefined && before === writes) rows.set(key, row);
      return row;
    },
    async keep(read) {
      const before = writes;
      const found = await read();
      if (!isExclusive || before !== writes) return;
      for (const [key, row] of found) rows.set(key, row);
    },
    forget(key) {
      writes += 1;
      if (key === undefined) rows.clear();
      else rows.delete(key);
    },
  };
}
