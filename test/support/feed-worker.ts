/** Builds the service's worker thread for the tests that run on the sources. */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = new URL('../../', import.meta.url);
/** Inside the project, where the worker finds its packages; one for each run of the tests. */
const folder = new URL(`.cache/feed-worker-${process.pid}/`, root);

export const feedWorkerUrl = new URL('feed-worker.js', folder).href;

/** Vitest calls this before the tests, and what it returns after them. */
export async function setup(): Promise<() => Promise<void>> {
  await build({
    root: fileURLToPath(root),
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: fileURLToPath(folder),
      target: 'es2022',
      minify: false,
      lib: { entry: 'src/service/feeds/feed-worker.ts', formats: ['es'] },
      rolldownOptions: {
        external: [/^node:/, /^[@a-z]/],
        output: { entryFileNames: 'feed-worker.js' },
      },
    },
  });
  return () => rm(folder, { recursive: true, force: true });
}
