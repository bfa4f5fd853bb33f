/** The tables as release 0.1.0 created them, word for word. */
export const legacySchema = `
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
