/**
 * `npm run test:mutation -- podcast`: changes `src/podcast` in one place at a time and lists the
 * changes that no test in `test/podcast` notices. Fails below a score of 85 %. Changes that were
 * judged before, and whose code and tests are the same, are not judged again. A part of a folder
 * is quicker: `npm run test:mutation -- podcast/xml` or `podcast/schema.ts`.
 */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureDependencies, root } from '../../scripts/setup.mjs';

const [part = '', ...rest] = process.argv.slice(2);
const [folder = ''] = part.split('/');
const paths = [join('src', part), join('test', folder)];
if (!/^[a-z]+(\/[a-z][a-z0-9.-]*)*$/.test(part) || !paths.every(existsIn) || rest.length > 0) {
  console.error('Name one folder of `src` that `test` has too: npm run test:mutation -- podcast');
  process.exit(1);
}

/** @param {string} path relative to the root */
function existsIn(path) {
  return existsSync(join(root, path));
}

// The sandbox is a folder in this one, and some tests look for `shared` beside the project.
const sandboxes = join(root, '.cache/mutation');
const [shared, link] = [join(root, '../shared'), join(sandboxes, 'shared')];
mkdirSync(sandboxes, { recursive: true });
if (existsSync(shared) && !existsSync(link)) symlinkSync(shared, link, 'junction');

process.chdir(root);
process.env.MUTATED_FOLDER = folder;
ensureDependencies('test/mutation');
const core = '@stryker-mutator/core';
const { Stryker } = await import(core);
await new Stryker({
  mutate: [part.endsWith('.ts') ? `src/${part}` : `src/${part}/**/*.ts`],
  testRunner: 'vitest',
  // By its path: Stryker would look for it in the sandbox.
  plugins: [createRequire(import.meta.url).resolve('@stryker-mutator/vitest-runner')],
  ignorePatterns: ['/dist', '/.cache', '/docs'],
  tempDirName: sandboxes,
  cleanTempDir: 'always',
  concurrency: 2,
  timeoutMS: 10_000,
  incremental: true,
  incrementalFile: `.cache/mutation/${folder}.json`,
  reporters: ['clear-text', 'html'],
  htmlReporter: { fileName: `.cache/mutation/${folder}.html` },
  clearTextReporter: { allowColor: Boolean(process.stdout.isTTY), logTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
  allowConsoleColors: Boolean(process.stdout.isTTY),
}).runMutationTest();
