/**
 * Backups: everything that the service stores, the feed key included, as lines of JSON. They do
 * not depend on the kind of database, so they also move the data from one kind to another.
 * Access tokens and hand-off codes are left out: they are short-lived, and replaced on request.
 */
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { LEASE_SETTING } from './cleaning.js';
import type { Database, OpenDatabase, Statements } from './database/database.js';
import { cursorFor, isMissing, type Cursor } from './database/engine-sql.js';
import { requireSchema, SCHEMA_VERSION } from './database/schema.js';
import { FEED_KEY } from './feed-key.js';
import { BACKUP_SETTING } from './last-backup.js';
import { isSealed } from '../crypto/seal-key.js';
import { randomId } from '../crypto/secrets.js';

/** In the order of restoring: rows that others refer to come first. */
const tables = [
  'pps_settings',
  'pps_users',
  'pps_entitlements',
  'pps_old_links',
  'pps_sources',
  'pps_members',
  'pps_member_users',
  'pps_grants',
  'pps_connections',
];

/** Rows that are left out: they tell of this database alone. */
const leftOut: Record<string, string> = {
  pps_settings: `where name not in ('${BACKUP_SETTING}', '${LEASE_SETTING}')`,
};
const from = (table: string) => `from ${table} t ${leftOut[table] ?? ''}`;

/** Rows that are read at a time, so that a long backup leaves time for requests. */
export const PAGE = 1_000;

const headerSchema = z.object({
  format: z.literal('private-podcast-service backup'),
  /** Schema version of the rows. */
  schema: z.int().min(1),
  /** Number of lines that follow. */
  rows: z.int().min(0),
  /** Whether the feed key is sealed: the service that gets the backup needs the seal key. */
  sealed: z.boolean().default(false),
  /** Rows of each table. */
  counts: z.record(z.string(), z.int().min(0)).default({}),
});
export type BackupHeader = z.output<typeof headerSchema>;
const rowSchema = z.object({
  table: z.string().regex(/^pps_[a-z_]+$/),
  row: z.record(z.string(), z.json()),
});
export type BackupRow = z.output<typeof rowSchema>;

/** Rows of one statement: an embedded database has no memory for those of a million members. */
const BATCH = 5_000;

/**
 * The contents of the header, and then all rows as lines. One statement reads them, so they are of the
 * same moment; the database writes the lines, which is less work for both.
 */
const everything = [
  `select json_build_object(
     'counts', json_build_object(${tables.map((table) => `'${table}', (select count(*) ${from(table)})`).join()}),
     'key', (select value from pps_settings where name = '${FEED_KEY}'))::text as line`,
  ...tables.map(
    (table) => `select '{"table":"${table}","row":' || to_json(t) || '}' ${from(table)}`,
  ),
].join(' union all ');

const headerRowSchema = z.object({
  counts: headerSchema.shape.counts.unwrap(),
  key: z.string().nullable(),
});

/** Reads the lines that a cursor finds, page by page. */
async function* fetchPages(statements: Statements, cursor: Cursor): AsyncGenerator<string[]> {
  for (;;) {
    const { rows } = await statements.query(cursor.fetch);
    if (rows.length === 0) return;
    yield (rows as { line: string }[]).map(({ line }) => line);
    // An embedded database answers without a turn of the event loop: others would wait to the end.
    await setImmediate();
  }
}

/** Reads the lines that a statement finds, all of one moment. */
async function* readPages(database: OpenDatabase, statement: string): AsyncGenerator<string[]> {
  const isHeld = database.hasOneConnection;
  const cursor = cursorFor(`pps_backup_${randomId()}`, statement, { page: PAGE, isHeld });
  if (isHeld) {
    // Others use the connection, too, so it must not be in a transaction meanwhile.
    await database.query(cursor.declare);
    try {
      yield* fetchPages(database, cursor);
    } finally {
      await database.query(cursor.close).catch(() => undefined);
    }
    return;
  }
  // A pooler such as PgBouncer gives a connection away for as long as a transaction takes.
  const pages = new TransformStream<string[], string[]>();
  const writer = pages.writable.getWriter();
  const written = database
    .transaction(async (statements) => {
      await statements.query(cursor.declare);
      for await (const page of fetchPages(statements, cursor)) await writer.write(page);
    })
    .then(
      () => writer.close(),
      (error: unknown) => writer.abort(error),
    );
  written.catch(() => undefined);
  yield* pages.readable;
}

