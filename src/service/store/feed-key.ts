/**
 * The key that the secrets of all feed URLs are derived from. It is kept in the database, so
 * that it moves with the data: into a backup, and from the data folder to a Postgres server.
 */
import { randomSecret } from './secrets.js';
import type { Store } from './store.js';

/** Returns the feed key, and creates it for a new database. */
export function openFeedKey(store: Store): Promise<string> {
  return store.setting('feed-key', randomSecret());
}
