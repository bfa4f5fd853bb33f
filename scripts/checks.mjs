/**
 * The checks of `npm test` by their names: each a script, as a path from `node_modules`, and its arguments.
 * What they found is kept in `.cache`, so that the next run looks only at what changed.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, hashOf, root } from './setup.mjs';

const [, ...types] = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts[
  'check:types'
].split(' ');

/** @param {string} name of a file in which a check keeps what it found by the content of each file */
const cacheAt = (name) => [
  ...['--cache', '--cache-strategy', 'content', '--cache-location'],
  join(root, '.cache', name),
];

/**
 * ESLint's verdict on a file depends on the types of what it imports. Nothing imports a test, so a test keeps
 * its verdict while everything else is as it was.
 */
function lintCache() {
  const folders = ['src', 'test', 'demo', 'bench', 'scripts', 'integrations'];
  const all = [
    ...folders.flatMap(filesUnder),
    'eslint.config.js',
    'tsconfig.json',
    'vite.config.ts',
  ];
  const imported = all.filter(
    (path) => !path.endsWith('.test.ts') && /\.([cm]?[jt]s|json)$/.test(path),
  );
  const key = hashOf(['package-lock.json', ...imported]);
  const keyFile = join(root, '.cache/lint-key');
  if (!existsSync(keyFile) || readFileSync(keyFile, 'utf8') !== key) {
    mkdirSync(join(root, '.cache'), { recursive: true });
    rmSync(join(root, '.cache/lint'), { force: true });
    writeFileSync(keyFile, key);
  }
  return cacheAt('lint');
}

/** @type {Record<string, string[]>} */
export const checks = {
  types: ['typescript/bin/tsc', ...types],
  lint: ['eslint/bin/eslint.js', '.', '--max-warnings', '0', ...lintCache()],
  format: ['prettier/bin/prettier.cjs', '--check', '.', ...cacheAt('format')],
  imports: ['../scripts/check-imports.mjs'],
  unused: ['knip/bin/knip.js', '--no-progress'],
  bundle: ['../scripts/check-bundle.mjs'],
  size: ['../scripts/size.mjs'],
};
