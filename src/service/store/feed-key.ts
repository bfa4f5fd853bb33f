/**
 * The key that every feed URL's secret is derived from. With a data folder it is a file
 * beside the database, so that the database alone does not give the feed URLs away;
 * without one (many processes on one Postgres) it is kept in the database that they share.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { randomSecret } from './secrets.js';
import type { Store } from './store.js';

async function keyFile(path: string): Promise<string> {
  try {
    // `wx` lets the first of several writers win; the rest read what it wrote.
    await writeFile(path, randomSecret(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = await readFile(path, 'utf8');
  if (key.length < 32) {
    throw new PrivatePodcastError(
      'config',
      `The feed key in ${path} is too short. Restore it from a backup, or remove it to give every member a new feed URL.`,
    );
  }
  return key;
}

export function openFeedKey(dataDir: string | undefined, store: Store): Promise<string> {
  return dataDir === undefined
    ? store.setting('feed-key', randomSecret())
    : keyFile(join(dataDir, 'feed-key'));
}
