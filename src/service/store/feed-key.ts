/**
 * The key that the secrets of all feed URLs are derived from. It is kept in the database, so
 * that it moves with the data: into a backup, and from the data folder to a Postgres server.
 */
import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { randomSecret } from './secrets.js';
import type { Store } from './store.js';

const MIN_KEY_LENGTH = 32;

/** Release 0.1.0 kept the key in this file of the data folder. */
async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Returns the feed key, and creates it for a new database.
 * @throws {PrivatePodcastError} `config` if the data folder has a key file that is too short, or
 * another one than the database.
 */
export async function openFeedKey(store: Store, dataDir: string | undefined): Promise<string> {
  const path = dataDir && join(dataDir, 'feed-key');
  const fileKey = path && (await readKeyFile(path));
  if (!path || fileKey === undefined) return store.setting('feed-key', randomSecret());
  if (fileKey.length < MIN_KEY_LENGTH) {
    throw new PrivatePodcastError(
      'config',
      `The feed key in ${path} is too short. Restore the file from a backup. Without it, remove the file: every member then gets a new feed URL.`,
    );
  }
  const key = await store.setting('feed-key', fileKey);
  if (key !== fileKey) {
    throw new PrivatePodcastError(
      'config',
      `The feed key in ${path} differs from the one in the database. Remove the file to keep the feed URLs of this database.`,
    );
  }
  await unlink(path);
  return key;
}
