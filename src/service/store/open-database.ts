/** Opens the database: embedded Postgres (PGlite) in the data folder, a Postgres server, or the caller's own. */
import { join } from 'node:path';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { Log } from '../config.js';
import { describeFailure } from '../log.js';
import { loadPeer } from '../peers.js';
import { openDataFolder } from './data-folder.js';
import type { Database, OpenDatabase } from './database.js';
import { migrate } from './migrations.js';
import { openPostgres } from './postgres.js';

export interface DatabaseOptions {
  database?: Database | string | undefined;
  dataDir?: string | undefined;
  log?: Log | undefined;
}

async function openEmbedded(dataDir: string | undefined): Promise<OpenDatabase> {
  const { PGlite } = await loadPeer('@electric-sql/pglite');
  if (dataDir === undefined) return PGlite.create();
  const folder = await openDataFolder(dataDir);
  try {
    const database = await PGlite.create(join(dataDir, 'database'));
    return {
      query: (text, params) => database.query(text, params),
      async close() {
        await database.close();
        await folder.close();
      },
    };
  } catch (cause) {
    await folder.close();
    throw new PrivatePodcastError(
      'config',
      `The database in the data folder ${dataDir} cannot be opened. Check the free disk space and the permissions of the files in it, or restore a backup.`,
      { cause },
    );
  }
}

/** The caller's database, which stays open when the service closes. */
function borrow(given: Database, log?: Log): OpenDatabase {
  const onError = (error: unknown) => log?.(describeFailure(error));
  // A Pool of pg reports lost connections as events. Without a listener, one ends the process.
  const events = given as Partial<NodeJS.EventEmitter>;
  events.on?.('error', onError);
  return {
    query: (text, params) => given.query(text, params),
    close() {
      events.off?.('error', onError);
      return Promise.resolve();
    },
  };
}

/** Opens the database as it is, without its tables. */
export function connectDatabase({
  database,
  dataDir,
  log,
}: DatabaseOptions): Promise<OpenDatabase> {
  if (typeof database === 'string') return openPostgres(database, log);
  return database ? Promise.resolve(borrow(database, log)) : openEmbedded(dataDir);
}

/**
 * Opens the database and brings its tables up to date.
 * @throws {PrivatePodcastError} `config`; the message says what to do.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const database = await connectDatabase(options);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
