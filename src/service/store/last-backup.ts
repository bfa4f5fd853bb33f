/** When the last backup was complete, whichever process made it. A dump of Postgres is not seen here. */
import prom, { type Registry } from 'prom-client';
import { withDeadline } from '../../api/deadline.js';
import type { Statements } from './database/database.js';

/** The setting that holds the time. Backups leave it out: a restored database has none of its own. */
export const BACKUP_SETTING = 'last-backup';

/** Whoever asks wants to know more than this. */
const TIMEOUT_MS = 2_000;

/** Notes that a backup is complete. The backup is good without this note. */
export async function noteBackup(database: Statements, at: Date): Promise<void> {
  await database
    .query(
      `insert into pps_settings (name, value) values ($1, $2)
       on conflict (name) do update set value = excluded.value`,
      [BACKUP_SETTING, at.toISOString()],
    )
    .catch(() => undefined);
}

/** Reads the time; while the database does not answer, it is the one known before. */
export function createLastBackup(database: Statements): () => Promise<Date | undefined> {
  let known: Date | undefined;
  return async () => {
    try {
      const { rows } = await withDeadline({ name: 'The database', timeout: TIMEOUT_MS }, () =>
        database.query('select value from pps_settings where name = $1', [BACKUP_SETTING]),
      );
      const [row] = rows as { value: string }[];
      known = row && new Date(row.value);
    } catch {
      // The time that is known stays.
    }
    return known;
  };
}

/** Shows at each GET /metrics how long ago the last backup was. */
export function showBackupAge(
  registry: Registry,
  lastBackup: () => Promise<Date | undefined>,
  now: () => Date,
): void {
  new prom.Gauge({
    name: 'pps_backup_age_seconds',
    help: 'Seconds since the last backup by GET /admin/backup or the backup command was complete. Absent if there was none.',
    registers: [registry],
    async collect() {
      const at = await lastBackup();
      // A gauge without labels shows 0 where nothing was set.
      this.remove();
      if (at) this.set(Math.max(0, (Number(now()) - Number(at)) / 1_000));
    },
  });
}
