/** The commands that back up the service's data and restore it. */
import { createWriteStream } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { createBackup, restoreBackup } from '../store/backup.js';
import { connectDatabase, openDatabase } from '../store/database.js';
import { openFeedKey } from '../store/feed-key.js';
import { createStore } from '../store/store.js';
import { defineCommand, usageError } from './command.js';
import { databaseOptions, readDatabase, type DatabasePlace } from './database-options.js';

const options = { ...databaseOptions, file: { type: 'string' } } as const;

function readPlace(values: Parameters<typeof readDatabase>[0]): DatabasePlace {
  const place = readDatabase(values);
  return place.dataDir || place.database ? place : usageError('Give --data or --database.');
}

/** Writes a file that only its owner may read; it has its name once it is complete. */
async function writePrivateFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await pipeline(lines, createWriteStream(partial, { mode: 0o600 }));
    const file = await open(partial, 'r');
    await file.sync().finally(() => file.close());
    await rename(partial, path);
  } catch (cause) {
    if (cause instanceof PrivatePodcastError) throw cause;
    throw new PrivatePodcastError('config', `The backup cannot be written to ${path}.`, { cause });
  }
}

export const backup = defineCommand({
  help: `Usage: private-podcast-service backup (--data DIR | --database URL) --file FILE

Writes everything that the service stores into a file, the key of the feed
links included. Keep the file secret. Restored anywhere, it keeps all links.
A data folder can be backed up this way while no service uses it.

  --data DIR       the service's data folder, or
  --database URL   its Postgres database: postgres://user@host/name
  --file FILE      the backup to write
`,
  options,
  async run({ file, ...values }) {
    if (!file) usageError('--file is missing. Give the path of the backup to write.');
    const place = readPlace(values);
    const database = await openDatabase(place);
    try {
      await openFeedKey(createStore(database), place.dataDir);
      await writePrivateFile(file, createBackup(database));
    } finally {
      await database.close();
    }
  },
});

export const restore = defineCommand({
  help: `Usage: private-podcast-service restore (--data DIR | --database URL) --file FILE

Puts a backup into a new data folder or an empty Postgres database.

  --data DIR       a new data folder, or
  --database URL   an empty Postgres database: postgres://user@host/name
  --file FILE      the backup to read
`,
  options,
  async run({ file, ...values }) {
    if (!file) usageError('--file is missing. Give the path of the backup to read.');
    const place = readPlace(values);
    const text = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new PrivatePodcastError('config', `The backup ${file} cannot be read.`, { cause });
    });
    const database = await connectDatabase(place);
    await restoreBackup(database, text).finally(() => database.close());
  },
});
