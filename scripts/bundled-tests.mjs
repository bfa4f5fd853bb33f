/**
 * Bundles the element's tests before the test runner starts. A page then loads some twenty files
 * instead of two hundred. What the element imports later stays a file of its own, and every
 * entry point keeps the path of its source, so that `--files` and `import.meta.url` mean the same.
 */
import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { rolldown } from 'rolldown';
import { SECOND_TRY } from './report.mjs';
import { root } from './setup.mjs';

/** A test of the element, and the script that one of them loads again. */
const ENTRY = /^(test\/components\/.*(?<!\.node)\.test|test\/.*\.browser\.test|src\/define)\.ts$/;

/** What only the running test server has. */
const ONLY_SERVED = /^\/__web|\?copy$/;

const entries = ['src', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => ENTRY.test(file)),
);

/** Paths of the tests in browsers, from the root. */
export const testFiles = entries.filter((file) => file.endsWith('.test.ts'));

/** mocha's results do not say which test it tried again: the page's log does. */
const LOG_SECOND_TRIES = `afterEach(function () {
  const { currentTest: test } = this;
  if (test.currentRetry() > 0) console.log('${SECOND_TRY}' + test.fullTitle());
});`;

/** @param {string} file */
const fromRoot = (file) => relative(root, file).replaceAll('\\', '/');

/** @returns {Promise<Map<string, string>>} code and source maps by the path of their URL */
async function bundle() {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((file) => [file, file])),
    external: ONLY_SERVED,
    platform: 'browser',
    resolve: { conditionNames: ['production', 'browser', 'import', 'default'] },
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    // A module that nobody uses runs all the same, as it does unbundled.
    treeshake: false,
    preserveEntrySignatures: 'strict',
    checks: { pluginTimings: false, ineffectiveDynamicImport: false },
  });
  const { output } = await build.generate({
    dir: root,
    format: 'esm',
    sourcemap: true,
    banner: ({ name }) => (testFiles.includes(name) ? LOG_SECOND_TRIES : ''),
    entryFileNames: '[name]',
    chunkFileNames: ({ facadeModuleId }) =>
      facadeModuleId ? fromRoot(facadeModuleId) : 'bundled/[name]-[hash].js',
  });
  await build.close();
  return new Map(
    output.map((file) => [
      `/${file.fileName}`,
      String(file.type === 'chunk' ? file.code : file.source),
    ]),
  );
}

/**
 * Middleware of the test server that answers for the bundled files.
 * @returns {Promise<NonNullable<import('@web/test-runner').TestRunnerConfig['middleware']>[number]>}
 */
export async function bundledTests() {
  const files = await bundle();
  return (context, next) => {
    const text = files.get(context.path);
    if (text === undefined) return next();
    context.type = context.path.endsWith('.map') ? 'json' : 'js';
    // Each run has a server of its own, and nothing changes while it runs.
    context.set('cache-control', 'max-age=3600');
    context.body = text;
  };
}
