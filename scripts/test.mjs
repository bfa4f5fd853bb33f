/**
 * `npm test` sets up what is missing, builds, and runs the checks and the tests that are quick.
 * `npm run test:all` runs the parts of `parts.mjs` after it; with names of parts, only those. A
 * step that fails does not stop the others. The last line is `N passed, N failed`: a test counts
 * one, and so does a check.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parts } from './parts.mjs';
import { ensureBrowsers, ensureBuild, ensureDependencies, root } from './setup.mjs';

/** @typedef {import('./report.mjs').Report} Report */

/** How often a run is begun anew because a browser hung. */
const MOST_LOSSES = 2;

const modules = join(root, 'node_modules');
const vitest = [
  'vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=./scripts/report.mjs',
];
const webTestRunner = ['@web/test-runner/dist/bin.js'];
const [, ...types] = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts[
  'check:types'
].split(' ');
const checks = {
  types: ['typescript/bin/tsc', ...types],
  lint: ['eslint/bin/eslint.js', '.', '--max-warnings', '0'],
  format: ['prettier/bin/prettier.cjs', '--check', '.'],
  imports: ['../scripts/check-imports.mjs'],
  bundle: ['../scripts/check-bundle.mjs'],
  size: ['../scripts/size.mjs'],
};

/** @type {{ name: string, report: Report, seconds: number }[]} */
const results = [];

/**
 * @param {string} name
 * @param {() => Promise<Report | void>} work
 */
async function step(name, work) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const done = { passed: 1, failed: [], skipped: [], retried: [] };
  const report = await work().then(
    (report) => report ?? done,
    (error) => {
      console.error(error);
      return { ...done, passed: 0, failed: [name] };
    },
  );
  results.push({ name, report, seconds: (performance.now() - start) / 1000 });
}

/**
 * Runs a script of a package. Its output is shown at once, or in one piece when it has ended.
 * @param {string[]} command path from `node_modules`, and arguments
 * @param {{ env?: Record<string, string>, isQuiet?: boolean }} [options]
 * @returns {Promise<number | null>} its exit code
 */
async function run([script = '', ...args], { env, isQuiet = false } = {}) {
  const output = isQuiet ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, [join(modules, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  });
  // A run that is cut off ends its test runners, and they the programs that they started.
  const end = () => child.kill();
  process.once('exit', end);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part) => (text += part));
  const [status] = await once(child, 'close');
  process.off('exit', end);
  if (text) console.log(text.trimEnd());
  return status;
}

/**
 * Runs a test runner. If it fails although none of its tests did, that counts as one failure.
 * @param {string} name
 * @param {string[]} command
 * @param {Record<string, string>} [env]
 */
const tests = (name, command, env) =>
  step(name, async () => {
    const file = join(root, `.cache/report-${name}.json`);
    mkdirSync(join(root, '.cache'), { recursive: true });
    rmSync(file, { force: true });
    const itself = `${name} (the test runner itself)`;
    const runOnce = () => run(command, { env: { ...env, TEST_REPORT: file } });
    let status = await runOnce();
    let losses = 0;
    // WebKitGTK hangs at times, and then its runner ends without a report.
    while (!existsSync(file) && command === webTestRunner && losses++ < MOST_LOSSES)
      status = await runOnce();
    if (!existsSync(file)) throw new Error(`${name}: the test runner ended with code ${status}.`);
    /** @type {Report} */
    const report = JSON.parse(readFileSync(file, 'utf8'));
    report.retried.push(...Array.from({ length: losses }, () => itself));
    const isWhole = report.failed.length > 0 || (status === 0 && report.passed > 0);
    return isWhole ? report : { ...report, failed: [itself] };
  });

async function runChecks() {
  for (const [name, command] of Object.entries(checks)) {
    await step(name, async () => {
      const status = await run(command, { isQuiet: true });
      if (status !== 0) throw new Error(`${name}: ended with code ${status}.`);
    });
  }
}

async function runQuick() {
  // Tests in Node wait for servers and programs much of the time, and checks for nothing.
  await Promise.all([runChecks(), tests('node', [...vitest, '--project', 'node'])]);
  await tests('pages', [...vitest, '--project', 'pages']);
  await tests('components', webTestRunner, { ENGINES: 'chromium' });
}

/** @param {string} name */
const runPart = (name) =>
  name === 'engines'
    ? tests(name, webTestRunner, { ENGINES: 'firefox,webkit' })
    : tests(name, [...vitest, '--project', name]);

process.once('SIGTERM', () => process.exit(143));

const [isAll, ...named] = process.argv.slice(2);
const unknown = named.filter((name) => !(name in parts));
if (unknown.length > 0) throw new Error(`The parts are ${Object.keys(parts).join(', ')}.`);

await step('set-up', async () => {
  ensureDependencies();
  // The check of types reads those of its packages.
  ensureDependencies('test/tools');
  ensureBrowsers({ firefox: Boolean(isAll), webkit: Boolean(isAll) });
});
await step('build', async () => ensureBuild());
if (named.length === 0) await runQuick();
for (const name of isAll && named.length === 0 ? Object.keys(parts) : named) await runPart(name);

/** @param {'failed' | 'skipped' | 'retried'} what */
const all = (what) => results.flatMap(({ report }) => report[what]);
const passed = results.reduce((sum, { report }) => sum + report.passed, 0);
const reasons = all('skipped');

console.log('');
for (const { name, report, seconds } of results) {
  const counts = `${report.passed} passed, ${report.failed.length} failed, ${report.skipped.length} skipped`;
  console.log(`${name.padEnd(14)} ${(seconds / 60).toFixed(1).padStart(5)} min  ${counts}`);
}
for (const reason of new Set(reasons)) {
  console.log(`Skipped: ${reasons.filter((other) => other === reason).length} × ${reason}`);
}
for (const name of all('retried')) console.log(`Tried a second time: ${name}`);
for (const name of all('failed')) console.log(`Failed: ${name}`);
console.log(`${passed} passed, ${all('failed').length} failed`);
process.exit(all('failed').length > 0 || passed === 0 ? 1 : 0);
