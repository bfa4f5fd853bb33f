/** Starts the Postgres server of `postgres-databases.ts`, for the part `postgres`. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../programs/postgres.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the server, if the run has one. */
    postgres?: string;
  }
}

/** Vitest calls this before the tests, and what it returns after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Nothing must outlive a test, and each service has a pool.
  const server = await startPostgres({ fsync: 'off', max_connections: '400' });
  project.provide('postgres', await server.createDatabase());
  return () => server.remove();
}
