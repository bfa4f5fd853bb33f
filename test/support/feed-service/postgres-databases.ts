/**
 * One Postgres server for a whole run of tests, with a database for each that asks. The embedded
 * database runs one statement after the other; here those of a pool overtake each other.
 */
import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { transactionOver } from '../../../src/service/store/database/database.js';
import type { TestDatabase } from './prepared-database.js';

/** Runs a statement on the server itself, outside the databases of tests. */
async function onServer(statement: string): Promise<void> {
  const server = inject('postgres');
  if (!server) throw new Error('Postgres is neither installed nor could be.');
  const pool = new Pool({ connectionString: server, max: 1 });
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}

/** Creates an empty database. @returns its URL */
export async function createPostgresDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  return new URL(name, inject('postgres')).href;
}

/** A Pool of an empty database, as publishers give it to `createService`. */
export async function createPool(): Promise<TestDatabase> {
  const connectionString = await createPostgresDatabase();
  const pool = new Pool({ connectionString, max: 40 });
  pool.setMaxListeners(0);
  const ignore = () => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  const added = {
    exec: (text: string) => pool.query(text),
    transaction: transactionOver(() => pool.connect()),
    async close() {
      // Services that a test left open have connections of the Pool, and its end would wait for them.
      await onServer(`drop database ${new URL(connectionString).pathname.slice(1)} with (force)`);
      await pool.end();
    },
  };
  return Object.assign(pool, added) as unknown as TestDatabase;
}
