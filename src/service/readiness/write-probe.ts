/**
 * Whether the database takes writes. Most requests only read: a full disk, or a failover to a
 * standby, is seen here before the first member who needs a write.
 */
import { withDeadline } from '../../api/deadline.js';
import type { Log } from '../config.js';
import { failureCode, isSqlState } from '../failures/failure-code.js';
import { DatabaseFailure, isConnectionFailure } from '../failures/placed-failures.js';
import { describeFailure } from '../log.js';
import { aroundEach, type Database, type OpenDatabase } from '../store/database/database.js';

/** `silent`: it does not answer. `refused`: it answers, and takes no writes. */
export type DatabaseState = 'writable' | 'refused' | 'silent';

export interface WriteProbe {
  /** Notes the writes of a database that fail. @returns the same database. */
  watch(database: OpenDatabase): OpenDatabase;
  check(): Promise<DatabaseState>;
}

/** A proxy asks every few seconds, and takes no answer for a bad one. */
const TIMEOUT_MS = 2_000;
/** How long a write that worked, or was refused, counts. */
const KNOWN_MS = { writable: 5_000, refused: 1_000 };

/** The setting that is written. Backups leave it out. */
export const PROBE_SETTING = 'write-probe';

const smallWrite = `insert into pps_settings (name, value) values ('${PROBE_SETTING}', now()::text)
  on conflict (name) do update set value = excluded.value`;
/**
 * Where the disk is full, a small write finds room in a page that is there already. This one needs
 * new pages: 64 kB that cannot be compressed. Nobody sees its row.
 */
const largeWrite = `do $probe$ begin
    insert into pps_settings (name, value)
      select '${PROBE_SETTING}-' || gen_random_uuid(), string_agg(md5(random()::text), '')
      from generate_series(1, 2048);
    delete from pps_settings where name like '${PROBE_SETTING}-%';
  end $probe$`;
/** Gives the pages of large writes back: an embedded database does not do so by itself. */
const tidy = 'vacuum pps_settings';

const DISK = /^(?:ENOSPC|EDQUOT|EROFS|EIO)$/;

/** Whether a failure says that other writes will fail, too. */
function isRefusal(error: unknown): boolean {
  const code = failureCode(error);
  if (code === undefined || code === '53300') return false;
  return code === '25006' || DISK.test(code) || (isSqlState(code) && /^(?:53|58)/.test(code));
}

/** Whether the database has answered at all. Without a connection, or one left, a write was not even tried. */
function hasAnswered(error: unknown): boolean {
  const code = failureCode(error);
  if (code === undefined) return false;
  return DISK.test(code) || (isSqlState(code) && code !== '53300' && !isConnectionFailure(error));
}

export function createWriteProbe(database: Database, log: Log): WriteProbe {
  let refusals = 0;
  let known: { state: 'writable' | 'refused'; at: number } | undefined;
  let isReported = false;
  let checking: Promise<DatabaseState> | undefined;

  const query = (text: string) =>
    withDeadline({ name: 'The database', timeout: TIMEOUT_MS }, () => database.query(text));

  function report(cause: unknown): void {
    isReported = true;
    const message =
      'The database cannot be written. Feeds that members have go on; all that needs a write fails.';
    log({ ...describeFailure(new DatabaseFailure('unavailable', message, { cause })) });
  }

  async function write(): Promise<DatabaseState> {
    const before = refusals;
    try {
      await query(smallWrite);
      if (before > 0) {
        await query(largeWrite);
        await query(tidy).catch(() => undefined);
      }
    } catch (error) {
      if (!hasAnswered(error)) {
        known = undefined;
        return 'silent';
      }
      refusals += 1;
      known = { state: 'refused', at: performance.now() };
      report(error);
      return 'refused';
    }
    // Otherwise a write was refused while this one went through.
    if (refusals === before) refusals = 0;
    if (isReported) log({ database: 'writable again' });
    isReported = false;
    known = { state: 'writable', at: performance.now() };
    return 'writable';
  }

  async function look(): Promise<DatabaseState> {
    const isNew = known && performance.now() - known.at < KNOWN_MS[known.state];
    const isDoubted = known?.state === 'writable' && refusals > 0;
    if (!known || !isNew || isDoubted) return write();
    const { state } = known;
    // Whether it answers is never remembered: that costs little to ask.
    return query('select 1').then(
      () => state,
      () => 'silent' as const,
    );
  }

  return {
    watch: (watched) =>
      aroundEach(watched, (run) =>
        run().catch((error: unknown) => {
          if (isRefusal(error)) refusals += 1;
          throw error;
        }),
      ),
    check() {
      checking ??= look().finally(() => (checking = undefined));
      return checking;
    },
  };
}
