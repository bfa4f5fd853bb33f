/**
 * Two embedded Postgres, one empty and one with the service's tables, made once and copied for each
 * process that needs one: to make them anew takes PGlite four times as long. A database in a data
 * folder is still made by the service.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import type { Plugin } from 'vite';

const root = new URL('../../../', import.meta.url);
const folder = new URL('.cache/', root);
const contentOf = (path: string) => readFile(new URL(path, root), 'utf8');
const { version } = JSON.parse(
  await contentOf('node_modules/@electric-sql/pglite/package.json'),
) as { version: string };
const schema = createHash('sha256')
  .update(await contentOf('src/service/store/database/schema.ts'))
  .digest('hex');
const fileOf = (name: string) => fileURLToPath(new URL(`${name}.tar`, folder));
const preparedFile = fileOf(`prepared-database-${version}-${schema.slice(0, 16)}`);

async function write(database: PGlite, file: string): Promise<void> {
  const files = await database.dumpDataDir('none');
  // Another run of the tests may do the same now.
  const own = `${file}.${process.pid}`;
  await writeFile(own, Buffer.from(await files.arrayBuffer()));
  await rename(own, file);
}

/** Makes the databases, unless an earlier run of the tests has. */
export async function ensurePreparedDatabase(): Promise<void> {
  if (existsSync(preparedFile)) return;
  const { requireSchema } = await import('../../../src/service/store/database/schema.js');
  await mkdir(folder, { recursive: true });
  const database = await PGlite.create();
  // No test makes a second database, and these are two thirds of the files.
  await database.query('update pg_database set datistemplate = false');
  for (const template of ['template0', 'template1']) {
    await database.query(`drop database ${template}`);
  }
  // The next start has nothing to repeat.
  await database.query('checkpoint');
  await requireSchema(database);
  await database.query('checkpoint');
  await write(database, preparedFile);
  await database.close();
}

/** What tests use of a database, besides what the service does. */
export type TestDatabase = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>;

const load = async (file: string): Promise<PGlite> =>
  PGlite.create({ loadDataDir: new Blob([await readFile(file)]) });

/** A database in memory with the tables of this release, without rows. */
export const createPrepared = (): Promise<PGlite> => load(preparedFile);

/** A database without rows: in memory, or on a server in the part `postgres`. */
export async function createDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE !== 'postgres') {
    const { lendDatabase } = await import('./lent-database.js');
    return lendDatabase();
  }
  const { createPool } = await import('./postgres-databases.js');
  return createPool();
}

const MADE_ANEW = 'PGlite.create()';

const instead = (name: string, creation: string): Plugin => ({
  name,
  enforce: 'pre',
  transform: {
    filter: { id: /src\/service\/store\/database\/embedded\.ts$/ },
    handler(code) {
      if (!code.includes(MADE_ANEW)) throw new Error(`embedded.ts has no ${MADE_ANEW} any more.`);
      return code.replace(MADE_ANEW, creation);
    },
  },
});

const lenderFile = fileURLToPath(new URL('lent-database.ts', import.meta.url));

/** Lets a service of the sources without a data folder borrow its database too. */
export const preparedDatabase = instead(
  'prepared-database',
  `(await import(${JSON.stringify(lenderFile)})).lendDatabase()`,
);

/** Lets the built service, which runs in processes of its own, start from the prepared database. */
export const preparedDatabaseFile = instead(
  'prepared-database-file',
  `PGlite.create({ loadDataDir: new Blob([(await import('node:fs')).readFileSync(${JSON.stringify(preparedFile)})]) })`,
);

const OPENED_EMBEDDED = ': openEmbedded(dataDir)';
const databases = fileURLToPath(new URL('postgres-databases.ts', import.meta.url));

/** In the part `postgres`, a service without a data folder opens a database of the server instead. */
export const postgresInstead: Plugin = {
  name: 'postgres-instead',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/service\/store\/database\/open-database\.ts$/ },
    handler(code) {
      if (!code.includes(OPENED_EMBEDDED)) {
        throw new Error(`open-database.ts has no ${OPENED_EMBEDDED} any more.`);
      }
      const created = `import(${JSON.stringify(databases)}).then((made) => made.createPostgresDatabase())`;
      return code.replace(
        OPENED_EMBEDDED,
        `: process.env.TEST_DATABASE === 'postgres' && dataDir === undefined
           ? ${created}.then((url) => openPostgres(url, log)) ${OPENED_EMBEDDED}`,
      );
    },
  },
};
