/**
 * Bundles the element's tests before the test runner starts, and builds the element that they test: the
 * script-tag build, as members load it. A page then loads some twenty files instead of two hundred. Every
 * entry point keeps the path of its source, so that `--files` and `import.meta.url` mean the same.
 */
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import { SECOND_TRY } from './report.mjs';
import { root } from './setup.mjs';

const BROWSER_TEST = /^(test\/components\/.*(?<!\.node)\.test|test\/.*\.browser\.test)\.ts$/;

/** Paths that only the running test server has. */
const ONLY_SERVED = /^\/__web|\?copy$/;

/** A head with this mark: the file asks for what the engines do in ways of their own. */
const FOR_ENGINES = /^\/\*\*(?:(?!\*\/).)*\n \* @engines \S/s;

/** Paths of the tests in browsers, from the root. */
export const testFiles = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => BROWSER_TEST.test(file));

/** Those of them that run in every engine. */
export const engineTestFiles = testFiles.filter((file) =>
  FOR_ENGINES.test(readFileSync(join(root, file), 'utf8')),
);

/** mocha's results do not say which test it tried again: the page's log does. */
const LOG_SECOND_TRIES = `afterEach(function () {
  const { currentTest: test } = this;
  if (test.currentRetry() > 0) console.log('${SECOND_TRY}' + test.fullTitle());
});`;

/** @param {string} file */
const fromRoot = (file) => relative(root, file).replaceAll('\\', '/');

const embedFolder = '/dist/embed/';

/** The same build in a page that gives each of its chunks as `window.giveChunk` says: late, or not at all. */
const heldFolder = '/dist/held/';

/** @param {string} code of a file of the build */
const held = (code) =>
  code.replace(/\bimport\(([`"'][^`"']+[`"'])\)/g, 'window.giveChunk($1,()=>import($1))');

/** What draws the cases of models: `SEED=N` repeats a run. */
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

/** The tests put on a page what members load: the script-tag build, in place of its source. */
const builtElement = {
  name: 'built-element',
  resolveId: {
    filter: { id: /\/src\/define\.js$/ },
    handler: () =>
      /** @type {const} */ ({
        id: `${embedFolder}private-podcast-subscribe.js`,
        external: 'absolute',
      }),
  },
};

/**
 * @returns {Promise<[path: string, code: string][]>} `dist/embed` as `npm run build` would write it now, and
 *   a list of what the element loads later
 */
async function buildEmbed() {
  // Lit's development build is not for shipping.
  process.env.NODE_ENV = 'production';
  const built = await build({ root, mode: 'embed', logLevel: 'warn', build: { write: false } });
  if (!Array.isArray(built)) throw new Error('Vite built no library.');
  const files = built.flatMap(({ output }) => output);
  const lazy = files.filter((file) => file.type === 'chunk' && file.isDynamicEntry);
  if (lazy.length === 0) throw new Error('The element loads nothing later.');
  return [
    ...files.map(
      (file) =>
        /** @type {[string, string]} */ ([
          embedFolder + file.fileName,
          String(file.type === 'chunk' ? file.code : file.source),
        ]),
    ),
    [`${embedFolder}lazy-modules.json`, JSON.stringify(lazy.map(({ fileName }) => fileName))],
  ];
}

/** @returns {Promise<Map<string, string>>} code and source maps by the path of their URL */
async function bundle() {
  const bundler = await rolldown({
    cwd: root,
    input: Object.fromEntries(testFiles.map((file) => [file, file])),
    external: ONLY_SERVED,
    plugins: [builtElement],
    platform: 'browser',
    resolve: { conditionNames: ['production', 'browser', 'import', 'default'] },
    transform: {
      target: 'es2022',
      define: {
        'process.env.NODE_ENV': '"production"',
        'process.env.SEED': String(seed),
        'process.env.LAW_TIMES': JSON.stringify(process.env.LAW_TIMES ?? '1'),
      },
    },
    // A module that nobody uses runs all the same, as it does unbundled.
    treeshake: false,
    preserveEntrySignatures: 'strict',
    checks: { pluginTimings: false, ineffectiveDynamicImport: false },
  });
  const { output } = await bundler.generate({
    dir: root,
    format: 'esm',
    sourcemap: true,
    banner: ({ name }) => (testFiles.includes(name) ? LOG_SECOND_TRIES : ''),
    entryFileNames: '[name]',
    chunkFileNames: ({ facadeModuleId }) =>
      facadeModuleId ? fromRoot(facadeModuleId) : 'bundled/[name]-[hash].js',
  });
  await bundler.close();
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
  console.log(`Seed of the models: SEED=${seed}`);
  const files = new Map([...(await bundle()), ...(await buildEmbed())]);
  return (context, next) => {
    const { path } = context;
    const text = path.startsWith(heldFolder)
      ? held(files.get(path.replace(heldFolder, embedFolder)) ?? '')
      : files.get(path);
    if (text === undefined) return next();
    context.type = /\.(map|json)$/.test(context.path) ? 'json' : 'js';
    // Each run has a server of its own, and nothing changes while it runs.
    context.set('cache-control', 'max-age=3600');
    context.body = text;
  };
}
