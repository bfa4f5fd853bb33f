/** A Postgres server as the service's database. */
import type { Client } from 'pg';
import { withDeadline } from '../../../api/deadline.js';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import type { Log } from '../../config.js';
import { DatabaseFailure } from '../../failures/placed-failures.js';
import { describeFailure } from '../../log.js';
import type { OpenDatabase, OwnConnection } from './database.js';
import { watchForSilence } from './silent-server.js';

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Whether a query failed because there is no connection. Postgres reports that with SQLSTATE
 * 08… or 57P0…, Node with a system error such as ECONNREFUSED, and pg with a message alone.
 */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    return /^(08...|57P0\d|E[A-Z]+)$/.test(error.code);
  }
  return /^(connection terminated|timeout (?:exceeded|expired))/i.test(error.message);
}

const unreachable = (cause: unknown) =>
  new DatabaseFailure('unavailable', 'The database is unavailable. Try again later.', {
    cause,
  });

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

  async function connect(): Promise<OwnConnection> {
    const connection = new pg.Client({
      ...settings,
      application_name: `${settings.application_name} changes`,
    });
    // Until somebody listens: one that ends as soon as it is open would end the process.
    connection.on('error', () => undefined);
    await connection.connect();
    return {
      connection,
      close() {
        void connection.end().catch(() => undefined);
        // A server that has fallen silent answers no farewell. The types lack this method.
        (connection as Client & { unref(): void }).unref();
      },
    };
  }

  /** Whether the server answers at all: that it has no connection left is an answer too. */
  async function answers(): Promise<boolean> {
    try {
      await withDeadline({ name: 'The database', timeout: CONNECT_TIMEOUT_MS }, async () => {
        const { connection, close } = await connect();
        await connection.query('select 1').finally(close);
      });
      return true;
    } catch (error) {
      return !(error instanceof PrivatePodcastError || isConnectionError(error));
    }
  }

  const end = watchForSilence(pool, answers);
  // A pool reports lost idle connections here. Without a listener, that would end the process. Of those
  // that it closes itself, the server may speak once more.
  pool.on('error', (error) => {
    if (!pool.ending) log?.(describeFailure(unreachable(error)));
  });
  try {
    await pool.query('select 1');
  } catch (cause) {
    await end();
    // The message names neither user nor host: the URL may contain a password.
    throw new DatabaseFailure(
      'config',
      'Cannot connect to the database. Check --database, the password, and that Postgres runs.',
      { cause },
    );
  }
  return {
    isExclusive: false,
    connect,
    async query(text, params) {
      try {
        return await pool.query(text, params);
      } catch (error) {
        throw isConnectionError(error) ? unreachable(error) : error;
      }
    },
    close: end,
  };
}
