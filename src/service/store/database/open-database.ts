/** Opens the database: embedded Postgres (PGlite) in the data folder, a Postgres server, or the caller's own. */
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import type { Log } from '../../failures/log.js';
import type { ServiceDatabase } from './database.js';
import { databaseFailure } from '../../failures/placed-failures.js';
import { describeFailure } from '../../failures/describe-failure.js';
import {
  observe,
  outliveLoss,
  transactionOver,
  type Database,
  type OpenDatabase,
} from './database.js';
import { openEmbedded } from './embedded.js';
import { openPostgres } from './postgres.js';
import { requireSchema } from './schema.js';

export interface DatabaseOptions {
  database?: ServiceDatabase | string | undefined;
  dataDir?: string | undefined;
  log?: Log | undefined;
}

/** The transactions of the caller's own database: PGlite has them, a Pool lends a client for each. */
function transactionsOf(given: ServiceDatabase): Database['transaction'] {
  if ('transaction' in given) return (work) => given.transaction(work);
  if ('connect' in given) return transactionOver(() => given.connect());
  throw new PrivatePodcastError(
    'config',
    '`database` must be a URL, a `Pool` of `pg` or a `PGlite`: it needs transactions.',
  );
}

/** The caller's database, which stays open when the service closes. */
function borrow(given: ServiceDatabase, log?: Log): OpenDatabase {
  const transaction = transactionsOf(given);
  const onError = (error: unknown) => log?.(describeFailure(databaseFailure(error)));
  // A Pool of pg reports lost connections as events. Without a listener, one ends the process.
  const events = given as Partial<NodeJS.EventEmitter>;
  events.on?.('error', onError);
  events.on?.('connect', outliveLoss);
  return {
    hasOneConnection: 'transaction' in given,
    query: (text, params) => given.query(text, params),
    transaction,
    close() {
      events.off?.('error', onError);
      events.off?.('connect', outliveLoss);
      return Promise.resolve();
    },
  };
}

/** Opens the database as it is, without its tables. */
export async function connectDatabase({
  database,
  dataDir,
  log,
}: DatabaseOptions): Promise<OpenDatabase> {
  if (typeof database === 'string') return openPostgres(database, log);
  return database ? borrow(database, log) : openEmbedded(dataDir);
}

/**
 * Opens the database, and creates its tables if need be.
 * @throws {PrivatePodcastError} `config`; the message says what to do.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const database = await connectDatabase(options);
  try {
    await requireSchema(database);
    return observe(database, { onError: databaseFailure });
  } catch (error) {
    await database.close();
    throw error;
  }
}
