/** A Postgres server as the service's database. */
import type { Client } from 'pg';
import { withDeadline } from '../../../api/deadline.js';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import type { Log } from '../../failures/log.js';
import { adviceFor } from '../../failures/advice.js';
import { failureCode } from '../../failures/failure-code.js';
import {
  databaseFailure,
  DatabaseFailure,
  isConnectionFailure,
} from '../../failures/placed-failures.js';
import { describeFailure } from '../../failures/describe-failure.js';
import { outliveLoss, transactionOver, type OpenDatabase } from './database.js';
import { watchForSilence } from './silent-server.js';

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Connects to a Postgres server.
 * @param url `postgres://user@host/database`; pg takes what is missing from the environment
 * (`PGPASSWORD` …).
 * @throws {PrivatePodcastError} `config` if the server refuses.
 */
export async function openPostgres(url: string, log?: Log): Promise<OpenDatabase> {
  const { default: pg } = await import('pg');
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'private-podcast-service',
  };
  const pool = new pg.Pool({ ...settings, max: MAX_CONNECTIONS });

  /** Whether the server answers at all: that it has no connection left is an answer too. */
  async function answers(): Promise<boolean> {
    try {
      await withDeadline({ name: 'The database', timeout: CONNECT_TIMEOUT_MS }, async () => {
        const client = new pg.Client(settings) as Client & { unref(): void };
        // One that ends as soon as it is open would otherwise end the process.
        client.on('error', () => undefined);
        await client.connect();
        await client.query('select 1').finally(() => {
          void client.end().catch(() => undefined);
          // A server that has fallen silent answers no farewell.
          client.unref();
        });
      });
      return true;
    } catch (error) {
      return !(error instanceof PrivatePodcastError || isConnectionFailure(error));
    }
  }

  const end = watchForSilence(pool, answers);
  // A pool reports lost idle connections here. Without a listener, that would end the process. Of those
  // that it closes itself, the server may speak once more.
  pool.on('error', (error) => {
    if (!pool.ending) log?.(describeFailure(databaseFailure(error)));
  });
  pool.on('connect', outliveLoss);
  try {
    await pool.query('select 1');
  } catch (cause) {
    await end();
    // The message names neither user nor host: the URL may contain a password.
    const code = failureCode(cause);
    const why =
      code === undefined
        ? 'Check --database, the password (PGPASSWORD), and that Postgres runs.'
        : `${code}: ${adviceFor(true, code, 'config')}`;
    throw new DatabaseFailure('config', `Cannot connect to the database. ${why}`, { cause });
  }
  return {
    hasOneConnection: false,
    transaction: transactionOver(() => pool.connect()),
    query: (text, params) => pool.query(text, params),
    close: end,
  };
}
