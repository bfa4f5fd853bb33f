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

export interface Installed {
  /** Path of the packed file. */
  tarball: string;
  /** Paths of the files in it. */
  files: string[];
  /** The folder that it is installed in. */
  folder: string;
  /** Runs a program of Node in that folder and gives what it printed. */
  node(...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

function npm(args: string[], cwd: string) {
  const { npm_execpath: path } = process.env;
  return path?.endsWith('.js')
    ? run(process.execPath, [path, ...args], { cwd })
    : run('npm', args, { cwd, shell: process.platform === 'win32' });
}

/** Node looks for packages in every folder above, too: there must be none, or missing ones are found. */
function assertAlone(folder: string): void {
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (existsSync(join(above, 'node_modules'))) {
      throw new Error(`Remove ${join(above, 'node_modules')}, or set TMPDIR to another folder.`);
    }
  }
}

export async function installPackage(): Promise<Installed> {
  assertAlone(join(tmpdir(), 'package'));
  const temporary = await mkdtemp(join(tmpdir(), 'package-'));
  const { stdout } = await npm(
    ['pack', '--json', '--ignore-scripts', '--pack-destination', temporary],
    root,
  );
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  const tarball = join(temporary, packed!.filename);

  const folder = await mkdtemp(join(temporary, 'empty-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], folder);
  return {
    tarball,
    files: packed!.files.map(({ path }) => path),
    folder,
    async node(...args) {
      return (await run(process.execPath, args, { cwd: folder, timeout: 50_000 })).stdout;
    },
    remove: () => rm(temporary, { recursive: true }),
  };
}
