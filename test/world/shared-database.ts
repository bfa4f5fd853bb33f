/**
 * One database that two processes use as they use Postgres: each has a Pool of its own. Underneath is
 * PGlite, whose one session runs a transaction at a time, or a server in the part `postgres`. A test takes
 * it away and gives it back, and ends a process.
 */
import type { Database, Statements } from '../../src/service/store/database/database.js';
import { transactionOver, type PoolClient } from '../../src/service/store/database/database.js';
import { createPool } from '../support/feed-service/postgres-databases.js';
import { createPrepared } from '../support/feed-service/prepared-database.js';
import { inRealTime, inWorldTime } from './clock.js';

type Ground = Database & { close(): Promise<void> };

async function openGround(): Promise<Ground> {
  if (process.env.TEST_DATABASE !== 'postgres') return createPrepared();
  const pool = await createPool();
  const connect = () => (pool as unknown as { connect(): Promise<PoolClient> }).connect();
  return {
    query: (text, params) => pool.query(text, params),
    transaction: transactionOver(connect),
    close: () => pool.close(),
  };
}

/** As `pg` reports it: with what belongs in no log. */
const refused = () =>
  Object.assign(new Error(`connect ECONNREFUSED ${DATABASE_SECRET}`), { code: 'ECONNREFUSED' });
export const DATABASE_SECRET = 'service:pg-pa55word@db.internal';

export class SharedDatabase {
  isAway = false;
  /** Statements and transactions under way. */
  running = 0;
  #ground!: Ground;

  static async open(): Promise<SharedDatabase> {
    const shared = new SharedDatabase();
    shared.#ground = await openGround();
    return shared;
  }

  async run<T>(work: (ground: Ground) => Promise<T>): Promise<T> {
    this.running += 1;
    try {
      return await inRealTime(() => work(this.#ground));
    } finally {
      this.running -= 1;
    }
  }

  close = () => this.#ground.close();
}

/** The database as one process reaches it. */
export class ProcessPool implements Database {
  #isDead = false;
  #left = Infinity;
  #then: () => void = () => undefined;

  constructor(private readonly shared: SharedDatabase) {}

  /** The process ends: whatever it still asks for is refused. */
  kill(): void {
    this.#isDead = true;
  }

  /** After so many more statements something happens, instead of the next one. */
  after(statements: number, then: () => void): void {
    this.#left = statements;
    this.#then = then;
  }

  query(text: string, params?: unknown[]): Promise<{ rows: unknown[] }> {
    return this.#ask(() => this.shared.run((ground) => ground.query(text, params)));
  }

  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#ask(() =>
      this.shared.run((ground) =>
        ground.transaction((session) =>
          inWorldTime(() =>
            work({
              query: (text, params) =>
                this.#ask(() => inRealTime(() => session.query(text, params))),
            }),
          ),
        ),
      ),
    );
  }

  async #ask<T>(work: () => Promise<T>): Promise<T> {
    if ((this.#left -= 1) < 0) {
      this.#left = Infinity;
      this.#then();
    }
    if (this.#isGone()) throw refused();
    const result = await work();
    // The process may have ended while the statement ran.
    if (this.#isDead) throw refused();
    return result;
  }

  #isGone = () => this.#isDead || this.shared.isAway;
}