/** The lines of a backup, some at a time. */
export async function* createBackup(database: OpenDatabase): AsyncGenerator<string> {
  let isFirst = true;
  for await (const lines of readPages(database, everything)) {
    if (isFirst) {
      const { counts, key } = headerRowSchema.parse(JSON.parse(lines[0] ?? ''));
      lines[0] = JSON.stringify({
        format: 'private-podcast-service backup',
        schema: SCHEMA_VERSION,
        rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
        sealed: key !== null && isSealed(key),
        counts,
      } satisfies BackupHeader);
      isFirst = false;
    }
    yield `${lines.join('\n')}\n`;
  }
}

function invalid(reason: string, cause?: unknown): never {
  throw new PrivatePodcastError('config', `This is not a usable backup: ${reason}.`, { cause });
}

/** Whether the database refused a row: for its values, its keys, or its table. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:22|23|42|54)\w{3}$/.test(String(error.code));

function readLine<T>(schema: z.ZodType<T>, line: string, number: number): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    return invalid(`line ${number} is invalid`);
  }
}

/** The header, which is a backup's first line. */
export function readBackupHeader(text: string): BackupHeader {
  const [first = ''] = text.split('\n', 1);
  return readLine(headerSchema, first, 1);
}

/**
 * The rows of a backup.
 * @throws {PrivatePodcastError} `config` if it is damaged, or was made by a newer release.
 */
export function readBackup(text: string): BackupRow[] {
  const [first = '', ...lines] = text.split('\n').filter(Boolean);
  const header = readLine(headerSchema, first, 1);
  if (lines.length !== header.rows) {
    invalid(`it has ${lines.length} of ${header.rows} rows, so it was cut off`);
  }
  const rows = lines.map((line, index) => readLine(rowSchema, line, index + 2));
  if (header.schema > SCHEMA_VERSION) {
    throw new PrivatePodcastError(
      'config',
      'The backup was made by a newer release. Install that release to restore it.',
    );
  }
  const unknown = rows.findIndex(({ table }) => !tables.includes(table));
  if (unknown >= 0) invalid(`line ${unknown + 2} has a table that this release does not know`);
  if (!rows.some(({ table, row }) => table === 'pps_settings' && row.name === FEED_KEY)) {
    invalid('it lacks the key of the feed links, without which none of them would open');
  }
  return rows;
}

async function isEmpty(database: Statements): Promise<boolean> {
  const { rows } = await database.query(isMissing('pps_settings'));
  if ((rows as { missing: boolean }[])[0]?.missing) return true;
  const stored = await database.query(
    `select name from pps_settings where name <> 'schema-version'`,
  );
  return stored.rows.length === 0;
}

/** Inserts rows in the order of `tables`. */
async function insertRows(
  connection: Statements,
  rows: readonly BackupRow[],
  onRows: (count: number) => void,
): Promise<void> {
  for (const name of tables) {
    const values = rows.filter(({ table }) => table === name).map(({ row }) => row);
    for (let start = 0; start < values.length; start += BATCH) {
      const inserted = values.slice(start, start + BATCH);
      const batch = JSON.stringify(inserted);
      const insert = `insert into ${name} select * from json_populate_recordset(null::${name}, $1::text::json)`;
      await connection.query(insert, [batch]).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        invalid(
          `its rows do not fit into ${name}, or something else wrote to the database meanwhile`,
          error,
        );
      });
      onRows(inserted.length);
    }
  }
}

/**
 * Puts a backup into an empty database, as a whole or not at all.
 * @param database without the service's tables, or as an interrupted restore left it.
 * @param onRows told how many more rows are in
 * @throws {PrivatePodcastError} `config` if the database holds data already or refuses a row.
 */
export async function restoreBackup(
  database: Database,
  rows: readonly BackupRow[],
  onRows: (count: number) => void = () => undefined,
): Promise<void> {
  if (!(await isEmpty(database))) {
    throw new PrivatePodcastError(
      'config',
      'The database already holds data. Restore into a new data folder or an empty database.',
    );
  }
  await requireSchema(database);
  const stored = rows.filter(({ row }) => row.name !== 'schema-version');
  await database.transaction((statements) => insertRows(statements, stored, onRows));
}
