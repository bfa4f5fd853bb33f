/** Packs the package and installs it into an empty folder, as whoever uses it does. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Packed {
  /** Path of the packed file. */
  tarball: string;
  /** Paths of the files in it. */
  files: string[];
  /** A folder for what is installed from it; gone after `remove`. */
  temporary: string;
  remove(): Promise<void>;
}

export interface Installed extends Packed {
  /** The folder that it is installed in. */
  folder: string;
  /** Runs a program of Node in that folder and gives what it printed. */
  node(...args: string[]): Promise<string>;
}

export function npm(args: string[], cwd: string, signal?: AbortSignal) {
  const { npm_execpath: path } = process.env;
  return path?.endsWith('.js')
    ? run(process.execPath, [path, ...args], { cwd, signal })
    : run('npm', args, { cwd, signal, shell: process.platform === 'win32' });
}

/** Node looks for packages in every folder above, too: there must be none, or missing ones are found. */
function assertAlone(folder: string): void {
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (existsSync(join(above, 'node_modules'))) {
      throw new Error(`Remove ${join(above, 'node_modules')}, or set TMPDIR to another folder.`);
    }
  }
}

export async function packPackage(): Promise<Packed> {
  assertAlone(join(tmpdir(), 'package'));
  const temporary = await mkdtemp(join(tmpdir(), 'package-'));
  const { stdout } = await npm(
    ['pack', '--json', '--ignore-scripts', '--pack-destination', temporary],
    root,
  );
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  return {
    tarball: join(temporary, packed!.filename),
    files: packed!.files.map(({ path }) => path),
    temporary,
    remove: () => rm(temporary, { recursive: true }),
  };
}

/** Installs packages into a new, empty folder. */
export async function installInto(temporary: string, packages: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(temporary, 'empty-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], folder);
  return folder;
}

export async function installPackage(): Promise<Installed> {
  const packed = await packPackage();
  const folder = await installInto(packed.temporary, [packed.tarball]);
  return {
    ...packed,
    folder,
    async node(...args) {
      return (await run(process.execPath, args, { cwd: folder, timeout: 150_000 })).stdout;
    },
  };
}
