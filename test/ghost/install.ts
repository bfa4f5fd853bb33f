/**
 * Ghost as it is published, with the exact packages of its own lock file: installed once, in a folder of
 * the user's cache, because it takes minutes and 800 MB. npm alone cannot install it.
 */
import { execFileSync, spawnSync, type ExecFileSyncOptions } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installWithApt, onPath } from '../../scripts/browsers.mjs';
import { hashOf, npm } from '../../scripts/setup.mjs';

const version = '6.65.0';
/** Ghost's Node and package manager have a lock file here. */
const toolsOfBuild = ['package.json', 'package-lock.json'];

/** Where an installed Ghost has what a test needs. */
export interface GhostFiles {
  /** Ghost's own folder. */
  ghost: string;
  /** The Node that Ghost wants, which need not be the one that runs the tests. */
  node: string;
  /** The script of Ghost's sign-in, which Ghost would take from a CDN. */
  portal: string;
}

const fileOf = (name: string) => fileURLToPath(new URL(`build/${name}`, import.meta.url));
const nodePackage = () => `node-linux-${process.arch}`;

function filesIn(folder: string): GhostFiles {
  const modules = join(folder, 'tools/node_modules');
  return {
    ghost: join(folder, 'ghost'),
    node: join(modules, nodePackage(), 'bin/node'),
    portal: join(modules, '@tryghost/portal/umd/portal.min.js'),
  };
}

function run(command: string, args: string[], options: ExecFileSyncOptions): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
}

function runNpm(cwd: string, ...args: string[]): void {
  const { command, args: all, shell } = npm(...args);
  run(command, all, { cwd, shell });
}

/** SQLite's binding is compiled where no prebuilt one can be had. */
function ensureCompiler(): void {
  if (['python3', 'make', 'g++'].every((name) => onPath([name]))) return;
  installWithApt(['python3', 'make', 'g++']);
}

function install(folder: string): void {
  const tools = join(folder, 'tools');
  mkdirSync(tools, { recursive: true });
  for (const name of toolsOfBuild) cpSync(fileOf(name), join(tools, name));
  runNpm(tools, 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  runNpm(folder, 'pack', '--silent', `ghost@${version}`);
  const { ghost, node } = filesIn(folder);
  mkdirSync(ghost);
  const packed = join(folder, `ghost-${version}.tgz`);
  run('tar', ['-xzf', packed, '-C', ghost, '--strip-components=1'], {});
  rmSync(packed);

  const bin = [join(node, '..'), join(tools, 'node_modules/.bin'), process.env.PATH ?? ''];
  const env = {
    ...process.env,
    PATH: bin.join(delimiter),
    CI: 'true',
    // The headers are there already; node-gyp would download them.
    npm_config_nodedir: join(node, '../..'),
  };
  const store = `--store-dir=${join(folder, 'store')}`;
  const pnpm = (...args: string[]) =>
    run(node, [join(tools, 'node_modules/pnpm/bin/pnpm.mjs'), ...args, store], { cwd: ghost, env });
  pnpm('install', '--prod', '--frozen-lockfile', '--ignore-scripts');
  ensureCompiler();
  pnpm('rebuild', 'better-sqlite3');
  // The installed files are links into the store, and stay.
  rmSync(join(folder, 'store'), { recursive: true, force: true });
  const sqlite = `new (require('better-sqlite3'))(':memory:')`;
  run(node, ['-e', sqlite], { cwd: ghost });
}

/**
 * Installs Ghost if it is not there yet.
 * @returns why it cannot be had, if it cannot.
 */
export function ensureGhost(): GhostFiles | string {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    return 'Ghost is installed on Linux only';
  }
  const cache = join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    'private-podcast-subscribe',
  );
  const lock = hashOf(toolsOfBuild.map((name) => `test/ghost/build/${name}`)).slice(0, 8);
  const folder = join(cache, `ghost-${version}-${lock}`);
  if (!existsSync(folder)) {
    if (!isReachable()) return 'npm cannot be reached, and Ghost is not installed';
    console.log(`Installing Ghost ${version} in ${cache}, which takes minutes …`);
    const part = `${folder}.${process.pid}`;
    rmSync(part, { recursive: true, force: true });
    try {
      install(part);
    } catch {
      // What failed has said so on the standard error. It is Ghost's build, and no fault of ours.
      rmSync(part, { recursive: true, force: true });
      return 'Ghost could not be installed here';
    }
    // Another run may have been quicker.
    if (existsSync(folder)) rmSync(part, { recursive: true });
    else renameSync(part, folder);
  }
  return filesIn(folder);
}

function isReachable(): boolean {
  const { command, args, shell } = npm('view', `ghost@${version}`, 'version');
  return spawnSync(command, args, { shell }).status === 0;
}
