/**
 * The key that the secrets of all feed URLs are derived from. It is kept in the database, so
 * that it moves with the data: into a backup, and from the data folder to a Postgres server. The
 * operator may seal it, so that a copy of the database opens no feed.
 */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isSealed, readSealKey } from '../crypto/seal-key.js';
import { randomSecret } from '../crypto/secrets.js';
import type { Store } from './store.js';

export interface SealKeys {
  /** Seals the feed key. Without it, the feed key is kept as it is. */
  sealKey?: string | undefined;
  /** Opens a feed key that was sealed with it, which is then sealed with `sealKey` or kept as it is. */
  oldSealKey?: string | undefined;
}

/** Name of the setting that holds the key. */
export const FEED_KEY = 'feed-key';

function cannotOpen(isGiven: boolean): never {
  throw new PrivatePodcastError(
    'config',
    isGiven
      ? 'PPS_SEAL_KEY does not open this database: it was sealed with another key. Set that one. To change it, set the new one as PPS_SEAL_KEY and that one as PPS_OLD_SEAL_KEY.'
      : 'This database is sealed. Set PPS_SEAL_KEY to the key that it was sealed with.',
  );
}

/**
 * Returns the feed key, and creates it for a new database. Seals it, or opens it for good, if the
 * keys say so: it stays the same, and so do all feed links.
 * @throws {PrivatePodcastError} `config` if a key is too short, or does not open the database.
 */
export async function openFeedKey(
  store: Pick<Store, 'setting' | 'replaceSetting'>,
  { sealKey, oldSealKey }: SealKeys = {},
): Promise<string> {
  const current = sealKey === undefined ? undefined : readSealKey(sealKey, 'PPS_SEAL_KEY');
  const old = oldSealKey === undefined ? undefined : readSealKey(oldSealKey, 'PPS_OLD_SEAL_KEY');
  const asKept = (feedKey: string) => (current ? current.seal(feedKey) : feedKey);

  const stored = await store.setting(FEED_KEY, await asKept(randomSecret()));
  if (isSealed(stored)) {
    const opened = await current?.open(stored);
    if (opened !== undefined) return opened;
  } else if (!current) return stored;
  const feedKey = isSealed(stored) ? await old?.open(stored) : stored;
  if (feedKey === undefined) return cannotOpen(current !== undefined || old !== undefined);
  // Another process may have done so just now.
  await store.replaceSetting(FEED_KEY, stored, await asKept(feedKey));
  return feedKey;
}
