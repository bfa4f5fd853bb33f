/**
 * `npm run setup`: gets whatever a bare machine lacks: dependencies, browsers, the build. It runs
 * before anything is installed, so it uses Node's built-ins only. What is up to date is left alone.
 * `--no-browsers` leaves out the browsers, and whatever else only tests need.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBrowsers } from './browsers.mjs';

export { ensureBrowsers };

/** The repository's root folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const buildStamp = join(root, 'dist/.stamp');
const buildInputs = [
  'src',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig/build.json',
  'tsconfig/build-service.json',
  'scripts/build.mjs',
  'scripts/commonjs.mjs',
  'packages/service/package.json',
  'packages/conformance/package.json',
  'demo/show',
  'scripts/embed',
];

/**
 * Installs the dependencies when the lock file is not the one they were installed from.
 * @param {string} [folder] with a package.json of its own, for what one part alone needs: `docs`,
 * relative to the root
 */
export function ensureDependencies(folder = '.') {
  const wanted = hashOf([join(folder, 'package-lock.json')]);
  const stamp = join(root, folder, 'node_modules/.setup-stamp');
  if (readStamp(stamp) === wanted) return;
  console.log(`Installing ${folder === '.' ? 'dependencies' : `what ${folder} needs`} (npm ci) …`);
  const { command, args, shell } = npm('ci', '--include=dev', '--no-audit', '--no-fund');
  run(command, args, { cwd: join(root, folder), shell });
  writeFileSync(stamp, wanted);
}

/**
 * The command line that runs npm, for `spawn`. npm tells its own scripts where it is; without it,
 * Windows needs a shell, because its `npm` is a script.
 * @param {string[]} args
 */
export function npm(...args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js')
    ? { command: process.execPath, args: [script, ...args], shell: false }
    : { command: 'npm', args, shell: process.platform === 'win32' };
}

/** Builds `dist` when a source or a configuration is not the one it was built from. */
export function ensureBuild() {
  if (readStamp(buildStamp) === hashOf(buildInputs)) return;
  console.log('Building …');
  run(process.execPath, [join(root, 'scripts/build.mjs')]);
}

/** Vitest calls this before tests that run on the build. It takes whatever is returned for a teardown. */
export function setup() {
  ensureBuild();
}

/**
 * Marks `dist` as built from the sources as they were when the hash was taken.
 * @param {string} hash
 */
export function stampBuild(hash) {
  writeFileSync(buildStamp, hash);
}

/** A hash over the content of everything that the build reads. */
export function hashOfBuildInputs() {
  return hashOf(buildInputs);
}

/** @param {string} file */
function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** @param {string[]} paths files and folders, relative to the root */
export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesUnder)) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Every file in a folder of the repository but what is installed there, or the file itself, relative
 * to the root.
 * @param {string} path relative to the root
 */
export function filesUnder(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|[\\/])node_modules[\\/]/.test(file))
    .sort();
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, shell?: boolean }} [options]
 */
function run(command, args, options) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) throw error;
  if (status !== 0) throw new Error(`\`${command} ${args.join(' ')}\` failed: see above.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureDependencies();
  if (!process.argv.includes('--no-browsers')) {
    ensureDependencies('test/tools');
    const { missing } = ensureBrowsers({ firefox: true, webkit: true });
    for (const engine of missing) {
      console.log(`${engine} is not available on this system: its tests are left out.`);
    }
  }
  ensureBuild();
}
