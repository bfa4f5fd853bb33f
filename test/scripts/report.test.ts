import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TestRunnerConfig } from '@web/test-runner';
import { componentReporter, SECOND_TRY, summarize } from '../../scripts/report.mjs';

describe('summarize', () => {
  it('counts a test that is skipped without a reason as a failure', () => {
    expect(
      summarize([
        { name: 'a', state: 'passed', isRetried: true },
        { name: 'b', state: 'failed' },
        { name: 'c (skipped: no Redis)', state: 'skipped' },
        { name: 'd', state: 'skipped', reason: 'no disk' },
        { name: 'e', state: 'skipped' },
      ]),
    ).toEqual({
      passed: 1,
      failed: ['b', 'e (skipped, without a reason)'],
      skipped: ['no Redis', 'no disk'],
      retried: ['a'],
    });
  });
});

describe('componentReporter', () => {
  type Finished = Parameters<
    NonNullable<NonNullable<TestRunnerConfig['reporters']>[number]['onTestRunFinished']>
  >[0];
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  afterEach(() => printed.mockClear());

  function finish(...sessions: object[]): string[] {
    componentReporter([]).onTestRunFinished?.({ sessions } as unknown as Finished);
    return printed.mock.calls.map(([line]) => String(line));
  }
  const browser = { name: 'Firefox' };
  const suite = (name: string, passed: boolean) => ({
    name: '',
    tests: [],
    suites: [{ name: 'keys', tests: [{ name, passed, skipped: false }], suites: [] }],
  });

  it('names a test that was tried a second time, with its engine', () => {
    const session = { browser, passed: true, testResults: suite('are pressed', true) };
    const logs = [['other'], [`${SECOND_TRY}keys are pressed`]];
    expect(finish({ ...session, logs })).toEqual([
      'Tried a second time: keys are pressed (Firefox)',
      '1 passed, 0 failed',
    ]);
  });

  it('counts a file that failed outside its tests as one failure', () => {
    expect(finish({ browser, passed: false, testFile: 'a.test.ts', logs: [] })).toEqual([
      '0 passed, 1 failed',
    ]);
    const session = { browser, passed: false, testFile: 'a.test.ts', logs: [] };
    expect(finish({ ...session, testResults: suite('a', true) }).at(-1)).toBe('1 passed, 1 failed');
    expect(finish({ ...session, testResults: suite('a', false) }).at(-1)).toBe(
      '0 passed, 1 failed',
    );
  });

  it.each([
    'Browser tests did not finish within 240000ms. You can increase this timeout.',
    'WebDriverError: Request timed out! Consider increasing the option.',
  ])('reports nothing of a run whose browser hung: %s', (message) => {
    const errors = [{ message }];
    expect(finish({ browser, passed: false, testFile: 'a.test.ts', errors })).toEqual([]);
  });
});
