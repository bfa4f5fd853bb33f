/**
 * `npm test`: sets up what is missing, builds, and runs every check and every test. A step that
 * fails does not stop the ones after it. The last line is `N passed, N failed`: a test counts
 * one, and so does a check that has no tests of its own. `npm run test:frameworks` and
 * `npm run test:wordpress` run what is apart instead.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { countOfExit, countOfRun, countOfVitest, line, notRun, sum } from './counts.mjs';
import { ensureBrowsers, ensureBuild, ensureDependencies, root } from './setup.mjs';

/**
 * @typedef {import('./counts.mjs').Count} Count
 * @typedef {{ name: string, count: Count, seconds: number }} Result
 */

const cache = join(root, '.cache');
const bin = {
  tsc: 'node_modules/typescript/bin/tsc',
  eslint: 'node_modules/eslint/bin/eslint.js',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  vitest: 'node_modules/vitest/vitest.mjs',
  webTestRunner: 'node_modules/@web/test-runner/dist/bin.js',
};
const { 'check:types': checkTypes } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
).scripts;

/** Programs that judge by their exit code, and share nothing: two of them run at a time. */
const checks = {
  types: [bin.tsc, ...checkTypes.split(' ').slice(1)],
  lint: [bin.eslint, '.', '--max-warnings', '0'],
  format: [bin.prettier, '--check', '.'],
  imports: ['scripts/check-imports.mjs'],
  bundle: ['scripts/check-bundle.mjs'],
  size: ['scripts/size.mjs'],
};

/**
 * Runs a script in a process of its own.
 * @param {string[]} command path of the script from the root, and its arguments
 * @param {'inherit' | 'pipe'} output shown while it runs, or returned
 */
async function node(command, output) {
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', output, output] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part) => (text += part));
  }
  const [status] = /** @type {[number | null]} */ (await once(child, 'close'));
  return { status, text };
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
 * A test runner's count, read from the report that it writes.
 * @param {string} file name of the report
 * @param {(report: any) => Count} read
 * @param {string[]} command
 */
async function tests(file, read, ...command) {
  const path = join(cache, file);
  rmSync(path, { force: true });
  const { status } = await node(command, 'inherit');
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

/**
 * @param {string} name
 * @param {() => Count | Promise<Count>} work
 * @returns {Promise<Result>}
 */
async function step(name, work) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const count = await work();
  return { name, count, seconds: (performance.now() - start) / 1000 };
}

/** Runs the checks, two at a time. Each one's output is shown in one piece, when it has ended. */
async function runChecks() {
  /** @type {Result[]} */
  const results = [];
  const waiting = Object.entries(checks);
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command] = next;
      const start = performance.now();
      const { status, text } = await node(command, 'pipe');
      console.log(`\n── ${name}\n${text.trimEnd()}`);
      const seconds = (performance.now() - start) / 1000;
      results.push({ name, count: countOfExit(status), seconds });
    }
  };
  await Promise.all([lane(), lane()]);
  return results;
}

function setUp() {
  ensureDependencies();
  ensureBrowsers({ firefox: true, webkit: true });
}

/** What has servers of its own, or installs much: `npm run test:frameworks` and the like. */
const apart = { frameworks: 'tests in frameworks', wordpress: 'tests in WordPress' };

/** Everything else. */
async function runAll() {
  return [
    await step('build', () => attempt(ensureBuild)),
    ...(await runChecks()),
    await step('tests in Node', () => vitest('node')),
    await step('tests in runtimes', () => vitest('runtimes')),
    await step('tests of pages', () => vitest('pages')),
    await step('tests of components', () =>
      tests('components.json', (report) => report, bin.webTestRunner),
    ),
  ];
}

mkdirSync(cache, { recursive: true });
const project = process.argv[2] ?? '';
const results = [
  await step('set-up', () => attempt(setUp)),
  ...(project in apart
    ? [await step(apart[/** @type {keyof typeof apart} */ (project)], () => vitest(project))]
    : await runAll()),
];

console.log('');
for (const { name, count, seconds } of results) {
  console.log(`${name.padEnd(20)} ${line(count).padEnd(26)} ${seconds.toFixed(1).padStart(6)} s`);
}
const total = sum(results.map(({ count }) => count));
for (const text of notRun(total.skipped)) console.log(text);
for (const name of total.unsteady ?? []) console.log(`Passed at the second try: ${name}`);
console.log(line(total));
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
