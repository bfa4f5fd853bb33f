/**
 * Whether the database takes writes. Most requests only read: a failover to a standby is seen here
 * before the first member who needs a write. What else refuses writes, such as a full disk, is seen at
 * the first one that it refuses, and writes are tried from then on until one goes through.
 */
import { randomBytes } from 'node:crypto';
import { withDeadline } from '../../../api/deadline.js';
import type { Log } from '../../failures/log.js';
import { failureCode, isSqlState } from '../../failures/failure-code.js';
import { DatabaseFailure, isConnectionFailure } from '../../failures/placed-failures.js';
import { describeFailure } from '../../failures/describe-failure.js';
import { randomId } from '../../crypto/secrets.js';
import type { Database, Statements } from '../../store/database/database.js';
import { readOnly } from '../../store/database/engine-sql.js';

/** `silent`: it does not answer. `refused`: it answers, and takes no writes. */
export type DatabaseState = 'writable' | 'refused' | 'silent';

export interface WriteProbe {
  /** Hears of a statement that failed. */
  note(error: unknown): void;
  check(): Promise<DatabaseState>;
}

/** A proxy asks every few seconds, and takes no answer for a bad one. */
const TIMEOUT_MS = 2_000;
/** Between two attempts to write, while writes are refused. */
const PAUSE_MS = 2_000;

const READ_ONLY = '25006';
const DISK = /^(?:ENOSPC|EDQUOT|EROFS|EIO)$/;

/** Whether a failure says that other writes will fail, too. */
function isRefusal(error: unknown): boolean {
  const code = failureCode(error);
  if (code === undefined || code === '53300') return false;
  return code === READ_ONLY || DISK.test(code) || (isSqlState(code) && /^(?:53|58)/.test(code));
}

/** Whether the database has answered at all. Without a connection, or one left, a write was not even tried. */
function hasAnswered(error: unknown): boolean {
  const code = failureCode(error);
  if (code === undefined) return false;
  return DISK.test(code) || (isSqlState(code) && code !== '53300' && !isConnectionFailure(error));
}

/** 64 KiB that cannot be compressed: a full disk often has room for less. Nobody sees the row. */
async function writeRow(statements: Statements): Promise<void> {
  const name = `write-probe-${randomId()}`;
  const value = randomBytes(48 * 1024).toString('base64');
  await statements.query('insert into pps_settings (name, value) values ($1, $2)', [name, value]);
  await statements.query('delete from pps_settings where name = $1', [name]);
}

export function createWriteProbe(database: Database, log: Log): WriteProbe {
  /** Since a write went through that was tried here. */
  let refusals = 0;
  let triedAt = -Infinity;
  let isReported = false;
  let checking: Promise<DatabaseState> | undefined;

  const inTime = <T>(work: () => Promise<T>): Promise<T> =>
    withDeadline({ name: 'The database', timeout: TIMEOUT_MS }, work);

  function report(cause: unknown): void {
    if (isReported) return;
    isReported = true;
    const message =
      'The database cannot be written. Feeds that members have go on; all that needs a write fails.';
    log({ ...describeFailure(new DatabaseFailure('unavailable', message, { cause })) });
  }

  async function requireWritable(): Promise<void> {
    const { rows } = await inTime(() => database.query(readOnly));
    if ((rows as { transaction_read_only: string }[])[0]?.transaction_read_only === 'on')
      throw Object.assign(new Error('The database accepts reads only.'), { code: READ_ONLY });
  }

  async function look(): Promise<DatabaseState> {
    try {
      await requireWritable();
      if (refusals > 0) {
        if (performance.now() - triedAt < PAUSE_MS) return 'refused';
        const before = refusals;
        triedAt = performance.now();
        await inTime(() => database.transaction(writeRow));
        triedAt = -Infinity;
        // Otherwise a write was refused while this one went through.
        if (refusals === before) refusals = 0;
      }
    } catch (error) {
      if (!hasAnswered(error)) return 'silent';
      refusals += 1;
      report(error);
      return 'refused';
    }
    if (isReported) log({ database: 'writable again' });
    isReported = false;
    return 'writable';
  }

  return {
    note(error) {
      if (isRefusal(error)) refusals += 1;
    },
    check() {
      checking ??= look().finally(() => (checking = undefined));
      return checking;
    },
  };
}
