/**
 * The database's schema, as a list of migrations. A database has a version: the number of
 * migrations that were run on it. One SQL text serves PGlite and Postgres.
 */
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import type { Database } from './database.js';

/**
 * Each entry takes the schema from the version of its index to the next one, as the body of a
 * PL/pgSQL block. Add new ones at the end, and never change one that was released.
 */
const migrations: readonly string[] = [
  // Connections carry the version of their link, which tells those of a link that was reset from
  // those of the current one. They refer to entitlements: a reference to links would make a reset
  // wait for their writes.
  `create table pps_tokens (
     token_hash text primary key,
     client_id text not null,
     client_proof text not null,
     scope text not null,
     expires_at timestamptz not null
   );
   create index pps_tokens_expires_at on pps_tokens (expires_at);
   create table pps_users (
     id text primary key,
     email text not null unique
   );
   create table pps_entitlements (
     id text primary key,
     origin text not null,
     user_id text not null references pps_users (id),
     sku text not null,
     unique (origin, user_id, sku)
   );
   create table pps_feed_links (
     entitlement_id text primary key references pps_entitlements (id),
     version integer not null,
     secret_hash text unique
   );
   create table pps_grants (
     sku text not null,
     email text not null,
     until text,
     primary key (sku, email)
   );
   create table pps_connections (
     entitlement_id text not null references pps_entitlements (id),
     version integer not null,
     app text not null,
     first_fetched_at timestamptz not null,
     last_fetched_at timestamptz not null,
     primary key (entitlement_id, version, app)
   );
   create index pps_connections_last_fetched_at on pps_connections (last_fetched_at);
   create table pps_handoffs (
     key text primary key,
     value text not null,
     expires_at timestamptz not null
   );
   create index pps_handoffs_expires_at on pps_handoffs (expires_at);`,
  // A member may have a product from several sources, each of which ends its own grant alone.
  `alter table pps_grants add column source text not null default 'admin';
   alter table pps_grants drop constraint pps_grants_pkey;
   alter table pps_grants add primary key (sku, email, source);`,
  // Processes remember links and grants. Triggers tell them what changed (changes.ts), in the
  // transaction of the change, whoever makes it. One statement can change many rows: beyond some,
  // or with keys too long for a notification (8,000 bytes), it says that all have changed.
  `create function pps_notify_grants() returns trigger language plpgsql as $function$
   begin
     if (select count(*) > 100 or sum(octet_length(sku || email)) > 7000 from changed) then
       notify pps_changes, 'grant';
     else
       perform pg_notify('pps_changes', 'grant ' || sku || ' ' || email) from changed;
     end if;
     return null;
   end $function$;
   create trigger pps_grants_insert after insert on pps_grants
     referencing new table as changed for each statement execute function pps_notify_grants();
   create trigger pps_grants_update after update on pps_grants
     referencing new table as changed for each statement execute function pps_notify_grants();
   create trigger pps_grants_replace after update on pps_grants
     referencing old table as changed for each statement execute function pps_notify_grants();
   create trigger pps_grants_delete after delete on pps_grants
     referencing old table as changed for each statement execute function pps_notify_grants();
   create function pps_notify_links() returns trigger language plpgsql as $function$
   begin
     if (select count(*) > 100 from changed) then
       notify pps_changes, 'link';
     else
       perform pg_notify('pps_changes', 'link ' || secret_hash) from changed
         where secret_hash is not null;
     end if;
     return null;
   end $function$;
   create trigger pps_feed_links_update after update on pps_feed_links
     referencing old table as changed for each statement execute function pps_notify_links();
   create trigger pps_feed_links_delete after delete on pps_feed_links
     referencing old table as changed for each statement execute function pps_notify_links();
   create function pps_notify_all() returns trigger language plpgsql as $function$
   begin
     notify pps_changes, 'everything';
     return null;
   end $function$;
   create trigger pps_grants_truncate after truncate on pps_grants
     for each statement execute function pps_notify_all();
   create trigger pps_feed_links_truncate after truncate on pps_feed_links
     for each statement execute function pps_notify_all();
   create trigger pps_users_update after update on pps_users
     for each row when (old.email <> new.email) execute function pps_notify_all();
   create trigger pps_entitlements_update after update on pps_entitlements
     for each row when (old is distinct from new) execute function pps_notify_all();`,
  // Grants of an operator's file, until the last of them has come.
  `create unlogged table pps_staged_grants (
     import text not null,
     line integer not null,
     sku text not null,
     email text not null,
     until text,
     staged_at timestamptz not null default now()
   );`,
  // A membership that is granted again is forgotten to have ended, whichever statement grants it.
  `create table pps_endings (
     sku text not null,
     email text not null,
     ended_at timestamptz not null,
     primary key (sku, email)
   );
   create function pps_forget_endings() returns trigger language plpgsql as $function$
   begin
     delete from pps_endings ended using changed
       where ended.sku = changed.sku and ended.email = changed.email;
     return null;
   end $function$;
   create trigger pps_grants_insert_ending after insert on pps_grants
     referencing new table as changed for each statement execute function pps_forget_endings();
   create trigger pps_grants_update_ending after update on pps_grants
     referencing new table as changed for each statement execute function pps_forget_endings();`,
  // The items of shows made of several feeds, in the order in which members were given them.
  `create table pps_episode_guids (
     sku text not null,
     key text not null,
     given text not null,
     source text not null,
     title text not null,
     published timestamptz,
     since timestamptz not null,
     primary key (sku, key)
   );
   create index pps_episode_guids_since on pps_episode_guids (sku, since, key);`,
  // The last good copy of each feed of the catalogue; `source` is the hash of where it is.
  `create table pps_feed_copies (
     source text primary key,
     body bytea not null,
     url text,
     conditions text not null
   );`,
  // Codes live for ten minutes or a day: when they expire no longer tells which is the oldest.
  `alter table pps_handoffs add column made_at timestamptz not null default now();
   create index pps_handoffs_made_at on pps_handoffs (made_at);`,
  // Sources of events have said this of their members (member-state.ts), and these events were
  // taken. A member's grants are those of all members that the source has under the same address.
  // Everything that an event changes is one call: it takes effect as a whole, in any process. It
  // locks the addresses first, in order, so that two calls at once see each other's grants and do not
  // wait for each other in a circle. What is forgotten on the way is of addresses that nobody has
  // locked. An address without a member is null.
  `create table pps_event_members (
     source text not null,
     subject text not null,
     version integer not null,
     email text,
     state jsonb not null,
     grants jsonb not null,
     forget_after timestamptz,
     primary key (source, subject)
   );
   create index pps_event_members_email on pps_event_members (source, email)
     where email is not null;
   create index pps_event_members_forget_after on pps_event_members (forget_after)
     where forget_after is not null;
   create table pps_events (
     source text not null,
     id text not null,
     taken_at timestamptz not null,
     primary key (source, id)
   );
   create index pps_events_taken_at on pps_events (taken_at);
   create function pps_event_lock(of_source text, of_email text) returns bigint
     language sql immutable as $function$
       select hashtextextended(of_source || ' ' || of_email, 7077083)
     $function$;
   create function pps_put_event_grants(of_source text, of_email text, of_skus text[])
     returns void language plpgsql as $function$
   begin
     delete from pps_grants granted
       where granted.sku = any (of_skus) and granted.email = of_email
         and granted.source = of_source
         and not exists (
           select from pps_event_members member,
             jsonb_to_recordset(member.grants) as own (sku text)
           where member.source = of_source and member.email = of_email
             and own.sku = granted.sku);
     insert into pps_grants (sku, email, until, source)
       select distinct on (own.sku) own.sku, of_email, own.until, of_source
       from pps_event_members member,
         jsonb_to_recordset(member.grants) as own (sku text, until text, ends bigint)
       where member.source = of_source and member.email = of_email and own.sku = any (of_skus)
       order by own.sku, own.ends desc nulls first
     on conflict (sku, email, source) do update set until = excluded.until
       where pps_grants.until is distinct from excluded.until;
   end $function$;
   create function pps_put_event_member(of_source text, of_subject text, known_version integer,
     known_email text, new_email text, new_state jsonb, new_grants jsonb,
     new_forget_after timestamptz, event_id text, now_at timestamptz, events_since timestamptz)
     returns boolean language plpgsql as $function$
   declare
     skus text[];
     past record;
   begin
     perform pg_advisory_xact_lock(locked.key) from (
       select distinct pps_event_lock(of_source, email) as key
       from (values (known_email), (new_email)) as given (email)
       where email is not null order by key) locked;
     select array(
       select sku from jsonb_to_recordset(new_grants) as own (sku text)
       union select own.sku from pps_event_members member,
         jsonb_to_recordset(member.grants) as own (sku text)
       where member.source = of_source and member.subject = of_subject) into skus;
     if known_version is null then
       insert into pps_event_members
         values (of_source, of_subject, 1, new_email, new_state, new_grants, new_forget_after)
         on conflict (source, subject) do nothing;
     else
       update pps_event_members set version = version + 1, email = new_email, state = new_state,
         grants = new_grants, forget_after = new_forget_after
         where source = of_source and subject = of_subject and version = known_version;
     end if;
     if not found then return false; end if;
     if known_email <> new_email or new_email is null then
       perform pps_put_event_grants(of_source, known_email, skus);
     end if;
     perform pps_put_event_grants(of_source, new_email, skus);
     if event_id is not null then
       insert into pps_events values (of_source, event_id, now_at) on conflict do nothing;
     end if;
     delete from pps_events where (source, id) in (
       select source, id from pps_events where taken_at < events_since
       order by taken_at limit 3 for update skip locked);
     for past in select source, subject, email, grants from pps_event_members
       where forget_after < now_at order by forget_after limit 3 for update skip locked
     loop
       if past.email is null
         or pg_try_advisory_xact_lock(pps_event_lock(past.source, past.email)) then
         delete from pps_event_members where source = past.source and subject = past.subject;
         perform pps_put_event_grants(past.source, past.email,
           array(select sku from jsonb_to_recordset(past.grants) as own (sku text)));
       end if;
     end loop;
     return true;
   end $function$;`,
  // A reset finds a user's entitlements of all origins. The index of this constraint begins with the
  // columns that it knows.
  `alter table pps_entitlements drop constraint pps_entitlements_origin_user_id_sku_key;
   alter table pps_entitlements add unique (user_id, sku, origin);`,
  // Feeds are merged without it: it kept every item that there ever was.
  `drop table pps_episode_guids;`,
];

