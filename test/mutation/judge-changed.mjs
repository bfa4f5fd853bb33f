/**
 * Judges mutants of the lines that the commits of the last 48 hours changed, and what is not committed yet.
 * Whatever keeps it from judging fails nothing: it says so.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parts } from '../../scripts/parts.mjs';
import { HOURS_OF_CHANGES } from '../../scripts/plan.mjs';
import { root } from '../../scripts/setup.mjs';
import { changedLines, judgesOf, lineOf, verdictOf } from './changed.mjs';
import { mutate } from './stryker.mjs';

const MINUTES = 5;

/** More would say little more. */
const SAMPLE = 200;

const verdicts = join(root, '.cache/mutation/verdicts.jsonl');

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).trim();

function diffOfLastDays() {
  const time = Number(git('log', '-1', '--format=%ct'));
  const before = `--before=${time - HOURS_OF_CHANGES * 3600}`;
  const base = git('rev-list', '-1', '--first-parent', before, 'HEAD');
  if (!base) throw new Error('This clone has no commit from before the last 48 hours.');
  const plain = ['--no-color', '--no-ext-diff', '--src-prefix=a/', '--dst-prefix=b/'];
  return { time, diff: git('diff', '-M', '-w', '-U0', ...plain, base, '--', 'src') };
}

/** The tests that the project `node` runs: those of the parts take too long. */
function quickTests() {
  const others = Object.values(parts).flatMap(({ files, isOnceMore }) => (isOnceMore ? [] : files));
  const isQuick = (/** @type {string} */ path) =>
    !others.some((glob) => posix.matchesGlob(path, glob));
  return git('ls-files', 'test').split('\n').filter(isQuick);
}

/** @param {string} [givenSeed] */
async function judge(givenSeed) {
  const { time, diff } = diffOfLastDays();
  const tests = quickTests();
  const changes = changedLines(diff)
    .map((change) => ({ ...change, ...judgesOf(change.path, tests) }))
    // Other tests may catch what changes in a file without a test of its own.
    .filter(({ own }) => own.length > 0);
  if (changes.length === 0) return verdictOf([]);
  const judges = [...new Set(changes.flatMap(({ own, laws }) => [...own, ...laws]))];
  const seed = givenSeed ?? String(time);
  console.log(`Judged by ${judges.join(', ')}.`);
  console.log(`Drawn by ${seed}: \`npm run test:mutation -- --changed --seed ${seed}\`.`);
  mkdirSync(join(root, '.cache/mutation'), { recursive: true });
  rmSync(verdicts, { force: true });
  const status = await mutate({
    name: 'changed',
    mutate: changes.map(({ range }) => range),
    tests: judges,
    options: { logLevel: 'warn', reporters: ['verdicts'] },
    sample: { seed, count: SAMPLE },
    verdicts,
    minutes: MINUTES,
  });
  // The last line may be cut off.
  const lines = existsSync(verdicts) ? readFileSync(verdicts, 'utf8').split('\n').slice(0, -1) : [];
  if (lines.length === 0) throw new Error(`Stryker judged nothing. It ended with ${status}.`);
  return verdictOf(lines.map((line) => JSON.parse(line)));
}

/** @param {string} [seed] */
export async function judgeChanged(seed) {
  /** @type {import('../../scripts/report.mjs').Report} */
  const report = { passed: 1, failed: [], skipped: [], retried: [] };
  try {
    const { judged, caught, survivors, isTooLow } = await judge(seed);
    for (const mutant of survivors) {
      console.log(lineOf(mutant, readFileSync(join(root, mutant.fileName), 'utf8')));
    }
    const score = `tests noticed ${caught} of ${judged} changes`;
    console.log(`${score}; fewer than 70 % beyond luck, of 40 or more, is a failure.`);
    if (isTooLow) Object.assign(report, { passed: 0, failed: [`mutants: ${score}, see above`] });
  } catch (error) {
    console.error(error);
    report.skipped.push('no mutants were judged: the output says why');
  }
  if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  process.exitCode = report.failed.length;
}
