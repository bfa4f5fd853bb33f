/**
 * Databases in memory that the tests of one worker borrow one after another. To start PGlite and make
 * the tables takes a hundred times as long as to delete the rows of the test before.
 */
import type { PGlite } from '@electric-sql/pglite';
import { note } from '../quiet/traces.js';
import { createPrepared, type TestDatabase } from './prepared-database.js';

interface Owned {
  database: PGlite;
  /** Its schema before anybody borrowed it. */
  schema: string;
}

const idle: Owned[] = [];
/** Few files have more open at a time, and each holds 100 MB. */
const MOST_IDLE = 3;

/** What a test may have changed besides rows. */
const schemaQuery = `select concat_ws(E'\\n',
  (select string_agg(nspname, ',' order by oid) from pg_namespace where nspname not like 'pg\\_%'),
  (select string_agg(row(oid, relname, relkind, relnatts, relpersistence, relrowsecurity)::text, ',' order by oid)
    from pg_class where relnamespace = 'public'::regnamespace),
  (select string_agg(row(attrelid, attnum, attname, atttypid, attnotnull, atthasdef)::text, ',' order by attrelid, attnum)
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r'),
  (select string_agg(row(oid, tgname, tgenabled)::text, ',' order by oid) from pg_trigger),
  (select string_agg(row(oid, conname)::text, ',' order by oid) from pg_constraint
    where connamespace = 'public'::regnamespace),
  (select string_agg(row(oid, proname, md5(prosrc))::text, ',' order by oid) from pg_proc
    where pronamespace = 'public'::regnamespace)) as schema`;

/** Without triggers and references. What has grown is truncated, because nothing vacuums it. */
const emptying = `do $$
  declare own record;
  begin
    perform set_config('session_replication_role', 'replica', true);
    for own in select oid::regclass as name, pg_table_size(oid) > 65536 as is_large from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
    loop
      if own.name = 'pps_settings'::regclass then
        delete from pps_settings where name <> 'schema-version';
      elsif own.is_large then
        execute format('truncate %s cascade', own.name);
      else
        execute format('delete from %s', own.name);
      end if;
    end loop;
    delete from pps_last_batch;
    delete from pps_batches;
    insert into pps_last_batch (name, number) values ('links', 0);
    insert into pps_batches (number, id, kind, links, made_at)
      values (0, md5(random()::text), 'links', 0, now());
  end $$`;

async function schemaOf(database: PGlite): Promise<string> {
  const { rows } = await database.query<{ schema: string }>(schemaQuery);
  return rows[0]!.schema;
}

async function start(): Promise<Owned> {
  const database = await createPrepared();
  return { database, schema: await schemaOf(database) };
}

async function takeBack(owned: Owned): Promise<void> {
  const { database, schema } = owned;
  await database.exec('rollback');
  await database.exec('discard all');
  if (idle.length >= MOST_IDLE || (await schemaOf(database)) !== schema) {
    await database.close();
    return;
  }
  await database.exec(emptying);
  idle.push(owned);
}

/** A database with the tables of this release and without rows. To close it gives it back. */
export async function lendDatabase(): Promise<TestDatabase> {
  const owned = idle.pop() ?? (await start());
  const { database } = owned;
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  note('a borrowed database', () => isClosed);
  const whileOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new Error('PGlite is closed');
    const result = work();
    running.add(result);
    return result.finally(() => running.delete(result));
  };
  return {
    query: (text, params, options) => whileOpen(() => database.query(text, params, options)),
    transaction: (work) => whileOpen(() => database.transaction(work)),
    exec: (text, options) => whileOpen(() => database.exec(text, options)),
    async close() {
      if (isClosed) throw new Error('PGlite is closed');
      isClosed = true;
      await Promise.allSettled(running);
      await takeBack(owned);
    },
  };
}
