/** Removes what is no longer needed: in one process at a time, whoever gets the lease. */
import { withDeadline } from '../../api/deadline.js';
import type { Log } from '../failures/log.js';
import { describeFailure } from '../failures/describe-failure.js';
import { removeOldBatches } from './links/changed-links.js';
import type { Database } from './database/database.js';
import { randomId } from '../crypto/secrets.js';

/** The setting that holds until when a process has the lease, and which one. */
export const LEASE_SETTING = 'cleaning-lease';

const INTERVAL_MS = 60 * 60 * 1000;
/** A process that ended amid its work holds nobody up for longer. */
const LEASE_MS = INTERVAL_MS / 2;
/** Milliseconds for the statement in progress when the service stops: a database may have fallen silent. */
const CLOSE_TIMEOUT_MS = 2_000;
/** Whoever follows the links is never that far behind. */
const BATCH_MEMORY_MS = 60 * 60 * 1000;

export interface Cleaning {
  close(): Promise<void>;
}

export interface CleaningOptions {
  database: Database;
  now: () => Date;
  log: Log;
  /** Done one after the other. */
  tasks: readonly (() => Promise<void>)[];
}

/** Takes the lease, unless another process has it. */
async function takeLease(database: Database, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + LEASE_MS);
  const { rows } = await database.query(
    `insert into pps_settings as known (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value where known.value < $3
     returning name`,
    [LEASE_SETTING, `${until.toISOString()} ${randomId()}`, now.toISOString()],
  );
  return rows.length > 0;
}

/** Cleans at the start, and then every hour. */
export function startCleaning({ database, now, log, tasks }: CleaningOptions): Cleaning {
  let isClosed = false;
  async function clean(): Promise<void> {
    if (!(await takeLease(database, now()))) return;
    await removeOldBatches(database, new Date(now().getTime() - BATCH_MEMORY_MS));
    for (const task of tasks) if (!isClosed) await task();
  }
  const cleanOrLog = () =>
    clean().catch((error: unknown) => {
      if (!isClosed) log(describeFailure(error));
    });
  let cleaning = cleanOrLog();
  const timer = setInterval(() => {
    cleaning = cleaning.then(cleanOrLog);
  }, INTERVAL_MS);
  timer.unref();
  return {
    async close() {
      isClosed = true;
      clearInterval(timer);
      const deadline = { name: 'The database', timeout: CLOSE_TIMEOUT_MS };
      await withDeadline(deadline, () => cleaning).catch(() => undefined);
    },
  };
}
