/**
 * The projects. `node` runs what needs no browser, on the sources. The others run what was built:
 * `pages` in whole pages and as an installed package, `runtimes` in other JavaScript runtimes,
 * `frameworks` and `next` in apps built with them, `wordpress` in a site with the plugin, and
 * `screen-reader` listens to what Orca says of the element. Files named `*.browser.test.ts` belong
 * to web-test-runner, and so does `test/components` but for `*.node.test.ts`. `npm run test:mutation` runs the tests of one folder.
 */
import { fileURLToPath } from 'node:url';
import { preparedDatabase } from './test/support/prepared-database.js';
import { builtFeedWorker } from './test/support/service-build.js';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const src = fileURLToPath(new URL('src/', import.meta.url));
const dist = fileURLToPath(new URL('dist/', import.meta.url));

const mutated = process.env.MUTATED_FOLDER;
const exclude = [
  ...configDefaults.exclude,
  '**/*.browser.test.ts',
  // Thousands of mutants cannot each wait for the slow tests, nor be judged by feeds that are not here.
  ...(mutated ? ['**/{growth,hostile-feeds,open-feeds,derived-feeds}.test.ts'] : []),
];

/** CI's machines stop for seconds at times. `npm test` names each test that needed this. */
const retry = process.env.CI ? 1 : 0;

const node: TestProjectInlineConfiguration = {
  plugins: [builtFeedWorker, preparedDatabase],
  resolve: {
    // The demo imports the package by name, as a publisher does: here that means its sources.
    alias: [
      { find: /^private-podcast-subscribe\/([a-z]+)$/, replacement: `${src}$1.ts` },
      { find: /^private-podcast-subscribe$/, replacement: `${src}index.ts` },
      { find: /^private-podcast-service$/, replacement: `${src}service.ts` },
    ],
  },
  test: {
    name: 'node',
    environment: 'node',
    include: [`test/${mutated ?? '*'}/**/*.test.ts`],
    exclude: [
      ...exclude,
      'test/components/**/!(*.node).test.ts',
      'test/{browser,package,frameworks,runtimes,screen-reader,wordpress}/**',
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry,
    globalSetup: 'test/support/service-build.ts',
  },
};

/** The plugin in a real WordPress: `npm run test:wordpress`. */
const wordpress: TestProjectInlineConfiguration = {
  ...node,
  test: {
    ...node.test,
    name: 'wordpress',
    include: ['test/wordpress/*.test.ts'],
    exclude,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // PHP's own server has four workers, and a page of WordPress at times waits for one of them.
    retry: 2,
    fileParallelism: false,
    globalSetup: ['test/support/service-build.ts', 'test/wordpress/setup.ts'],
  },
};

const pages: TestProjectInlineConfiguration = {
  test: {
    name: 'pages',
    environment: 'node',
    include: ['test/{browser,package}/**/*.test.ts'],
    exclude,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry,
    fileParallelism: false,
    globalSetup: 'scripts/setup.mjs',
  },
};

const runtimes: TestProjectInlineConfiguration = {
  resolve: {
    alias: [{ find: /^private-podcast-subscribe\/([a-z]+)$/, replacement: `${dist}$1.js` }],
  },
  test: {
    name: 'runtimes',
    environment: 'node',
    include: ['test/runtimes/*.test.ts'],
    hookTimeout: 120_000,
    globalSetup: 'scripts/setup.mjs',
  },
};

const frameworks: TestProjectInlineConfiguration = {
  test: {
    name: 'frameworks',
    environment: 'node',
    include: ['test/frameworks/*.test.ts'],
    // Next.js alone is bigger than everything else here: a project of its own.
    exclude: [...exclude, 'test/frameworks/next.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    globalSetup: 'scripts/setup.mjs',
  },
};

const next: TestProjectInlineConfiguration = {
  test: {
    name: 'next',
    environment: 'node',
    include: ['test/frameworks/next.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    globalSetup: 'scripts/setup.mjs',
  },
};

const screenReader: TestProjectInlineConfiguration = {
  test: {
    name: 'screen-reader',
    environment: 'node',
    include: ['test/screen-reader/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    globalSetup: 'scripts/setup.mjs',
  },
};

export default defineConfig({
  test: {
    // No test may rely on the one before it. A run prints its seed: `--sequence.seed` repeats it.
    sequence: { shuffle: { files: true, tests: true } },
    // Many tests wait for a server or a program: one worker on two cores would leave both idle.
    maxWorkers: 2,
    projects: mutated ? [node] : [node, pages, runtimes, screenReader, wordpress, frameworks, next],
  },
});
