/**
 * The projects. `node` runs what needs no browser, on the sources; `pages` runs whole pages and the
 * installed package, on the build. The others are the parts of `npm run test:all`. Files named
 * `*.browser.test.ts` belong to web-test-runner, and so does `test/components` but for
 * `*.node.test.ts`. `npm run test:mutation` runs those that judge.
 */
import { fileURLToPath } from 'node:url';
import {
  postgresInstead,
  preparedDatabase,
} from './test/support/feed-service/prepared-database.js';
import { builtFeedWorker } from './test/support/feed-service/service-build.js';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { parts, type Part } from './scripts/parts.mjs';

const src = fileURLToPath(new URL('src/', import.meta.url));

/** The tests that judge mutants. */
const mutated = process.env.MUTATION_TESTS?.split(',');
const seed = process.env.MUTATION_SEED;
const exclude = [
  ...configDefaults.exclude,
  '**/*.browser.test.ts',
  // Thousands of mutants cannot be judged by feeds that are not here.
  ...(mutated ? ['**/open-feeds.test.ts'] : []),
];

const setUps: Record<Part['on'], TestProjectInlineConfiguration & { globalSetup: string }> = {
  sources: {
    globalSetup: 'test/support/feed-service/service-build.ts',
    plugins: [builtFeedWorker, preparedDatabase, postgresInstead],
    resolve: {
      // The demo imports the package by name, as a publisher does: here that means its sources.
      alias: [
        { find: /^private-podcast-subscribe\/([a-z]+)$/, replacement: `${src}$1.ts` },
        { find: /^private-podcast-subscribe$/, replacement: `${src}index.ts` },
        { find: /^private-podcast-service$/, replacement: `${src}service.ts` },
      ],
    },
  },
  build: { globalSetup: 'scripts/setup.mjs' },
};

function project(
  name: string,
  { on, files, own, env, globalSetup, isSerial, isInBrowser }: Omit<Part, 'minutes'>,
  test: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  const { globalSetup: ownSetUp, ...config } = setUps[on];
  return {
    ...config,
    test: {
      name,
      environment: 'node',
      include: files,
      exclude,
      env,
      globalSetup: [ownSetUp, 'test/support/laws/seed.ts', ...(globalSetup ? [globalSetup] : [])],
      // Programs of the world outside, and what follows a server's changes, end in their own time.
      setupFiles: [
        'test/support/laws/configure.ts',
        ...(own || env ? [] : ['test/support/quiet/quiet.ts']),
      ],
      fileParallelism: !isSerial,
      // No module keeps what changes, so the files of a worker share the modules: to load them anew for
      // each file would take as long as half of the tests. What needs the world outside has few files.
      isolate: Boolean(own),
      // Browsers stop for seconds at times. The end of a run names each test that needed this.
      retry: isInBrowser ? 1 : 0,
      testTimeout: on === 'sources' ? 60_000 : 180_000,
      hookTimeout: 180_000,
      // A machine may be busy: a condition has as long as the machine needs.
      expect: { poll: { timeout: 20_000 } },
      ...test,
    },
  };
}

/** Files of the parts are in no other project, unless a part says so. */
const apart = Object.values(parts).flatMap(({ files, isOnceMore }) => (isOnceMore ? [] : files));

const node = project(
  'node',
  {
    on: 'sources',
    files: mutated ?? ['test/*/**/*.test.ts'],
    globalSetup: 'test/support/other-packages.ts',
  },
  {
    exclude: [
      ...exclude,
      ...apart,
      'test/components/**/!(*.node).test.ts',
      'test/{browser,package}/**',
    ],
  },
);

const pages = project(
  'pages',
  { on: 'build', files: ['test/{browser,package}/**/*.test.ts'], isInBrowser: true },
  { exclude: [...exclude, ...apart] },
);

export default defineConfig({
  test: {
    // No test may rely on the one before it. A run prints its seed: `--sequence.seed` repeats it.
    sequence: { shuffle: { files: true, tests: true }, ...(seed && { seed: Number(seed) }) },
    // Many tests wait for a server or a program: one worker on two cores would leave both idle.
    maxWorkers: 2,
    projects: mutated
      ? [node]
      : [node, pages, ...Object.entries(parts).map(([name, part]) => project(name, part))],
  },
});
