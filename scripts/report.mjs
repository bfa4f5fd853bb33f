/**
 * Two reporters, for Vitest and for web-test-runner. They write for `scripts/test.mjs` into the file that
 * the environment variable `TEST_REPORT` names.
 */
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} Test
 * @property {string} name
 * @property {'passed' | 'failed' | 'skipped'} state
 * @property {string} [reason] why it was skipped, unless its name says so: `(skipped: no Redis)`
 * @property {string} [error] why it failed, also where a second try passed
 * @property {boolean} [isRetried]
 *
 * @typedef {object} Report
 * @property {number} passed
 * @property {string[]} failed names, each with the first lines of why, indented
 * @property {string[]} skipped reasons, one for each test
 * @property {string[]} retried names of the tests that were tried a second time, with why
 */

/** Of an error that long, the summary says no more. */
const ERROR_LINES = 14;
const ERROR_WIDTH = 160;

const REASON = /\(skipped: ([^)]+)\)/;

/**
 * Sums tests up. A test that is skipped without a reason has failed.
 * @param {Test[]} tests
 * @returns {Report}
 */
export function summarize(tests) {
  const inState = (/** @type {Test['state']} */ wanted) =>
    tests.filter(({ state }) => state === wanted);
  const skipped = inState('skipped').map(({ name, reason = REASON.exec(name)?.[1] }) => ({
    name,
    reason,
  }));
  return {
    passed: inState('passed').length,
    failed: [
      ...inState('failed').map(({ name, error }) => name + indented(error)),
      ...skipped.flatMap(({ name, reason }) =>
        reason ? [] : `${name} (skipped, without a reason)`,
      ),
    ],
    skipped: skipped.flatMap(({ reason }) => reason ?? []),
    retried: tests
      .filter(({ isRetried }) => isRetried)
      .map(({ name, error }) => name + indented(error)),
  };
}

/** The first lines of an error, each on a line of its own. */
function indented(error = '') {
  const lines = stripVTControlCharacters(error).split('\n').filter(Boolean).slice(0, ERROR_LINES);
  return lines.map((line) => `\n    ${line.slice(0, ERROR_WIDTH)}`).join('');
}

/** @param {Test[]} tests */
function write(tests) {
  const file = process.env.TEST_REPORT;
  if (file) writeFileSync(file, JSON.stringify(summarize(tests)));
}

/** Vitest's: a file that could not be loaded counts as one failed test. */
export default class {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    write(
      modules.flatMap((module) => {
        const tests = [...module.children.allTests()].map((test) => testOf(module, test));
        const isUnexplained =
          module.state() === 'failed' && !tests.some(({ state }) => state === 'failed');
        return isUnexplained
          ? [...tests, { name: module.relativeModuleId, state: 'failed' }]
          : tests;
      }),
    );
  }
}

/**
 * @param {import('vitest/node').TestModule} module
 * @param {import('vitest/node').TestCase} test
 * @returns {Test}
 */
function testOf(module, test) {
  const result = test.result();
  return {
    name: `${module.relativeModuleId} > ${test.fullName}`,
    state: result.state === 'pending' ? 'failed' : result.state,
    ...(result.state === 'skipped' && { reason: result.note }),
    error: (result.errors ?? []).map(({ message, diff }) => [message, diff].join('\n')).join('\n'),
    isRetried: (test.diagnostic()?.retryCount ?? 0) > 0,
  };
}

/** Begins the line that each page logs when mocha tries a test a second time (`bundled-tests.mjs`). */
export const SECOND_TRY = 'Second try: ';

/** @typedef {import('@web/test-runner').TestSession} Session */

/** The runner's words for a browser that hangs. */
const HANGS =
  /WebDriverError: Request timed out|tests did not finish within|unable to create and start/;

/**
 * web-test-runner's: a file that failed outside its tests counts as one failed test. A run in which a
 * browser hung has no report, and is begun anew.
 * @param {string[]} missing names of the engines in which nothing ran
 * @returns {import('@web/test-runner').Reporter}
 */
export function componentReporter(missing) {
  return {
    onTestRunFinished({ sessions }) {
      if (sessions.some(({ errors }) => errors?.some(({ message }) => HANGS.test(message)))) return;
      const engines = missing.map((name) => `all tests in ${name} (skipped: no ${name} here)`);
      const tests = [
        ...sessions.flatMap(testsOf),
        ...engines.map((name) => ({ name, state: /** @type {const} */ ('skipped') })),
      ];
      write(tests);
      const { passed, failed, retried } = summarize(tests);
      for (const name of retried) console.log(`Tried a second time: ${name}`);
      console.log(`${passed} passed, ${failed.length} failed`);
    },
  };
}

/**
 * @param {Session} session
 * @returns {Test[]}
 */
function testsOf({ testResults, passed, browser, logs, testFile }) {
  const retried = (logs ?? []).flat().filter((text) => String(text).startsWith(SECOND_TRY));
  const tests = (testResults ? namedTests(testResults) : []).map(
    ({ name, passed, skipped, error }) =>
      /** @type {Test} */ ({
        name: `${name} (${browser.name})`,
        state: skipped ? 'skipped' : passed ? 'passed' : 'failed',
        error: error?.message,
        isRetried: retried.includes(`${SECOND_TRY}${name}`),
      }),
  );
  const isUnexplained = !passed && !tests.some(({ state }) => state === 'failed');
  return isUnexplained
    ? [...tests, { name: `${testFile} (${browser.name})`, state: 'failed' }]
    : tests;
}

/**
 * Every test of a suite, with the names of the suites around it before its own, as mocha does.
 * @param {import('@web/test-runner-core').TestSuiteResult} suite
 * @returns {import('@web/test-runner-core').TestResult[]}
 */
function namedTests({ name, tests, suites }) {
  return [...tests, ...suites.flatMap(namedTests)].map((test) => ({
    ...test,
    name: `${name} ${test.name}`.trim(),
  }));
}
