/**
 * An empty embedded Postgres, made once and copied for each process that needs one: to make it anew
 * takes PGlite four times as long. A database in a data folder is still made by the service.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import type { Plugin } from 'vite';

const root = new URL('../../../', import.meta.url);
const folder = new URL('.cache/', root);
const { version } = JSON.parse(
  await readFile(new URL('node_modules/@electric-sql/pglite/package.json', root), 'utf8'),
) as { version: string };
const file = fileURLToPath(new URL(`empty-database-${version}.tar`, folder));

/** Makes the database, unless an earlier run of the tests has. */
export async function ensurePreparedDatabase(): Promise<void> {
  if (existsSync(file)) return;
  const database = await PGlite.create();
  const files = await database.dumpDataDir('none');
  await database.close();
  await mkdir(folder, { recursive: true });
  // Another run of the tests may do the same now.
  const own = `${file}.${process.pid}`;
  await writeFile(own, Buffer.from(await files.arrayBuffer()));
  await rename(own, file);
}

/** What tests use of a database, besides what the service does. */
export type TestDatabase = Pick<PGlite, 'query' | 'exec' | 'close'>;

/** An empty database in memory, without tables. */
export async function createEmbedded(): Promise<PGlite> {
  return PGlite.create({ loadDataDir: new Blob([await readFile(file)]) });
}

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
  `PGlite.create({ loadDataDir: new Blob([(await import('node:fs')).readFileSync(${JSON.stringify(file)})]) })`,
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
