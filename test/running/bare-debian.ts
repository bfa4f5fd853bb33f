/**
 * A bare Debian 12 that runs on this machine, with a systemd of its own and no network but itself. Its
 * packages are fetched once and kept; Debian's apt then installs them there as from the network.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/setup.mjs';
import { ensureProgram } from '../support/programs/debian.js';
import { until } from '../support/waiting/until.js';

const cache = join(root, '.cache/bare-debian');
const boot = fileURLToPath(new URL('boot.sh', import.meta.url));

export interface Machine {
  /** The path of a file of the machine, as this one sees it. */
  pathOf(file: string): string;
  /** Runs commands as root, from a shell that ends at the first failure, and gives what they print. */
  run(commands: string): Promise<string>;
  stop(): Promise<void>;
}

/** Why there can be no such machine here; empty if there can. */
export function missingForMachine(): string {
  if (process.platform !== 'linux') return 'only Linux can have one';
  if (process.getuid?.() !== 0) return 'only root can start one';
  if (!ensureProgram('debootstrap')) return 'debootstrap is not installed';
  return mayStartOne() ? '' : 'this system allows no namespaces, layers or control groups';
}

/** Tries what a machine needs of the kernel: containers are often allowed only a part of it. */
function mayStartOne(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'pps-trial-'));
  const layers = ['lower', 'upper', 'work', 'root'].map((name) => join(folder, name));
  for (const layer of layers) mkdirSync(layer);
  const [lower, upper, work, merged] = layers as [string, string, string, string];
  const options = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
  const mount = ['mount', '-t', 'overlay', '-o', options, 'overlay', merged];
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--cgroup'];
  try {
    const group = join(controlGroups(), `private-podcast-trial-${process.pid}`);
    mkdirSync(group);
    rmdirSync(group);
    return spawnSync('unshare', [...namespaces, ...mount]).status === 0;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A tree of files as Debian's installer leaves them, with packages that are fetched and not installed.
 * @returns undefined if they cannot be fetched.
 */
export function ensureDebian(packages: readonly string[]): string | undefined {
  const hash = createHash('sha256').update(packages.join()).digest('hex').slice(0, 12);
  const tree = join(cache, `debian-${hash}`);
  if (existsSync(tree)) return tree;
  const part = `${tree}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const options = ['--variant=minbase', '--include=systemd-sysv,dbus'];
  const fetching = ['install', '--download-only', '--yes', '-qq', ...packages];
  const steps: [command: string, args: string[]][] = [
    ['debootstrap', [...options, 'bookworm', part]],
    ['chroot', [part, 'apt-get', 'update', '-qq']],
    ['chroot', [part, 'apt-get', ...fetching]],
  ];
  const isFetched = steps.every(
    ([command, args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0,
  );
  if (!isFetched) return undefined;
  renameSync(part, tree);
  return tree;
}

/** Where the kernel keeps control groups of the second version. */
function controlGroups(): string {
  const mounts = readFileSync('/proc/mounts', 'utf8');
  const [, path] = /^\S+ (\S+) cgroup2 /m.exec(mounts) ?? [];
  if (!path) throw new Error('This system has no control groups of version 2.');
  return path;
}

async function removeGroups(folder: string): Promise<void> {
  const list = spawnSync('find', [folder, '-depth', '-type', 'd'], { encoding: 'utf8' }).stdout;
  for (const group of list.split('\n').filter(Boolean)) await rmdir(group);
}

/**
 * Starts a machine with a copy of a tree, and waits until its systemd is up.
 * @param shared a folder that it has at /mnt/host
 */
export async function startMachine(tree: string, shared: string): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'pps-machine-'));
  for (const name of ['lower', 'upper', 'work', 'root']) mkdirSync(join(folder, name));
  rmSync(join(folder, 'lower'), { recursive: true });
  spawnSync('ln', ['-s', tree, join(folder, 'lower')]);
  const group = join(controlGroups(), `private-podcast-${process.pid}`);
  mkdirSync(group);
  const program = spawn('sh', [boot, folder, shared, group], { stdio: 'ignore' });
  const init = await until(() => childOf(program));

  async function run(commands: string): Promise<string> {
    const environment = ['env', '-i', 'HOME=/root', 'TERM=dumb', 'LC_ALL=C.UTF-8'];
    const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    // No program may read the next command as its input.
    const shell = ['bash', '-e', '-o', 'pipefail', '-c', `cd\n${commands}`];
    const inside = ['--target', String(init), '--all', ...environment, path, ...shell];
    const child = spawn('nsenter', inside, { stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, errors] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      exitOf(child),
    ]);
    if (child.exitCode === 0) return output;
    throw new Error(`This failed on the machine:\n${commands}\n${errors.slice(-2000)}`);
  }

  const isUp = 'systemctl is-system-running | grep --quiet -E "running|degraded"';
  await until(() => run(isUp));
  return {
    pathOf: (file) => `/proc/${init}/root${file}`,
    run,
    async stop() {
      const ended = exitOf(program);
      program.kill('SIGKILL');
      await ended;
      await until(() => removeGroups(group));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
}

/** The process id of the first process of the machine. */
function childOf({ pid, exitCode }: ChildProcess): number {
  if (exitCode !== null) throw new Error('The machine did not start.');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const child = Number(children.split(' ')[0]);
  if (!child || readFileSync(`/proc/${child}/comm`, 'utf8').trim() !== 'systemd') {
    throw new Error('Its systemd is not up yet.');
  }
  return child;
}
