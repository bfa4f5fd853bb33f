/**
 * Three projects: `node` runs what needs no browser, on the sources; `pages` runs on what was
 * built, in whole pages and as an installed package; `screen-reader` listens to what Orca says of
 * the element. Files named `*.browser.test.ts` belong to web-test-runner. `npm run test:mutation`
 * runs the tests of one folder.
 */
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

const src = fileURLToPath(new URL('src/', import.meta.url));

const folders =
  process.env.MUTATED_FOLDER ??
  '{errors,urls,languages,pages,podcast,apps,api,publisher,service,contract,demo,docs,scripts}';

export default defineConfig({
  test: {
    // No test may rely on the one before it. A run prints its seed: `--sequence.seed` repeats it.
    sequence: { shuffle: { files: true, tests: true } },
    projects: [
      {
        resolve: {
          // The demo imports the package by name, as a publisher does: here that means its sources.
          alias: [
            { find: /^private-podcast-subscribe\/([a-z]+)$/, replacement: `${src}$1.ts` },
            { find: /^private-podcast-subscribe$/, replacement: `${src}index.ts` },
          ],
        },
        test: {
          name: 'node',
          environment: 'node',
          include: [`test/${folders}/**/*.test.ts`],
          exclude: [...configDefaults.exclude, '**/*.browser.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'pages',
          environment: 'node',
          include: ['test/{browser,package}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, '**/*.browser.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          globalSetup: 'scripts/setup.mjs',
        },
      },
      {
        test: {
          name: 'screen-reader',
          environment: 'node',
          include: ['test/screen-reader/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          globalSetup: 'scripts/setup.mjs',
        },
      },
    ],
  },
});
