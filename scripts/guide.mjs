/**
 * `npm run docs` makes the guide in `.cache/guide`, a folder for any web server, and shows it. It is
 * made of this checkout alone and asks no other host. What is up to date is left alone.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild, ensureDependencies, filesUnder, hashOf, root } from './setup.mjs';

/** Where the guide is, once it is built. */
export const guideFolder = join(root, '.cache/guide');

const stamp = join(root, '.cache/guide.stamp');

/** The API reference, which is made. */
const reference = join('docs', 'reference');

/** Documents may link to any file, and get a copy of it: these are the ones that change often. */
const inputs = () => [
  ...filesUnder('docs').filter((file) => !file.startsWith(reference)),
  ...['demo/show', 'packages/service/deploy', 'custom-elements.json', 'scripts/guide.mjs'],
  ...['SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'src/languages/languages.ts'],
];

/**
 * Runs a program that is installed in `docs`.
 * @param {string} program relative to its `node_modules`
 * @param {string[]} args
 */
function run(program, ...args) {
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'docs/node_modules', program), ...args],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (status !== 0) throw new Error(`${program} failed: see above.`);
}

const vitepress = (/** @type {string[]} */ ...args) => run('vitepress/bin/vitepress.js', ...args);

/** Builds the guide when a document, the element or the guide's own code has changed. */
export function ensureGuide() {
  ensureBuild();
  const hash = `${hashOf(inputs())} ${readFileSync(join(root, 'dist/.stamp'), 'utf8')}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  ensureDependencies('docs');
  console.log('Building the guide …');
  // From the docstrings of the entry points, into `reference`.
  run('typedoc/bin/typedoc', '--options', 'docs/typedoc.json');
  vitepress('build', 'docs');
  writeFileSync(stamp, hash);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureGuide();
  if (process.argv.includes('--show')) vitepress('preview', 'docs', '--port', '4173');
}
