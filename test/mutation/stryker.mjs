/** Runs Stryker, in a process of its own: it can be ended, with all that it started. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureDependencies, root } from '../../scripts/setup.mjs';

const { resolve } = createRequire(import.meta.url);
const cache = join(root, '.cache/mutation');

/**
 * @param {object} run
 * @param {string} run.name of its files in the cache
 * @param {string[]} run.mutate files of sources, or lines of them
 * @param {string[]} run.tests files
 * @param {Record<string, unknown>} run.options of Stryker
 * @param {{ seed: string, count: number }} [run.sample]
 * @param {string} [run.verdicts] the file for the reporter `verdicts`
 * @param {number} [run.minutes] It ends after these.
 * @returns {Promise<number>} the exit code of Stryker
 */
export async function mutate({ name, mutate, tests, options, sample, verdicts = '', minutes }) {
  ensureDependencies('test/mutation');
  // The sandbox is a folder in this one, and some tests look for `shared` beside the project.
  const sandboxes = join(cache, `sandbox-${name}`);
  const [shared, link] = [join(root, '../shared'), join(sandboxes, 'shared')];
  rmSync(sandboxes, { recursive: true, force: true });
  mkdirSync(sandboxes, { recursive: true });
  if (existsSync(shared)) symlinkSync(shared, link, 'junction');
  const config = join(cache, `${name}-options.json`);
  const all = {
    mutate,
    testRunner: 'vitest',
    // By their paths: Stryker would look for them in the sandbox.
    plugins: [resolve('@stryker-mutator/vitest-runner'), resolve('./stryker-plugin.mjs')],
    checkers: sample ? ['drawn'] : [],
    ignorePatterns: ['/dist', '/.cache', '/docs/reference'],
    tempDirName: sandboxes,
    concurrency: 2,
    timeoutMS: 10_000,
    clearTextReporter: { allowColor: Boolean(process.stdout.isTTY), logTests: false },
    allowConsoleColors: Boolean(process.stdout.isTTY),
    warnings: { slow: false },
    ...options,
  };
  writeFileSync(config, JSON.stringify(all));
  const stryker = join(resolve('@stryker-mutator/core/package.json'), '../bin/stryker.js');
  const isGroup = process.platform !== 'win32';
  const child = spawn(process.execPath, [stryker, 'run', config], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group: a mutant may be in a loop without end, and hears no signal.
    detached: isGroup,
    env: {
      ...process.env,
      MUTATION_TESTS: tests.join(),
      MUTATION_VERDICTS: verdicts,
      ...(sample && { MUTATION_SEED: sample.seed, MUTATION_SAMPLE: String(sample.count) }),
    },
  });
  const end = () => {
    try {
      if (isGroup && child.pid) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    } catch {
      // It has ended.
    }
  };
  process.once('exit', end);
  const timer = minutes && setTimeout(end, minutes * 60_000);
  const [status] = await once(child, 'close');
  clearTimeout(timer || undefined);
  end();
  process.off('exit', end);
  rmSync(sandboxes, { recursive: true, force: true, maxRetries: 5 });
  return status ?? 1;
}
