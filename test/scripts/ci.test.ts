/** The hosted workflow is valid YAML, and runs what the README says, where the README says. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';

interface Job {
  strategy?: { matrix: Record<string, unknown[]> };
  'timeout-minutes': number;
  steps: { uses?: string; run?: string }[];
}

const root = new URL('../../', import.meta.url);
const document = parseDocument(readFileSync(new URL('.github/workflows/ci.yml', root), 'utf8'));
const { jobs } = document.toJS() as { jobs: Record<string, Job> };

describe('the workflow', () => {
  it('is valid YAML, in which no key stands twice', () => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
  });

  it('runs on Linux, macOS and Windows, with the oldest Node and a newer one', () => {
    expect(jobs.test?.strategy?.matrix).toEqual({
      os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
      node: [20, 24],
    });
  });

  it.each([
    ['test', 'npm test'],
    // Debian has what the parts of npm run test:all need: WordPress, for one.
    ['debian', '.ci/run'],
  ])('runs the tests and the start in the job %s, within a time', (name, tests) => {
    const job = jobs[name]!;
    const commands = job.steps.flatMap(({ run }) => run ?? []);
    expect(commands).toEqual([tests, 'node .ci/start.mjs']);
    for (const file of ['.ci/run', '.ci/start.mjs'])
      expect(existsSync(fileURLToPath(new URL(file, root)))).toBe(true);
    expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
    for (const { uses } of job.steps)
      expect(uses ?? 'none').toMatch(/^(none|actions\/[\w-]+@v\d+)$/);
  });
});
