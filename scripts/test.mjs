/**
 * `npm test` sets up what is missing, builds, and runs the checks and the tests that are quick.
 * `npm run test:all` runs the parts of `parts.mjs` after it, `npm run test:world` those that need the world
 * outside; with names of parts, only those. `--ci` runs what `plan.mjs` chooses. `SEED=N` repeats what is
 * drawn. A step that fails does not stop the others. The last line is `N passed, N failed`: a test counts
 * one, and so does a check.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from './checks.mjs';
import { parts } from './parts.mjs';
import { fits, linesOf, MOST_MINUTES, planRun, QUICK_MINUTES, readCommit } from './plan.mjs';
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
/** @type {{ name: string, report: Report, minutes: number }[]} */
const results = [];
const nothing = { passed: 0, failed: [], skipped: [], retried: [] };
const minutesSince = (/** @type {number} */ start) => (performance.now() - start) / 60_000;

/**
 * @param {string} name
 * @param {() => Promise<Report | void>} work
 */
async function step(name, work) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const report = await work().then(
    (report) => report ?? { ...nothing, passed: 1 },
    (error) => {
      console.error(error);
      return { ...nothing, failed: [name] };
    },
  );
  results.push({ name, report, minutes: minutesSince(start) });
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
    const file = join(root, `.cache/report-${name.replaceAll(/\W+/g, '-')}.json`);
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

/**
 * Runs projects of Vitest in one go: where one waits, another goes on.
 * @param {string[]} names
 */
const projects = (names) => {
  const { SEED } = process.env;
  const seed = SEED ? [`--sequence.seed=${SEED}`] : [];
  const named = names.flatMap((name) => ['--project', name]);
  return tests(names.join(', '), [...vitest, ...seed, ...named]);
};

async function runChecks() {
  for (const [name, command] of Object.entries(checks)) {
    await step(name, async () => {
      const status = await run(command, { isQuiet: true });
      if (status !== 0) throw new Error(`${name}: ended with code ${status}.`);
    });
  }
}

async function runQuick() {
  // Tests wait for servers, programs and frames much of the time, and checks for nothing.
  await Promise.all([
    runChecks().then(() => tests('components', webTestRunner, { ENGINES: 'chromium' })),
    projects(['node', 'pages']),
  ]);
}

/**
 * The parts that are no project of Vitest.
 * @type {Record<string, (name: string) => Promise<void>>}
 */
const ownRunners = {
  engines: (name) => tests(name, webTestRunner, { ENGINES: 'firefox,webkit' }),
  mutants: (name) => tests(name, ['../test/mutation/run.mjs', '--changed']),
};

const runPart = (/** @type {string} */ name) => ownRunners[name]?.(name) ?? projects([name]);

/** @param {import('./plan.mjs').Plan} plan */
async function runPlanned({ planned, leftOff }) {
  const leaveOff = (/** @type {string} */ name) => {
    const skipped = [`the part ${name} would take the run past ${MOST_MINUTES} minutes`];
    results.push({ name, report: { ...nothing, skipped }, minutes: 0 });
  };
  const each = planned.filter(({ name }) => !parts[name]?.own && !ownRunners[name]);
  await projects(each.map(({ name }) => name));
  let expected = each.reduce((sum, { minutes }) => sum + minutes, QUICK_MINUTES);
  for (const { name, minutes } of planned.filter((part) => !each.includes(part))) {
    if (fits(minutes, { taken: minutesSince(begin), expected })) await runPart(name);
    else leaveOff(name);
    expected += minutes;
  }
  for (const { name } of leftOff) leaveOff(name);
}

process.once('SIGTERM', () => process.exit(143));

const begin = performance.now();
const [mode, ...named] = process.argv.slice(2);
const offered = Object.keys(parts).filter((name) => mode !== '--world' || parts[name]?.own);
if (named.some((name) => !offered.includes(name))) {
  throw new Error(`The parts are ${offered.join(', ')}.`);
}
const commit = mode === '--ci' ? readCommit(root) : undefined;
const plan = commit && planRun(parts, commit);
// What is drawn for a commit is the same wherever it is tested.
if (commit) process.env.SEED = String(commit.time);
const others = mode ? offered : [];
const chosen = plan ? plan.planned.map(({ name }) => name) : named.length > 0 ? named : others;
if (plan) console.log(linesOf(plan).join('\n'));

await step('set-up', async () => {
  ensureDependencies();
  // The check of types reads those of its packages.
  ensureDependencies('test/tools');
  const hasAll = chosen.includes('engines');
  ensureBrowsers({ firefox: hasAll || chosen.includes('screen-reader'), webkit: hasAll });
});
await step('build', async () => ensureBuild());
if (named.length === 0 && mode !== '--world') await runQuick();
if (plan) await runPlanned(plan);
else for (const name of chosen) await runPart(name);

/** @param {'failed' | 'skipped' | 'retried'} what */
const all = (what) => results.flatMap(({ report }) => report[what]);
const passed = results.reduce((sum, { report }) => sum + report.passed, 0);
const reasons = all('skipped');

console.log('');
for (const { name, report, minutes } of results) {
  const counts = `${report.passed} passed, ${report.failed.length} failed, ${report.skipped.length} skipped`;
  console.log(`${name.padEnd(22)} ${minutes.toFixed(1).padStart(5)} min  ${counts}`);
}
for (const reason of new Set(reasons)) {
  console.log(`Skipped: ${reasons.filter((other) => other === reason).length} × ${reason}`);
}
for (const name of all('retried')) console.log(`Tried a second time: ${name}`);
for (const name of all('failed')) console.log(`Failed: ${name}`);
console.log(`All of it took ${minutesSince(begin).toFixed(1)} minutes.`);
console.log(`${passed} passed, ${all('failed').length} failed`);
process.exit(all('failed').length > 0 || passed === 0 ? 1 : 0);
