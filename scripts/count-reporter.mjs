/**
 * A reporter for web-test-runner that counts: it prints `N passed, N failed` as its last line
 * and leaves the counts in a file for `npm test`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { countOfSessions, line } from './counts.mjs';

/**
 * @param {{ file: string, missing: string[] }} options
 *   `file` takes the counts as JSON, `missing` names the engines in which nothing ran
 * @returns {import('@web/test-runner').Reporter}
 */
export function countReporter({ file, missing }) {
  return {
    onTestRunFinished({ sessions }) {
      const count = countOfSessions(sessions);
      const skipped = [...count.skipped, ...missing.map((name) => `all tests in ${name}`)];
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ ...count, skipped }));
    },
    stop({ sessions }) {
      console.log(line(countOfSessions(sessions)));
    },
  };
}
