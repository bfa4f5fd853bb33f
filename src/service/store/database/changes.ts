/**
 * The changes that any process makes in the database, as the triggers in `migrations.ts` report it. Who
 * remembers rows forgets them then, and answers nothing from memory while changes may be unknown.
 */
import { setTimeout } from 'node:timers/promises';
import { withDeadline } from '../../../api/deadline.js';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import type { Log } from '../../config.js';
import { DatabaseFailure } from '../../failures/placed-failures.js';
import { describeFailure } from '../../log.js';
import { randomId } from '../secrets.js';
import type { Connection, OpenDatabase, OwnConnection } from './database.js';

export type Subject = 'link' | 'grant' | 'catalogue';

/** A change: a row with its key, all rows of a subject, or perhaps everything. */
export interface Change {
  subject: Subject | 'everything';
  /** A link's `secret_hash`, a grant's sku and e-mail address, the number of a reload. */
  key?: string | undefined;
}

export interface Changes {
  /** Whether every change that is older than two seconds was reported to the listeners. */
  areKnown(): boolean;
  onChange(listener: (change: Change) => void): void;
  close(): Promise<void>;
}

export const CHANNEL = 'pps_changes';

const PING_INTERVAL_MS = 500;
/**
 * How long changes count as known after a ping was sent that was answered. Together with the way
 * of a notification, it is less than the two seconds that the documents promise.
 */
const KNOWN_MS = 1_500;
/** A connection that answers nothing for this long is given up. */
const SILENT_MS = 5_000;
/** Between two attempts to connect: doubled each time. */
const RETRY_MS = { first: 100, most: 5_000 };

const lost = 'Until it is back, nothing is answered from memory: each request asks the database.';

/** Reads a notification. A subject that this release does not know may concern everything. */
function readChange(payload: string): Change | undefined {
  const [, subject = '', key] = /^(\w+)(?: ([^]*))?$/.exec(payload) ?? [];
  if (subject === 'echo') return undefined;
  const isKnown = subject === 'link' || subject === 'grant' || subject === 'catalogue';
  return isKnown ? { subject, key } : { subject: 'everything' };
}

/**
 * Makes sure that what another connection notifies of arrives here. A pooler in transaction mode
 * takes LISTEN, answers every ping, and passes nothing on.
 */
async function requireEcho(
  listening: Connection,
  connect: () => Promise<OwnConnection>,
  signal: AbortSignal,
): Promise<void> {
  const echo = `echo ${randomId()}`;
  const heard = new Promise<void>((resolve, reject) => {
    listening.on('notification', ({ payload }) => {
      if (payload === echo) resolve();
    });
    // Whoever follows the connection reports its end; here it ends the wait.
    for (const event of ['error', 'end'] as const) listening.on(event, reject);
  });
  heard.catch(() => undefined);
  const { connection, close } = await connect();
  connection.on('error', () => undefined);
  try {
    await connection.query('select pg_notify($1, $2)', [CHANNEL, echo]);
  } finally {
    close();
  }
  await withDeadline({ name: 'The database', timeout: KNOWN_MS, signal }, () => heard).catch(() => {
    throw new PrivatePodcastError(
      'config',
      'The database passes no notifications on, as poolers in transaction mode do not. Give --database the URL of Postgres itself.',
    );
  });
}

function listenToChanges(connect: () => Promise<OwnConnection>, log: Log): Changes {
  const listeners: ((change: Change) => void)[] = [];
  const closing = new AbortController();
  const { signal } = closing;
  let knownUntil = -Infinity;
  let isReported = false;
  let retry = RETRY_MS.first;

  const tell = (change: Change) => {
    for (const listener of listeners) listener(change);
  };
  const inTime = <T>(work: (signal: AbortSignal) => Promise<T>) =>
    withDeadline({ name: 'The database', timeout: SILENT_MS, signal }, work);

  /** Listens on one connection until it is lost. */
  async function follow(connection: Connection): Promise<never> {
    const ended = new Promise<never>((_, reject) => {
      for (const event of ['error', 'end'] as const) {
        connection.on(event, (error) => reject(error ?? new Error(event)));
      }
    });
    ended.catch(() => undefined);
    const unlessEnded = <T>(work: Promise<T>) => Promise.race([work, ended]);
    connection.on('notification', ({ payload = '' }) => {
      const change = readChange(payload);
      if (change) tell(change);
    });
    await inTime(() => unlessEnded(connection.query(`listen ${CHANNEL}`)));
    await inTime((left) => unlessEnded(requireEcho(connection, connect, left)));
    // Changes from before were not reported.
    tell({ subject: 'everything' });
    for (;;) {
      // An answer is behind all notifications of what was changed before the ping.
      const sent = performance.now();
      await inTime(() => unlessEnded(connection.query('select 1')));
      knownUntil = sent + KNOWN_MS;
      if (isReported) log({ changes: 'known again' });
      isReported = false;
      retry = RETRY_MS.first;
      await unlessEnded(setTimeout(PING_INTERVAL_MS, undefined, { signal, ref: false }));
    }
  }

  async function attempt(): Promise<void> {
    const opening = connect();
    const own = await inTime(() => opening).catch((error: unknown) => {
      void opening.then(({ close }) => close()).catch(() => undefined);
      throw error;
    });
    try {
      await follow(own.connection);
    } finally {
      knownUntil = -Infinity;
      own.close();
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await attempt().catch((cause: unknown) => {
        if (signal.aborted || isReported) return;
        isReported = true;
        const message = `The connection that reports changes in the database is lost. ${lost}`;
        log({ ...describeFailure(new DatabaseFailure('unavailable', message, { cause })) });
      });
      await setTimeout(retry, undefined, { signal, ref: false }).catch(() => undefined);
      retry = Math.min(2 * retry, RETRY_MS.most);
    }
  }
  const running = run();

  return {
    areKnown: () => performance.now() < knownUntil,
    onChange: (listener) => void listeners.push(listener),
    async close() {
      closing.abort();
      await running;
    },
  };
}

/**
 * Follows what is changed in a database. Its own process alone writes to an exclusive one, and
 * forgets what it writes by itself. Of a database without further connections nothing is known.
 */
export function followChanges({ isExclusive, connect }: OpenDatabase, log: Log): Changes {
  if (!isExclusive && connect) return listenToChanges(connect, log);
  return {
    areKnown: () => isExclusive,
    onChange: () => undefined,
    close: () => Promise.resolve(),
  };
}
