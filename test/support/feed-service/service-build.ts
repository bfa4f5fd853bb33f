/** Builds the service once per run: its worker thread for the tests of the sources, and what `installService` installs. */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import type { TestProject } from 'vitest/node';
import config from '../../../vite.config.js';
import { ensurePreparedDatabase, preparedDatabaseFile } from './prepared-database.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built service, as `dist` in the package. */
    serviceBuild: string;
  }
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Inside the project, where the worker finds its packages; one for each run of the tests. */
const folder = join(root, `.cache/service-${process.pid}`);

const lenderFile = fileURLToPath(new URL('lent-feed-workers.ts', import.meta.url));
const OWN_WORKERS = `from './feed-workers.js'`;

/**
 * Node 20 starts no worker thread from TypeScript: tests of the sources get the built one. A service
 * borrows its threads.
 */
export const builtFeedWorker: Plugin = {
  name: 'built-feed-worker',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/service\/feeds\/feed-(?:workers|reading)\.ts$/ },
    handler(code, id) {
      if (id.endsWith('reading.ts')) {
        if (!code.includes(OWN_WORKERS)) throw new Error(`feed-reading.ts has no ${OWN_WORKERS}.`);
        return code.replace(OWN_WORKERS, `from ${JSON.stringify(lenderFile)}`);
      }
      const { href } = pathToFileURL(join(folder, 'service/feeds/feed-worker.js'));
      return code.replace(`'./feed-worker.js'`, JSON.stringify(href));
    },
  },
};

/** Vitest calls this before the tests, and what it returns after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { build: shipped, resolve } = config({ command: 'build', mode: 'service' });
  await Promise.all([
    ensurePreparedDatabase(),
    build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [preparedDatabaseFile],
      resolve,
      build: {
        ...shipped,
        outDir: folder,
      },
    }),
  ]);
  // As scripts/build.mjs does.
  const sounds = 'service/notices/sounds';
  await cp(join(root, 'src', sounds), join(folder, sounds), { recursive: true });
  project.provide('serviceBuild', folder);
  return () => rm(folder, { recursive: true, force: true });
}
