/** A database, as the service sees it. */

/** The part of a database that the service uses: the `query` that both `pg`'s Pool and PGlite have. */
export interface Database {
  /** Runs one statement with its parameters `$1`, `$2` and so on. */
  query(text: string, params?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface OpenDatabase extends Database {
  /** Whether no other process writes to it. */
  isExclusive: boolean;
  close(): Promise<void>;
}
