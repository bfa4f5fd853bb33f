/**
 * The hand-off codes of /subscribe, in the database, so that a code that one process made works
 * once in any other. The subscribe handler seals them: a row opens nothing without its code.
 */
import type { SharedCache } from '../../api/cache/shared-cache.js';
import type { Database } from './database/database.js';
import { unlockedRows } from './database/engine-sql.js';

const MAX_ITEMS = 100_000;
/** Seconds for which an item without a lifetime is kept. */
const DEFAULT_TTL = 24 * 60 * 60;

/**
 * Makes the cache that the subscribe handler keeps its hand-off codes in.
 * @param maxItems that are kept at a time: beyond that, the oldest go first.
 */
export function createHandoffCache(
  database: Database,
  now: () => Date,
  maxItems = MAX_ITEMS,
): SharedCache {
  async function valueOf(statement: string, key: string): Promise<string | undefined> {
    const { rows } = await database.query(statement, [key, now().toISOString()]);
    return (rows as { value: string }[])[0]?.value;
  }

  return {
    getItem: (key) =>
      valueOf('select value from pps_handoffs where key = $1 and expires_at > $2', key),

    takeItem: (key) =>
      valueOf('delete from pps_handoffs where key = $1 and expires_at > $2 returning value', key),

    async setItem(key, value, { ttl } = { ttl: DEFAULT_TTL }) {
      const time = now();
      const expiresAt = new Date(time.getTime() + ttl * 1000);
      await database.query(
        `insert into pps_handoffs (key, value, expires_at, made_at) values ($1, $2, $3, $4)
         on conflict (key) do update
           set value = excluded.value, expires_at = excluded.expires_at, made_at = excluded.made_at`,
        [key, value, expiresAt.toISOString(), time.toISOString()],
      );
      // Rows that another process removes right now are skipped, or the two could block each other.
      await database.query(
        `delete from pps_handoffs where key in (
           select key from pps_handoffs where expires_at <= $1
             or key in (select key from pps_handoffs order by made_at desc offset $2)
           ${unlockedRows})`,
        [time.toISOString(), maxItems],
      );
    },
  };
}
