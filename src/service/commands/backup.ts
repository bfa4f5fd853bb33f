/** The commands that back up the service's data and restore it. */
import { open, readFile } from 'node:fs/promises';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { reasonOf } from '../failures/failure-code.js';
import { createBackup, readBackup, readBackupHeader, restoreBackup } from '../store/backup.js';
import { connectDatabase, openDatabase } from '../store/database/open-database.js';
import { noteBackup } from '../store/last-backup.js';
import { defineCommand, usageError } from './define-command.js';
import { say } from './print.js';
import { writePrivateFile } from './private-file.js';
import { countingLines, withProgress } from './progress.js';
import { databaseOptions, readDatabase, type DatabasePlace } from './database-options.js';
import { clientHelp, openAdminClient, serviceOptions, type ServiceValues } from './admin-client.js';

/** The beginning of a file, its first line included. */
async function readStart(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1_024), 0, 1_024, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The backup of a running service, whose data folder no other process may open. */
async function* downloadBackup(values: ServiceValues): AsyncGenerator<string> {
  const call = await openAdminClient(values, 'service:backup');
  const { body } = await call('/admin/backup');
  if (body) yield* body.pipeThrough(new TextDecoderStream());
}

async function* backUp(place: DatabasePlace): AsyncGenerator<string> {
  const database = await openDatabase(place);
  try {
    yield* createBackup(database);
    await noteBackup(database, new Date());
  } finally {
    await database.close();
  }
}

/** Says what a backup holds, by its first line. */
function sayContents(text: string, ofSealed: string): void {
  const { counts, sealed } = readBackupHeader(text);
  const { pps_users: members, pps_feed_links: links, pps_grants: grants } = counts;
  if (members !== undefined && links !== undefined && grants !== undefined) {
    say(
      `It holds the key of the feed links. Members: ${members}. Feed links: ${links}. Grants: ${grants}.`,
    );
  }
  if (sealed) say(ofSealed);
}

export const backup = defineCommand({
  help: `Usage: private-podcast-service backup --file FILE [options]

Writes everything that the service stores into a file, the key of the feed
links included. Keep the file secret. Restored anywhere, it keeps all links.
If the service has a PPS_SEAL_KEY, the backup opens feeds with that key alone.

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
    const lines = isDirect ? backUp(place) : downloadBackup(values);
    await withProgress('rows written', (progress) =>
      writePrivateFile(file, countingLines(lines, progress)),
    );
    say(`The backup is in ${file}. It opens every feed: keep it secret, and in another place.`);
    sayContents(
      await readStart(file),
      'The backup is sealed: it needs the PPS_SEAL_KEY of this service. Keep that elsewhere.',
    );
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
      throw new PrivatePodcastError(
        'config',
        `The backup ${file} cannot be read${reasonOf(cause)}.`,
        {
          cause,
        },
      );
    });
    // Before the database is opened: a backup that was cut off leaves no data folder.
    const rows = readBackup(text);
    const database = await connectDatabase(place);
    await withProgress('rows restored', ({ add }) => restoreBackup(database, rows, add)).finally(
      () => database.close(),
    );
    say(`The backup ${file} is restored. Start the service with it to put it into force.`);
    sayContents(
      text,
      'The backup is sealed: start the service with the PPS_SEAL_KEY that it was made with.',
    );
  },
});
