/**
 * Backups: everything that the service stores, the feed key included, as lines of JSON. They do
 * not depend on the kind of database, so they also move the data from one kind to another.
 * Access tokens and hand-off codes are left out: they are short-lived, and replaced on request.
 */
import * as z from 'zod';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { Database } from './database/database.js';
import { inTransaction, type OneOrMany } from './database/transaction.js';
import { migrate, SCHEMA_VERSION } from './database/migrations.js';
import { FEED_KEY } from './feed-key.js';
import { BACKUP_SETTING } from './last-backup.js';
import { PROBE_SETTING } from '../readiness/write-probe.js';
import { isSealed } from './seal-key.js';

const tables = [
  'pps_settings',
  'pps_users',
  'pps_entitlements',
  'pps_feed_links',
  'pps_grants',
  'pps_endings',
  'pps_event_members',
  'pps_events',
  'pps_connections',
  'pps_episode_guids',
];

/** Rows that are left out: they tell of this database alone. */
const leftOut: Record<string, string> = {
  pps_settings: `where name not in ('${BACKUP_SETTING}', '${PROBE_SETTING}')`,
};

const headerSchema = z.object({
  format: z.literal('private-podcast-service backup'),
  /** Schema version of the rows. */
  schema: z.int().min(1),
  /** Number of lines that follow. */
  rows: z.int().min(0),
  /** Whether the feed key is sealed: the service that gets the backup needs the seal key. */
  sealed: z.boolean().default(false),
});
const rowSchema = z.object({
  table: z.string().regex(/^pps_[a-z_]+$/),
  row: z.record(z.string(), z.json()),
});
type Row = z.output<typeof rowSchema>;

/** Rows of one statement: an embedded database has no memory for those of a million members. */
const BATCH = 5_000;

/** The columns that the rows of earlier releases lack. */
const addedColumns: Record<string, Row['row']> = { pps_grants: { source: 'admin' } };

const isSealedKey = ({ row }: Row): boolean =>
  row.name === FEED_KEY && typeof row.value === 'string' && isSealed(row.value);

/** The lines of a backup. One statement reads all tables, so they are of the same moment. */
export async function* createBackup(database: Database): AsyncGenerator<string> {
  const { rows } = await database.query(
    tables
      .map(
        (table) =>
          `select '${table}' as "table", to_jsonb(t) as row from ${table} t ${leftOut[table] ?? ''}`,
      )
      .join(' union all '),
  );
  const header = {
    format: 'private-podcast-service backup',
    schema: SCHEMA_VERSION,
    rows: rows.length,
    sealed: (rows as Row[]).some(isSealedKey),
  };
  for (const line of [header, ...rows]) yield `${JSON.stringify(line)}\n`;
}

function invalid(reason: string, cause?: unknown): never {
  throw new PrivatePodcastError('bad-input', `This is not a usable backup: ${reason}.`, { cause });
}

/** Whether the database refused a row: for its values, its keys, or its table. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:22|23|42)\w{3}$/.test(String(error.code));

function readLine<T>(schema: z.ZodType<T>, line: string, number: number): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    return invalid(`line ${number} is invalid`);
  }
}

/** Whether a backup needs the seal key, by its first line. */
export function isSealedBackup(text: string): boolean {
  const [first = ''] = text.split('\n', 1);
  return readLine(headerSchema, first, 1).sealed;
}

function readBackup(text: string): { schema: number; rows: Row[] } {
  const [first = '', ...lines] = text.split('\n').filter(Boolean);
  const header = readLine(headerSchema, first, 1);
  if (lines.length !== header.rows) {
    invalid(`it has ${lines.length} of ${header.rows} rows, so it was cut off`);
  }
  return {
    schema: header.schema,
    rows: lines.map((line, index) => readLine(rowSchema, line, index + 2)),
  };
}

async function isEmpty(database: Database): Promise<boolean> {
  const { rows } = await database.query(`select to_regclass('pps_settings') is null as empty`);
  if ((rows as { empty: boolean }[])[0]?.empty) return true;
  const stored = await database.query(
    `select name from pps_settings where name <> 'schema-version'`,
  );
  return stored.rows.length === 0;
}

/** Inserts rows in the order of `tables`, so that those that others refer to come first. */
async function insertRows(connection: Database, rows: readonly Row[]): Promise<void> {
  for (const name of new Set([...tables, ...rows.map(({ table }) => table)])) {
    const values = rows
      .filter(({ table }) => table === name)
      .map(({ row }) => ({ ...addedColumns[name], ...row }));
    for (let start = 0; start < values.length; start += BATCH) {
      await connection.query(
        `insert into ${name} select * from json_populate_recordset(null::${name}, $1::text::json)`,
        [JSON.stringify(values.slice(start, start + BATCH))],
      );
    }
  }
}

/**
 * Puts a backup into an empty database, as a whole or not at all.
 * @param database without the service's tables, or as an interrupted restore left it.
 * @throws {PrivatePodcastError} `bad-input` if the backup is damaged, `config` if the database
 * holds data already or the backup was made by a newer release.
 */
export async function restoreBackup(database: OneOrMany, text: string): Promise<void> {
  const { schema, rows } = readBackup(text);
  if (schema > SCHEMA_VERSION) {
    throw new PrivatePodcastError(
      'config',
      'The backup was made by a newer release. Install that release to restore it.',
    );
  }
  if (!(await isEmpty(database))) {
    throw new PrivatePodcastError(
      'config',
      'The database already holds data. Restore into a new data folder or an empty database.',
    );
  }
  await migrate(database);
  const stored = rows.filter(({ row }) => row.name !== 'schema-version');
  try {
    await inTransaction(database, (connection) => insertRows(connection, stored));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    invalid('its rows do not fit, or something else wrote to the database meanwhile', error);
  }
}
