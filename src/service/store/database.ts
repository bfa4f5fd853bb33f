/**
 * The database: Postgres embedded (PGlite) unless the caller gives one, and its tables.
 * One SQL text serves both.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { loadPeer } from '../peers.js';

/** What the service asks of a database: the `query` that `pg`'s Pool and PGlite both have. */
export interface Database {
  query(text: string, params?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface OpenDatabase extends Database {
  close(): Promise<void>;
}

/**
 * One statement, so that a pool runs it on one connection; the lock is for several
 * processes that start at once, because `if not exists` alone does not hold there.
 * Only hashes of secrets are kept.
 */
const migration = `
do $$ begin
  perform pg_advisory_xact_lock(7077083);
  create table if not exists pps_settings (
    name text primary key,
    value text not null
  );
  create table if not exists pps_tokens (
    token_hash text primary key,
    scope text not null,
    expires_at timestamptz not null
  );
  create index if not exists pps_tokens_expires_at on pps_tokens (expires_at);
  create table if not exists pps_users (
    id text primary key,
    email text not null unique
  );
  create table if not exists pps_entitlements (
    id text primary key,
    origin text not null,
    user_id text not null references pps_users (id),
    sku text not null,
    unique (origin, user_id, sku)
  );
  create table if not exists pps_feed_links (
    entitlement_id text primary key references pps_entitlements (id),
    version integer not null default 1,
    secret_hash text unique
  );
end $$`;

async function openEmbedded(dataDir: string | undefined): Promise<OpenDatabase> {
  const { PGlite } = await loadPeer('@electric-sql/pglite');
  if (dataDir === undefined) return PGlite.create();
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return await PGlite.create(join(dataDir, 'database'));
  } catch (cause) {
    throw new PrivatePodcastError(
      'config',
      `The data folder ${dataDir} cannot be opened. Give a folder that this user may write to and no other service uses.`,
      { cause },
    );
  }
}

/** Opens the database and makes its tables. A database that was given is not closed here. */
export async function openDatabase(
  given: Database | undefined,
  dataDir: string | undefined,
): Promise<OpenDatabase> {
  const database = given
    ? {
        query: (text: string, params?: unknown[]) => given.query(text, params),
        close: () => Promise.resolve(),
      }
    : await openEmbedded(dataDir);
  await database.query(migration);
  return database;
}
