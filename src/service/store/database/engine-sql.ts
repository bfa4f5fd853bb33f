/**
 * The SQL that not every engine that speaks Postgres has: here and nowhere else, which a test sees to.
 * All other statements use plain tables, row locks, and the functions for JSON.
 */

/** The rows that nobody else changes right now. */
export const unlockedRows = 'for update skip locked';

/**
 * Kinds of row locks. An engine with fewer of them takes a stronger one: then more calls wait for each
 * other.
 */
export const rowLocks = {
  /** Only against `all`. */
  some: 'for key share',
  /** Against whoever changes the row. */
  share: 'for share',
  /** Against each other, and `share`. */
  change: 'for no key update',
  /** Against everybody. */
  all: 'for update',
} as const;
export type RowLock = keyof typeof rowLocks;

/** Whether a table is there. */
export const isMissing = (table: string): string =>
  `select to_regclass('${table}') is null as missing`;

/** The server's own name for its version, as `server_version`. */
export const serverVersion = 'show server_version';

/** `on` where nothing can be written: on a standby, and where an operator wants it so. */
export const readOnly = 'show transaction_read_only';

export interface Cursor {
  declare: string;
  fetch: string;
  close: string;
}

/**
 * Reads what a statement finds page by page, all of one moment.
 * @param isHeld without a transaction around it: where all share a connection
 */
export const cursorFor = (
  name: string,
  statement: string,
  { page, isHeld }: { page: number; isHeld: boolean },
): Cursor => ({
  declare: `declare ${name} cursor ${isHeld ? 'with hold ' : ''}for ${statement}`,
  fetch: `fetch ${page} from ${name}`,
  close: `close ${name}`,
});
