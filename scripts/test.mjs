/**
 * `npm test`: sets up what is missing, builds, and runs every check and every test. A step that
 * fails does not stop the ones after it. The last line is `N passed, N failed`: a test counts
 * one, and so does a check that has no tests of its own.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { countOfExit, countOfRun, countOfVitest, line, sum } from './counts.mjs';
import { ensureBrowsers, ensureBuild, ensureDependencies, root } from './setup.mjs';

/** @typedef {import('./counts.mjs').Count} Count */

const cache = join(root, '.cache');
const bin = {
  eslint: 'node_modules/eslint/bin/eslint.js',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  vitest: 'node_modules/vitest/vitest.mjs',
  webTestRunner: 'node_modules/@web/test-runner/dist/bin.js',
};

/**
 * Runs a script in a process of its own, its output shown.
 * @param {string[]} command path of the script from the root, and its arguments
 */
function node(...command) {
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status;
}

/** @param {string[]} command */
function check(...command) {
  return countOfExit(node(...command));
}

/** @param {() => void} work */
function attempt(work) {
  try {
    work();
    return countOfExit(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return countOfExit(1);
  }
}

/**
 * A test runner's count, out of the report that it writes.
 * @param {string} file name of the report
 * @param {(report: any) => Count} read
 * @param {string[]} command
 */
function tests(file, read, ...command) {
  const path = join(cache, file);
  rmSync(path, { force: true });
  const status = node(...command);
  const report = existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
  return countOfRun(report, status);
}

/** @param {string} project */
function vitest(project) {
  const file = `vitest-${project}.json`;
  return tests(
    file,
    countOfVitest,
    bin.vitest,
    ...['run', '--project', project, '--reporter=default', '--reporter=json'],
    `--outputFile.json=${join(cache, file)}`,
  );
}

/** @type {Record<string, () => Count>} */
const steps = {
  'set-up': () =>
    attempt(() => {
      ensureDependencies();
      ensureBrowsers({ firefox: true, webkit: true });
    }),
  build: () => attempt(ensureBuild),
  types: () => check('scripts/check-types.mjs'),
  lint: () => check(bin.eslint, '.', '--max-warnings', '0'),
  format: () => check(bin.prettier, '--check', '.'),
  imports: () => check('scripts/check-imports.mjs'),
  manifest: () => check('scripts/check-manifest.mjs'),
  bundle: () => check('scripts/check-bundle.mjs'),
  size: () => check('scripts/size.mjs'),
  'tests in Node': () => vitest('node'),
  'tests of pages': () => vitest('pages'),
  'tests of components': () => tests('components.json', (report) => report, bin.webTestRunner),
};

mkdirSync(cache, { recursive: true });
const results = Object.entries(steps).map(([name, step]) => {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const count = step();
  return { name, count, seconds: (performance.now() - start) / 1000 };
});

console.log('');
for (const { name, count, seconds } of results) {
  console.log(`${name.padEnd(20)} ${line(count).padEnd(26)} ${seconds.toFixed(1)} s`);
}
const total = sum(results.map(({ count }) => count));
if (total.skipped.length > 0) console.log(`Skipped: ${total.skipped.join('; ')}`);
console.log(line(total));
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
