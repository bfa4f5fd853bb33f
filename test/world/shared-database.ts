/**
 * One database that two processes use as they use Postgres: each has a Pool of its own. Underneath is
 * PGlite, whose one session a transaction has to itself, or a server in the part `postgres`. A test takes
 * the database away and gives it back, cuts one process off, and ends a process amid its statements.
 */
import type { PoolClient, Statements } from '../../src/service/store/database/database.js';
import { createPool } from '../support/feed-service/postgres-databases.js';
import { createPrepared } from '../support/feed-service/prepared-database.js';
import { inRealTime } from './clock.js';

/** A session for one transaction. */
interface Session extends Statements {
  /** Gives it back; what was not committed is rolled back. */
  release(): Promise<void> | void;
}

/** What lies underneath. */
interface Ground extends Statements {
  connect(): Promise<Session>;
  close(): Promise<void>;
}

/** Lends its one session to one transaction or statement after another. */
async function openEmbedded(): Promise<Ground> {
  const database = await createPrepared();
  let last: Promise<unknown> = Promise.resolve();
  async function take(): Promise<() => void> {
    const before = last;
    let give!: () => void;
    last = new Promise<void>((resolve) => (give = resolve));
    await before;
    return give;
  }
  return {
    async query(text, params) {
      const give = await take();
      return database.query(text, params).finally(give);
    },
    async connect() {
      const give = await take();
      return {
        query: (text, params) => database.query(text, params),
        // Without a transaction, that only warns.
        release: () => database.exec('rollback').then(give),
      };
    },
    close: () => database.close(),
  };
}

async function openServer(): Promise<Ground> {
  const pool = await createPool();
  const connect = () => (pool as unknown as { connect(): Promise<PoolClient> }).connect();
  return {
    query: (text, params) => pool.query(text, params),
    async connect() {
      const client = await connect();
      return {
        query: (text, params) => client.query(text, params),
        release: () => client.release(true),
      };
    },
    close: () => pool.close(),
  };
}

/** As `pg` reports it: with what belongs in no log. */
const refused = () =>
  Object.assign(new Error(`connect ECONNREFUSED ${DATABASE_SECRET}`), { code: 'ECONNREFUSED' });
export const DATABASE_SECRET = 'service:pg-pa55word@db.internal';

export class SharedDatabase {
  isAway = false;
  /** Statements under way. */
  running = 0;
  #ground!: Ground;

  static async open(): Promise<SharedDatabase> {
    const shared = new SharedDatabase();
    const isServer = process.env.TEST_DATABASE === 'postgres';
    shared.#ground = await (isServer ? openServer() : openEmbedded());
    return shared;
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    this.running += 1;
    try {
      return await inRealTime(work);
    } finally {
      this.running -= 1;
    }
  }

  query = (text: string, params?: unknown[]) => this.#run(() => this.#ground.query(text, params));

  /** A session whose statements count as under way. */
  async connect(): Promise<Session> {
    const session = await this.#run(() => this.#ground.connect());
    return {
      query: (text, params) => this.#run(() => session.query(text, params)),
      release: () => this.#run(async () => session.release()),
    };
  }

  close = () => this.#ground.close();
}

/** The Pool of one process, as the service uses that of `pg`. */
export class ProcessPool {
  /** The database is there for others, and not for this process. */
  isCut = false;
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

  #hasEnded = () => this.#isDead;
  #isLost = () => this.#isDead || this.isCut || this.shared.isAway;

  async #reach<T>(work: () => Promise<T>): Promise<T> {
    if ((this.#left -= 1) < 0) {
      this.#left = Infinity;
      this.#then();
    }
    if (this.#isLost()) throw refused();
    const result = await work();
    // The process may have ended while the statement ran.
    if (this.#hasEnded()) throw refused();
    return result;
  }

  query = (text: string, params?: unknown[]) => this.#reach(() => this.shared.query(text, params));

  async connect(): Promise<PoolClient> {
    if (this.#isLost()) throw refused();
    const session = await this.shared.connect();
    let isReleased = false;
    return {
      query: (text, params) => this.#reach(() => session.query(text, params)),
      release() {
        if (!isReleased) void session.release();
        isReleased = true;
      },
      on: () => undefined,
      off: () => undefined,
    };
  }
}
