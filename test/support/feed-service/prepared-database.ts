/**
 * An empty embedded Postgres, made once and copied for each test that needs one: to make it anew
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

/** An empty database in memory. */
export async function createDatabase(): Promise<PGlite> {
  return PGlite.create({ loadDataDir: new Blob([await readFile(file)]) });
}

const MADE_ANEW = 'PGlite.create()';

/** Lets a service without a data folder start from the prepared database too. */
export const preparedDatabase: Plugin = {
  name: 'prepared-database',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/service\/store\/database\/embedded\.ts$/ },
    handler(code) {
      if (!code.includes(MADE_ANEW)) throw new Error(`embedded.ts has no ${MADE_ANEW} any more.`);
      const files = `(await import('node:fs')).readFileSync(${JSON.stringify(file)})`;
      return code.replace(MADE_ANEW, `PGlite.create({ loadDataDir: new Blob([${files}]) })`);
    },
  },
};
