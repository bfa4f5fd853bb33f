/** Statements that take effect together or not at all. */
import type { Database, OpenDatabase } from './database.js';

/** A database that has one connection for everything, or gives out further ones. */
export type OneOrMany = Database & Pick<OpenDatabase, 'connect'>;

/** Runs `work` on one connection, and takes back what it did if it fails. */
export async function inTransaction(
  database: OneOrMany,
  work: (connection: Database) => Promise<void>,
): Promise<void> {
  const own = await database.connect?.();
  // Its loss fails the statement in progress. Without a listener, it would end the process.
  own?.connection.on('error', () => undefined);
  const connection = own?.connection ?? database;
  try {
    await connection.query('begin');
    await work(connection);
    await connection.query('commit');
  } catch (error) {
    // A connection that is lost has taken it back already.
    await connection.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    own?.close();
  }
}
