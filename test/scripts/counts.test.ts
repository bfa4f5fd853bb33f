/** What passed, failed and did not run is counted, and nothing that went wrong counts as nothing. */
import { describe, expect, it } from 'vitest';
import type { JsonTestResults } from 'vitest/reporters';
import {
  countOfExit,
  countOfRun,
  countOfSessions,
  countOfVitest,
  line,
  notRun,
  sum,
} from '../../scripts/counts.mjs';

type VitestTest = [name: string, status: string, failureMessages?: string[]];

function vitestReport(files: { status: string; tests: VitestTest[] }[]) {
  return {
    testResults: files.map(({ status, tests }) => ({
      status,
      assertionResults: tests.map(([fullName, of, failureMessages]) => ({
        fullName,
        status: of,
        failureMessages,
      })),
    })),
  } as unknown as JsonTestResults;
}

const test = (name: string, passed: boolean, skipped = false) => ({ name, passed, skipped });
const browser = { name: 'Chromium' };

describe('sum and line', () => {
  it('adds up', () => {
    const total = sum([
      { passed: 3, failed: 1, skipped: ['a'] },
      { passed: 4, failed: 2, skipped: ['b', 'c'] },
    ]);
    expect(total).toEqual({ passed: 7, failed: 3, skipped: ['a', 'b', 'c'], unsteady: [] });
    expect(line(total)).toBe('7 passed, 3 failed');
  });
});

describe('notRun', () => {
  it('says nothing when every test ran', () => {
    expect(notRun([])).toEqual([]);
  });

  it('counts by reason, and a name that stands for several tests as so many', () => {
    const feeds = '../shared/feeds is absent';
    expect(
      notRun([
        `real feeds (400 tests skipped: ${feeds})`,
        `derived feeds (skipped: ${feeds}) one`,
        'Redis (skipped: no redis-server)',
        'a',
        'b',
      ]),
    ).toEqual([
      'Tests that did not run: 404',
      `   401  ${feeds}`,
      '     1  no redis-server',
      '     2  no reason given: a; b',
    ]);
  });

  it('names the first few without a reason', () => {
    expect(notRun(['a', 'b', 'c', 'd', 'e'])[1]).toBe(
      '     5  no reason given: a; b; c and 2 more',
    );
  });
});

describe('countOfExit', () => {
  it.each([
    [0, 1, 0],
    [1, 0, 1],
    [null, 0, 1],
  ])('counts exit code %s as %i passed, %i failed', (status, passed, failed) => {
    expect(countOfExit(status)).toEqual({ passed, failed, skipped: [] });
  });
});

describe('countOfRun', () => {
  const report = { passed: 5, failed: 0, skipped: [] };

  it('is what the report says', () => {
    expect(countOfRun(report, 0)).toEqual(report);
    expect(countOfRun({ ...report, failed: 2 }, 1)).toEqual({ ...report, failed: 2 });
  });

  it('fails once more where the runner failed and no test did', () => {
    expect(countOfRun(report, 1)).toEqual({ ...report, failed: 1 });
    expect(countOfRun(report, null)).toEqual({ ...report, failed: 1 });
  });

  it('fails where nothing ran and where no report was written', () => {
    expect(countOfRun({ passed: 0, failed: 0, skipped: ['a'] }, 0)).toMatchObject({ failed: 1 });
    expect(countOfRun(undefined, 0)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('countOfVitest', () => {
  it('counts tests and names what did not run', () => {
    const report = vitestReport([
      {
        status: 'passed',
        tests: [
          ['one', 'passed'],
          ['two', 'skipped'],
          ['three', 'todo'],
        ],
      },
      {
        status: 'failed',
        tests: [
          ['four', 'failed'],
          ['five', 'passed'],
        ],
      },
    ]);
    expect(countOfVitest(report)).toEqual({
      passed: 2,
      failed: 1,
      skipped: ['two', 'three'],
      unsteady: [],
    });
  });

  it('names what passed only when it was tried again', () => {
    const report = vitestReport([
      {
        status: 'passed',
        tests: [
          ['one', 'passed', []],
          ['two', 'passed', ['too late']],
        ],
      },
    ]);
    expect(countOfVitest(report)).toMatchObject({ passed: 2, failed: 0, unsteady: ['two'] });
  });

  it('counts a file that could not be loaded as one failure', () => {
    const report = vitestReport([{ status: 'failed', tests: [] }]);
    expect(countOfVitest(report)).toEqual({ passed: 0, failed: 1, skipped: [], unsteady: [] });
  });
});

describe('countOfSessions', () => {
  it('counts the tests of nested suites in each browser', () => {
    const inner = {
      name: 'inner',
      tests: [test('two', false), test('three', false, true)],
      suites: [],
    };
    const outer = { name: 'outer', tests: [test('one', true)], suites: [inner] };
    const testResults = { name: '', tests: [], suites: [outer] };
    expect(countOfSessions([{ passed: false, testResults, browser }])).toEqual({
      passed: 1,
      failed: 1,
      skipped: ['outer inner three (Chromium)'],
      unsteady: [],
    });
  });

  it('counts a session that failed outside its tests as one failure', () => {
    const testResults = { name: '', tests: [test('one', true)], suites: [] };
    expect(countOfSessions([{ passed: false, browser }])).toMatchObject({ passed: 0, failed: 1 });
    expect(countOfSessions([{ passed: false, testResults, browser }])).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });
});
