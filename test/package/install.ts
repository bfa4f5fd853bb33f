/** Packs a package and installs it into an empty folder, as its users do. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

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

/** @param from the folder of the package */
export async function packPackage(from = root): Promise<Packed> {
  assertAlone(join(tmpdir(), 'package'));
  const temporary = await mkdtemp(join(tmpdir(), 'package-'));
  const { stdout } = await npm(['pack', '--json', '--pack-destination', temporary], from);
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

/** @param from the folder of the package */
export async function installPackage(from = root): Promise<Installed> {
  const packed = await packPackage(from);
  const folder = await installInto(packed.temporary, [packed.tarball]);
  return {
    ...packed,
    folder,
    async node(...args) {
      return (await run(process.execPath, args, { cwd: folder, timeout: 150_000 })).stdout;
    },
  };
}

const tool = (path: string) => join(root, 'node_modules', path);

/**
 * Has attw judge the types for all importers but those before Node 16. Rejects if it finds a problem.
 * @returns the entry points that it saw
 */
export async function judgeTypes(installed: Installed): Promise<string[]> {
  const attw = tool('@arethetypeswrong/cli/dist/index.js');
  const options = ['--profile', 'node16', '--format', 'json', '--exclude-entrypoints', './embed/*'];
  const { analysis } = JSON.parse(await installed.node(attw, installed.tarball, ...options)) as {
    analysis: { entrypoints: Record<string, unknown> };
  };
  return Object.keys(analysis.entrypoints);
}

/** The problems that publint finds in an installed package. */
export async function lintPackage({ folder }: Installed, name: string): Promise<unknown[]> {
  const pkgDir = join(folder, 'node_modules', name);
  const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true });
  return messages.map((message) => formatMessage(message, pkg));
}

type Resolution = [moduleResolution: string, module: string, projectType: string];

/**
 * The ways in which TypeScript may resolve the package, and the type of the project that does: the newest of
 * Node's for a module, and the oldest for CommonJS, which may not `require` a module.
 */
export const resolutions: Resolution[] = [
  ['bundler', 'esnext', 'module'],
  ['nodenext', 'nodenext', 'module'],
  ['node16', 'node16', 'commonjs'],
];

/**
 * Type-checks code that imports what is installed, the declarations of packages included.
 * @returns what the compiler printed, or how it failed
 */
export async function compile(
  installed: Installed,
  code: string,
  [moduleResolution, module, type]: Resolution,
): Promise<unknown> {
  const project = await mkdtemp(join(installed.folder, `${moduleResolution}-${type}-`));
  const options = { moduleResolution, module, target: 'es2022', lib: ['es2023', 'dom'] };
  // TypeScript's own declarations are as they are. They would take half of the time.
  const skipDefaultLibCheck = true;
  const compilerOptions = {
    ...options,
    skipDefaultLibCheck,
    strict: true,
    noEmit: true,
    types: [],
  };
  await writeFile(join(project, 'package.json'), JSON.stringify({ type }));
  await writeFile(join(project, 'consumer.ts'), code);
  const config = join(project, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
  // A compiler that was stopped has printed nothing, so the whole failure is the answer.
  return installed
    .node(tool('typescript/bin/tsc'), '--project', config)
    .catch((failure: unknown) => failure);
}
