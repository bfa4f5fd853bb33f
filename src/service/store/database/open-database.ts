/** Opens the database: embedded Postgres (PGlite) in the data folder, a Postgres server, or the caller's own. */
import type { Log } from '../../config.js';
import { databaseFailure } from '../../failures/placed-failures.js';
import { describeFailure } from '../../log.js';
import type { Connection, Database, OpenDatabase, OwnConnection } from './database.js';
import { openEmbedded } from './embedded.js';
import { migrate } from './migrations.js';
import { openPostgres } from './postgres.js';

export interface DatabaseOptions {
  database?: Database | string | undefined;
  dataDir?: string | undefined;
  log?: Log | undefined;
}

/** The part of a Pool of `pg` that gives a connection away for a time. */
interface Lender {
  options: { max?: number | undefined };
  connect(
    callback: (
      error: Error | undefined,
      connection: (Connection & { release(destroy: boolean): void }) | undefined,
    ) => void,
  ): void;
}

/** Two connections are needed, and one of them for good: a Pool of one has none to spare. */
function isLender(database: Database & Partial<Lender>): database is Database & Lender {
  return 'totalCount' in database && database.connect !== undefined && database.options?.max !== 1;
}

function borrowConnection(pool: Lender): Promise<OwnConnection> {
  return new Promise((resolve, reject) => {
    // By a callback: a connection that ends as soon as it is open would end the process, before a
    // promise has told anyone that it is there to be listened to.
    pool.connect((error, connection) => {
      if (connection) {
        connection.on('error', () => undefined);
        resolve({ connection, close: () => connection.release(true) });
      } else reject(error ?? new Error('The Pool gave no connection.'));
    });
  });
}

/** The caller's database, which stays open when the service closes. */
function borrow(given: Database, log?: Log): OpenDatabase {
  const onError = (error: unknown) => log?.(describeFailure(databaseFailure(error)));
  // A Pool of pg reports lost connections as events. Without a listener, one ends the process.
  const events = given as Partial<NodeJS.EventEmitter>;
  events.on?.('error', onError);
  return {
    isExclusive: false,
    connect: isLender(given) ? () => borrowConnection(given) : undefined,
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
    const fail = (error: unknown): never => {
      throw databaseFailure(error);
    };
    const { connect } = database;
    return {
      ...database,
      connect: connect && (() => connect().catch(fail)),
      query: (text, params) => database.query(text, params).catch(fail),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
