/**
 * Real feeds and other readers' test cases in `../shared/feeds`. They belong to other people and
 * stay outside the project, so a checkout may not have them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, type RunnerTestSuite } from 'vitest';

/** The folder, whether it exists or not. */
export const sharedFeeds = new URL('../../../../shared/feeds/', import.meta.url);

export const hasSharedFeeds = existsSync(sharedFeeds);

/** The same words in every suite, so that the end of a run says them once, with the number of tests. */
const ABSENT = 'the 85 feeds of other publishers are not in this repository';

/**
 * A `describe` for tests that read `../shared/feeds`. Without the folder each of them is skipped.
 * @param count how many tests `register` adds; checked where the folder exists
 */
export function describeSharedFeeds(name: string, count: number, register: () => void): void {
  describe(name, () => {
    if (hasSharedFeeds) {
      register();
      it(`has ${count} tests`, ({ task }) => {
        // This one is not counted.
        expect(countTests(task.suite) - 1).toBe(count);
      });
    } else {
      for (let test = 1; test <= count; test++) it.skip(`test ${test} (skipped: ${ABSENT})`);
    }
  });
}

function countTests(suite: RunnerTestSuite | undefined): number {
  return (suite?.tasks ?? []).reduce(
    (sum, task) => sum + (task.type === 'suite' ? countTests(task) : 1),
    0,
  );
}

export const sharedBytes = (path: string): Uint8Array => readFileSync(new URL(path, sharedFeeds));

export const sharedText = (path: string): string =>
  readFileSync(new URL(path, sharedFeeds), 'utf8');