/** The schema version that this release needs. */
export const SCHEMA_VERSION = migrations.length;

/** SQLSTATE that the migration raises if the database is newer than this release. */
const NEWER_SCHEMA = 'PPS01';

/**
 * One statement, so that a pool runs it on one connection and it takes effect as a whole or not
 * at all. The lock is for several processes that start at once. The first table must exist to
 * read the version from it.
 */
const migration = `do $migration$
  declare current integer;
  begin
    perform pg_advisory_xact_lock(7077083);
    create table if not exists pps_settings (name text primary key, value text not null);
    select value::integer into current from pps_settings where name = 'schema-version';
    current := coalesce(current, 0);
    if current > ${SCHEMA_VERSION} then
      raise exception using errcode = '${NEWER_SCHEMA}', message = current::text;
    end if;
    ${migrations.map((sql, version) => `if current <= ${version} then ${sql} end if;`).join('\n')}
    insert into pps_settings (name, value) values ('schema-version', '${SCHEMA_VERSION}')
      on conflict (name) do update set value = excluded.value;
  end $migration$`;

/**
 * Creates the tables, or brings those of an earlier release up to date.
 * @throws {PrivatePodcastError} `config` if a newer release has used the database.
 */
export async function migrate(database: Database): Promise<void> {
  try {
    await database.query(migration);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === NEWER_SCHEMA)) throw error;
    throw new PrivatePodcastError(
      'config',
      `The database has schema version ${error.message}, but this release supports only versions up to ${SCHEMA_VERSION}. Install the release that was used last, or restore a backup made by this one.`,
    );
  }
}
