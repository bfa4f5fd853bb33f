/** The tables of the service (docs/ledger.md describes them). One SQL text serves PGlite and Postgres. */
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { failureCode } from '../../failures/failure-code.js';
import { randomId } from '../../crypto/secrets.js';
import type { Database, Statements } from './database.js';

/** The version of these tables. It is kept with them. */
export const SCHEMA_VERSION = 1;

/** Name of the setting that holds the version. */
const VERSION = 'schema-version';

const settings =
  'create table if not exists pps_settings (name text primary key, value text not null)';

const tables: readonly string[] = [
  `create table pps_tokens (
     token_hash text primary key,
     client_id text not null,
     client_proof text not null,
     scope text not null,
     expires_at timestamptz not null
   )`,
  'create index pps_tokens_expires_at on pps_tokens (expires_at)',
  `create table pps_users (
     id text primary key,
     email text unique
   )`,
  `create table pps_entitlements (
     id text primary key,
     user_id text not null references pps_users (id),
     sku text not null,
     origin text not null,
     version integer not null,
     hash text not null,
     made_at timestamptz not null default now(),
     ends_at timestamptz,
     apps integer not null default 0,
     watched_at timestamptz,
     first_fetched_at timestamptz,
     unique (user_id, sku, origin)
   )`,
  'create index pps_entitlements_hash on pps_entitlements (hash, id)',
  'create index pps_entitlements_made_at on pps_entitlements (sku, made_at)',
  `create table pps_old_links (
     hash text primary key,
     entitlement_id text not null references pps_entitlements (id),
     version integer not null,
     kind text not null,
     until timestamptz,
     new_url text
   )`,
  'create index pps_old_links_entitlement_id on pps_old_links (entitlement_id)',
  'create index pps_old_links_until on pps_old_links (until)',
  `create table pps_sources (
     name text primary key,
     addresses text not null,
     whole_at timestamptz,
     begun_at timestamptz,
     hash text,
     hash_at timestamptz
   )`,
  `create table pps_members (
     source text not null,
     subject text not null,
     addresses text not null,
     email text,
     stated_at timestamptz,
     deleted_at timestamptz,
     forget_after timestamptz,
     state text,
     primary key (source, subject)
   )`,
  'create index pps_members_email on pps_members (email)',
  'create index pps_members_forget_after on pps_members (forget_after)',
  `create table pps_member_users (
     source text not null,
     subject text not null,
     user_id text not null references pps_users (id),
     primary key (source, subject, user_id)
   )`,
  'create index pps_member_users_user_id on pps_member_users (user_id)',
  `create table pps_grants (
     source text not null,
     subject text not null,
     sku text not null,
     until text,
     since timestamptz not null,
     ends_at timestamptz not null,
     is_stated boolean not null,
     primary key (source, subject, sku)
   )`,
  'create index pps_grants_sku on pps_grants (sku, source, subject)',
  'create index pps_grants_ends_at on pps_grants (ends_at)',
  `create table pps_connections (
     entitlement_id text not null references pps_entitlements (id),
     version integer not null,
     app text not null,
     first_fetched_at timestamptz not null,
     last_fetched_at timestamptz not null,
     status integer not null default 200,
     primary key (entitlement_id, version, app)
   )`,
  'create index pps_connections_last_fetched_at on pps_connections (last_fetched_at)',
  `create table pps_handoffs (
     key text primary key,
     value text not null,
     expires_at timestamptz not null,
     made_at timestamptz not null
   )`,
  'create index pps_handoffs_expires_at on pps_handoffs (expires_at)',
  'create index pps_handoffs_made_at on pps_handoffs (made_at)',
  `create table pps_feed_copies (
     source text primary key,
     body bytea not null,
     url text,
     conditions text not null
   )`,
  // Whoever changes links writes them under the ID of a batch, and takes the next number as the last
  // lock before the commit: so numbers have no gaps and become visible in order, on any engine.
  `create table pps_last_batch (
     name text primary key,
     number bigint not null
   )`,
  `create table pps_batches (
     number bigint primary key,
     id text not null,
     kind text not null,
     links integer not null,
     made_at timestamptz not null
   )`,
  `create table pps_changed_links (
     batch text not null,
     part integer not null,
     hashes text not null,
     primary key (batch, part)
   )`,
  `insert into pps_last_batch (name, number) values ('links', 0)`,
];

async function createTables(statements: Statements): Promise<void> {
  await statements.query(settings);
  const { rows } = await statements.query('select value from pps_settings where name = $1', [
    VERSION,
  ]);
  const version = (rows as { value: string }[])[0]?.value;
  if (version === String(SCHEMA_VERSION)) return;
  if (version !== undefined) {
    throw new PrivatePodcastError(
      'config',
      `The database has schema version ${version}, but this release needs version ${SCHEMA_VERSION}. Install the release that was used last, or restore a backup made by this one.`,
    );
  }
  for (const table of tables) await statements.query(table);
  // Random, or whoever follows changes could take a restored database for the one before.
  await statements.query(
    `insert into pps_batches (number, id, kind, links, made_at) values (0, $1, 'links', 0, now())`,
    [randomId()],
  );
  await statements.query('insert into pps_settings (name, value) values ($1, $2)', [
    VERSION,
    String(SCHEMA_VERSION),
  ]);
}

/** SQLSTATEs of a table, or its row in the system's own tables, that another process makes right now. */
const ANOTHER_IS_FIRST = ['23505', '42P07'];

/**
 * Creates the tables, unless they are there.
 * @throws {PrivatePodcastError} `config` if another release has used the database.
 */
export async function requireSchema(database: Database): Promise<void> {
  const create = () => database.transaction(createTables);
  await create().catch((error: unknown) => {
    // Several processes may start at once. By now, the one that was first has committed.
    if (ANOTHER_IS_FIRST.includes(failureCode(error) ?? '')) return create();
    throw error;
  });
}
