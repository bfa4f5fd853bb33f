/** A database, as the service sees it. */

/** Runs statements: a database, or a transaction in it. */
export interface Statements {
  /** Runs one statement with its parameters `$1`, `$2` and so on. */
  query(text: string, params?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** A time as `to_json` gives it to a driver. */
export const dateOf = (text: string | null | undefined): Date | undefined =>
  text === null || text === undefined ? undefined : new Date(text);

/** A database with transactions, as a `PGlite` is. */
export interface Database extends Statements {
  /** Runs statements that take effect together, or not at all if `work` rejects. */
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T>;
}

export interface OpenDatabase extends Database {
  /** Whether all statements share one connection: a transaction keeps everybody else waiting. */
  hasOneConnection: boolean;
  close(): Promise<void>;
}

/** A client of a pool, as `pg` has it. */
export interface PoolClient extends Statements {
  release(error?: Error | boolean): void;
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
}

/**
 * Listens to a client that a pool has just opened: one that the server ends in the same breath would
 * otherwise end the process, before whoever asked for it has it.
 */
export function outliveLoss(client: Pick<PoolClient, 'on'>): void {
  client.on('error', () => undefined);
}

/** A caller's own database: a `Pool` of `pg`, or a `PGlite`. */
export type ServiceDatabase = Database | (Statements & { connect(): Promise<PoolClient> });

/** Begins and ends a transaction on one client of a pool. */
export function transactionOver(connect: () => Promise<PoolClient>): Database['transaction'] {
  return async (work) => {
    const client = await connect();
    // Its loss fails the statement in progress. Without a listener, it would end the process.
    const ignore = () => undefined;
    client.on('error', ignore);
    let failure: Error | undefined;
    try {
      await client.query('begin');
      const result = await work({ query: (text, params) => client.query(text, params) });
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((lost: unknown) => {
        failure = lost instanceof Error ? lost : new Error('The connection is lost.');
      });
      throw error;
    } finally {
      client.off('error', ignore);
      // One that could not even roll back is of no more use.
      client.release(failure ?? false);
    }
  };
}

/** What hears of the statements of a database. */
export interface StatementObserver {
  /** Hears of each statement, transaction or commit that failed. @returns what is thrown in its place */
  onError?: (error: unknown) => unknown;
  /** Hears of each statement that is over. */
  onDone?: (result: 'ok' | 'error', seconds: number) => void;
}

/** The same database, with somebody who hears of its statements. */
export function observe(database: OpenDatabase, observer: StatementObserver): OpenDatabase {
  const { onError = (error: unknown) => error, onDone } = observer;
  const fail = (error: unknown): never => {
    throw onError(error);
  };
  const watch = (statements: Statements): Statements => ({
    async query(text, params) {
      const begun = performance.now();
      const done = (result: 'ok' | 'error') => onDone?.(result, (performance.now() - begun) / 1000);
      try {
        const answer = await statements.query(text, params);
        done('ok');
        return answer;
      } catch (error) {
        done('error');
        return fail(error);
      }
    },
  });
  return {
    ...database,
    ...watch(database),
    // To begin and to commit can fail, too.
    transaction: (work) => database.transaction((inside) => work(watch(inside))).catch(fail),
  };
}
