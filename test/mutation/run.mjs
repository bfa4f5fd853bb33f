/**
 * `npm run test:mutation -- podcast`: changes `src/podcast` in one place at a time and lists the
 * changes that no test in `test/podcast` notices. Fails below a score of 85 %. Changes that were
 * judged before, and whose code and tests are the same, are not judged again. A part of a folder
 * is quicker: `npm run test:mutation -- podcast/xml` or `podcast/schema.ts`. With `--sample 400` it is so
 * many, drawn by `--seed`.
 *
 * `--changed`, a part of CI: the lines that the last 48 hours changed, for five minutes at most
 * (`judge-changed.mjs`).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/setup.mjs';
import { judgeChanged } from './judge-changed.mjs';
import { mutate } from './stryker.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string' },
  },
});
const { changed, sample, seed } = values;
const [part = '', ...rest] = positionals;
const [folder = ''] = part.split('/');

/** @param {string} path relative to the root */
const existsIn = (path) => existsSync(join(root, path));

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

if (changed) {
  await judgeChanged(seed);
} else if (
  /^[a-z]+(\/[a-z][a-z0-9.-]*)*$/.test(part) &&
  [join('src', part), join('test', folder)].every(existsIn) &&
  rest.length === 0
) {
  process.exitCode = await mutate({
    name: folder,
    mutate: [part.endsWith('.ts') ? `src/${part}` : `src/${part}/**/*.ts`],
    tests: [`test/${folder}/**/*.test.ts`],
    options: {
      incremental: !sample,
      incrementalFile: `.cache/mutation/${folder}.json`,
      reporters: ['clear-text', 'html', 'json'],
      htmlReporter: { fileName: `.cache/mutation/${folder}.html` },
      jsonReporter: { fileName: `.cache/mutation/${folder}-report.json` },
      thresholds: { high: 95, low: 85, break: 85 },
    },
    ...(sample && { sample: { seed: seed ?? '1', count: Number(sample) } }),
  });
} else {
  console.error('Name one folder of `src` that `test` has too: npm run test:mutation -- podcast');
  process.exitCode = 1;
}
