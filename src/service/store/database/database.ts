/** A database, as the service sees it. */

/** The part of a database that the service uses: the `query` that both `pg`'s Pool and PGlite have. */
export interface Database {
  /** Runs one statement with its parameters `$1`, `$2` and so on. */
  query(text: string, params?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** One connection to a Postgres server, on which notifications arrive. */
export interface Connection extends Database {
  on(event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown;
  on(event: 'error' | 'end', listener: (error?: Error) => void): unknown;
}

/** A connection that one part of the service has to itself. */
export interface OwnConnection {
  connection: Connection;
  /** Ends it at once. */
  close: () => void;
}

export interface OpenDatabase extends Database {
  /** Whether no other process writes to it. */
  isExclusive: boolean;
  /** Opens another connection. Not every database has more than one. */
  connect?: (() => Promise<OwnConnection>) | undefined;
  close(): Promise<void>;
}
