/**
 * One database that two processes use as they use Postgres: each has a Pool of its own, whose connections
 * hear what the others notify of. Underneath is PGlite, which has one session, or a server in the part
 * `postgres`. A test takes it away and gives it back, silences connections, and ends a process.
 */
import type { Connection, Database } from '../../src/service/store/database/database.js';
import { createPool } from '../support/feed-service/postgres-databases.js';
import { createPrepared } from '../support/feed-service/prepared-database.js';
import { inRealTime, inWorldTime } from './clock.js';

type Listener = (message: { payload?: string; channel?: string }) => void;

type Session = Connection & { release(isBroken?: boolean): void };

/** What lies underneath. */
interface Ground extends Database {
  listen(listener: (payload: string) => void): Promise<void>;
  /** A session of its own for a transaction, if there are several. */
  connect?(): Promise<Session>;
  /** Resolves once what was notified of before has been heard. */
  heard(): Promise<unknown>;
  close(): Promise<void>;
}

const CHANNEL = 'pps_changes';

async function openGround(): Promise<Ground> {
  if (process.env.TEST_DATABASE !== 'postgres') {
    const database = await createPrepared();
    return {
      query: (text, params) => database.query(text, params),
      async listen(listener) {
        await database.listen(CHANNEL, listener);
      },
      heard: () => Promise.resolve(),
      close: () => database.close(),
    };
  }
  const pool = await createPool();
  const connect = () => (pool as unknown as { connect(): Promise<Session> }).connect();
  const listening = await connect();
  return {
    query: (text, params) => pool.query(text, params),
    connect,
    async listen(listener) {
      listening.on('notification', ({ payload = '' }) => listener(payload));
      await listening.query(`listen ${CHANNEL}`);
    },
    heard: () => listening.query('select 1'),
    close: () => {
      listening.release();
      return pool.close();
    },
  };
}

const never = <T>() => new Promise<T>(() => undefined);
/** As `pg` reports it: with what belongs in no log. */
const refused = () =>
  Object.assign(new Error(`connect ECONNREFUSED ${DATABASE_SECRET}`), { code: 'ECONNREFUSED' });
export const DATABASE_SECRET = 'service:pg-pa55word@db.internal';

export class SharedDatabase {
  isAway = false;
  /** Statements under way. */
  running = 0;
  readonly pools = new Set<ProcessPool>();
  #ground!: Ground;

  static async open(): Promise<SharedDatabase> {
    const shared = new SharedDatabase();
    shared.#ground = await openGround();
    await shared.#ground.listen((payload) => {
      for (const { connections } of shared.pools)
        for (const connection of connections) inWorldTime(() => connection.hear(payload));
    });
    return shared;
  }

  connect = () => inRealTime(() => this.#ground.connect?.());

  async run(text: string, params?: unknown[], session?: Session): Promise<{ rows: unknown[] }> {
    this.running += 1;
    try {
      return await inRealTime(() => (session ?? this.#ground).query(text, params));
    } finally {
      this.running -= 1;
    }
  }

  heard = () => inRealTime(() => this.#ground.heard());
  close = () => this.#ground.close();

  leave(): void {
    this.isAway = true;
    for (const { connections } of this.pools)
      for (const connection of connections) connection.lose(refused());
  }
}

/** The Pool of one process, as the service uses that of `pg`. */
export class ProcessPool implements Database {
  readonly totalCount = 0;
  readonly options = { max: 10 };
  readonly connections = new Set<ProcessConnection>();
  #isDead = false;
  #left = Infinity;
  #then: () => void = () => undefined;

  constructor(private readonly shared: SharedDatabase) {
    shared.pools.add(this);
  }

  /** The process ends: whatever it still asks for is refused. */
  kill(): void {
    this.#isDead = true;
    this.shared.pools.delete(this);
    for (const connection of this.connections) connection.lose(refused());
  }

  /** After so many more statements something happens, instead of the next one. */
  after(statements: number, then: () => void): void {
    this.#left = statements;
    this.#then = then;
  }

  connectBelow = () => this.shared.connect();

  async query(text: string, params?: unknown[], session?: Session): Promise<{ rows: unknown[] }> {
    if ((this.#left -= 1) < 0) {
      this.#left = Infinity;
      this.#then();
    }
    if (this.#isGone()) throw refused();
    const result = await this.shared.run(text, params, session);
    // The process may have ended while the statement ran.
    if (this.#isDead) throw refused();
    return result;
  }

  #isGone = () => this.#isDead || this.shared.isAway;

  connect(opened: (error?: Error, connection?: ProcessConnection) => void): void {
    if (this.#isGone()) opened(refused());
    else opened(undefined, new ProcessConnection(this));
  }
}

class ProcessConnection implements Connection {
  /** Nothing comes or goes any more, and nobody says so. */
  isSilent = false;
  #isListening = false;
  /** Until the connection is given back. */
  #session: Session | undefined;
  #listeners: Listener[] = [];
  #losers: ((error?: Error) => void)[] = [];

  constructor(private readonly pool: ProcessPool) {
    pool.connections.add(this);
  }

  on(
    event: 'notification' | 'error' | 'end',
    listener: Listener | ((error?: Error) => void),
  ): this {
    if (event === 'notification') this.#listeners.push(listener as Listener);
    if (event === 'error') this.#losers.push(listener as (error?: Error) => void);
    return this;
  }

  async query(text: string, params?: unknown[]): Promise<{ rows: unknown[] }> {
    if (this.isSilent) return never();
    if (text === 'begin') this.#session = await this.pool.connectBelow();
    if (!text.startsWith('listen')) return this.pool.query(text, params, this.#session);
    // What lies underneath listens already.
    return this.pool.query('select 1').finally(() => (this.#isListening = true));
  }

  hear(payload: string): void {
    if (this.isSilent || !this.#isListening) return;
    for (const listener of this.#listeners) listener({ payload });
  }

  lose(error: Error): void {
    this.release();
    for (const lose of this.#losers) lose(error);
  }

  release(): void {
    this.pool.connections.delete(this);
    // One that was lost midway takes its transaction with it.
    this.#session?.release(true);
    this.#session = undefined;
  }
}
