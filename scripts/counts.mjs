/** Counts what passed, failed and did not run, out of the report of each test runner. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} skipped names of the tests that did not run
 * @property {string[]} [unsteady] names of the tests that passed only when they were tried again
 *
 * @typedef {{ name: string, passed: boolean, skipped: boolean }} TestResult
 * @typedef {{ name: string, tests: TestResult[], suites: SuiteResult[] }} SuiteResult
 * @typedef {{ passed?: boolean, testResults?: SuiteResult, browser: { name: string } }} Session
 */

/**
 * The sum of all counts.
 * @param {Count[]} counts
 * @returns {Count}
 */
export function sum(counts) {
  return {
    passed: counts.reduce((total, { passed }) => total + passed, 0),
    failed: counts.reduce((total, { failed }) => total + failed, 0),
    skipped: counts.flatMap(({ skipped }) => skipped),
    unsteady: counts.flatMap(({ unsteady = [] }) => unsteady),
  };
}

/**
 * The closing line, in the one form that scripts read.
 * @param {Pick<Count, 'passed' | 'failed'>} count
 */
export function line({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/** A reason in a test's name, and how many tests the name stands for: `(12 tests skipped: no disk)`. */
const SKIP_REASON = /\((?:(\d+) tests )?skipped:? ([^)]+)\)/;

/** Names shown of the tests that give no reason. */
const MAX_NAMES = 3;

/**
 * What did not run, as lines to print: how many tests, by the reason that their names give.
 * @param {string[]} skipped names of the tests
 * @returns {string[]}
 */
export function notRun(skipped) {
  if (skipped.length === 0) return [];
  /** @type {Map<string, number>} */
  const reasons = new Map();
  const unexplained = [];
  for (const name of skipped) {
    const [, count = '1', reason] = SKIP_REASON.exec(name) ?? [];
    if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + Number(count));
    else unexplained.push(name);
  }
  const more = unexplained.length - MAX_NAMES;
  if (unexplained.length > 0) {
    const names = unexplained.slice(0, MAX_NAMES).join('; ');
    const reason = `no reason given: ${names}${more > 0 ? ` and ${more} more` : ''}`;
    reasons.set(reason, unexplained.length);
  }
  const total = [...reasons.values()].reduce((all, count) => all + count, 0);
  return [
    `Tests that did not run: ${total}`,
    ...[...reasons].map(([reason, count]) => `${String(count).padStart(6)}  ${reason}`),
  ];
}

/**
 * The count of one program that says by its exit code alone whether it is content.
 * @param {number | null} status exit code, null where a signal ended it
 * @returns {Count}
 */
export function countOfExit(status) {
  return status === 0
    ? { passed: 1, failed: 0, skipped: [] }
    : { passed: 0, failed: 1, skipped: [] };
}

/**
 * The count of a test runner: what its report says, and one failure more where the runner
 * failed although no test of it did, or ran no test at all.
 * @param {Count | undefined} report undefined where no report was written
 * @param {number | null} status
 * @returns {Count}
 */
export function countOfRun(report, status) {
  if (!report) return countOfExit(1);
  const unexplained = status !== 0 && report.failed === 0;
  const nothingRan = report.passed + report.failed === 0;
  return unexplained || nothingRan ? { ...report, failed: report.failed + 1 } : report;
}

/**
 * Reads the report of Vitest's JSON reporter. A file that could not be loaded has no tests
 * and counts as one failure.
 * @param {import('vitest/reporters').JsonTestResults} report
 * @returns {Count}
 */
export function countOfVitest({ testResults }) {
  return sum(
    testResults.map(({ status, assertionResults }) => {
      /** @param {string[]} wanted */
      const withStatus = (...wanted) =>
        assertionResults.filter((test) => wanted.includes(test.status));
      const failed = withStatus('failed').length;
      return {
        passed: withStatus('passed').length,
        failed: status === 'failed' && failed === 0 ? 1 : failed,
        skipped: withStatus('skipped', 'pending', 'todo', 'disabled').map((test) => test.fullName),
        unsteady: withStatus('passed')
          .filter((test) => test.failureMessages?.length)
          .map((test) => test.fullName),
      };
    }),
  );
}

/**
 * Reads the sessions of web-test-runner: one for each test file in each browser. A session
 * that failed outside its tests counts as one failure.
 * @param {Iterable<Session>} sessions
 * @returns {Count}
 */
export function countOfSessions(sessions) {
  return sum(
    [...sessions].map(({ passed, testResults, browser }) => {
      const tests = testResults ? testsIn(testResults, []) : [];
      const ran = tests.filter((test) => !test.skipped);
      const failed = ran.filter((test) => !test.passed).length;
      return {
        passed: ran.length - failed,
        failed: passed || failed > 0 ? failed : 1,
        skipped: tests
          .filter((test) => test.skipped)
          .map((test) => `${test.fullName} (${browser.name})`),
      };
    }),
  );
}

/**
 * @param {SuiteResult} suite
 * @param {string[]} names of the suites around it
 * @returns {(TestResult & { fullName: string })[]}
 */
function testsIn(suite, names) {
  const path = [...names, suite.name].filter(Boolean);
  return [
    ...suite.tests.map((test) => ({ ...test, fullName: [...path, test.name].join(' ') })),
    ...suite.suites.flatMap((inner) => testsIn(inner, path)),
  ];
}

/**
 * A reporter for web-test-runner: it prints `N passed, N failed` as its last line and leaves the
 * counts in a file for `npm test`.
 * @param {{ file: string, missing: string[] }} options
 *   `file` takes the counts as JSON, `missing` names the engines in which nothing ran
 * @returns {import('@web/test-runner').Reporter}
 */
export function countReporter({ file, missing }) {
  return {
    onTestRunFinished({ sessions }) {
      const count = countOfSessions(sessions);
      const engines = missing.map((name) => `all tests in ${name} (skipped: no ${name} here)`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ ...count, skipped: [...count.skipped, ...engines] }));
    },
    stop({ sessions }) {
      console.log(line(countOfSessions(sessions)));
    },
  };
}
