/** The commands that back up the service's data and restore it. */
import { createWriteStream } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { createBackup, restoreBackup } from '../store/backup.js';
import { connectDatabase, openDatabase } from '../store/database/open-database.js';
import { defineCommand, usageError } from './command.js';
import { databaseOptions, readDatabase, type DatabasePlace } from './database-options.js';
import { clientHelp, openAdminClient, serviceOptions, type ServiceValues } from './admin-client.js';

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

/** The backup of a running service, whose data folder no other process may open. */
async function* downloadBackup(values: ServiceValues): AsyncGenerator<string> {
  const call = await openAdminClient(values, 'service:backup');
  const { body } = await call('/admin/backup');
  if (body) yield* body.pipeThrough(new TextDecoderStream());
}

async function* readBackup(place: DatabasePlace): AsyncGenerator<string> {
  const database = await openDatabase(place);
  try {
    yield* createBackup(database);
  } finally {
    await database.close();
  }
}

export const backup = defineCommand({
  help: `Usage: private-podcast-service backup --file FILE [options]

Writes everything that the service stores into a file, the key of the feed
links included. Keep the file secret. Restored anywhere, it keeps all links.

  --file FILE        the backup to write (required)

Of a running service, with a client that has the scope service:backup:
${clientHelp}
Otherwise:
  --data DIR         the data folder, while no service uses it, or
  --database URL     the Postgres database: postgres://user@host/name
`,
  options: { ...serviceOptions, ...databaseOptions, file: { type: 'string' } },
  async run({ file, ...values }) {
    if (!file) usageError('--file is missing. Give the path of the backup to write.');
    const place = readDatabase(values);
    const isDirect = place.dataDir !== undefined || place.database !== undefined;
    await writePrivateFile(file, isDirect ? readBackup(place) : downloadBackup(values));
  },
});

export const restore = defineCommand({
  help: `Usage: private-podcast-service restore --file FILE (--data DIR | --database URL)

Puts a backup into a new data folder or an empty Postgres database.

  --file FILE        the backup to read
  --data DIR         a new data folder, or
  --database URL     an empty Postgres database: postgres://user@host/name
`,
  options: { ...databaseOptions, file: { type: 'string' } },
  async run({ file, ...values }) {
    if (!file) usageError('--file is missing. Give the path of the backup to read.');
    const place = readDatabase(values);
    if (!place.dataDir && !place.database) usageError('Give --data or --database.');
    const text = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new PrivatePodcastError('config', `The backup ${file} cannot be read.`, { cause });
    });
    const database = await connectDatabase(place);
    await restoreBackup(database, text).finally(() => database.close());
  },
});
