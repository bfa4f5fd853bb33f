/** The service as published, but for where its in-memory database starts from: built, installed in a folder of its own, run from the command line. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { catalogueOf, show } from './backend.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The service's own package.json. */
const manifest = JSON.parse(readFileSync(join(root, 'packages/service/package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

export interface Outcome {
  code: number | null;
  output: string;
  errors: string;
}

export interface RunningCommand {
  program: ChildProcess;
  /** The service's base URL, once it has printed it. */
  ready: Promise<string>;
  ended: Promise<Outcome>;
  /** Its standard error so far. */
  errors(): string;
}

export interface InstalledService {
  folder: string;
  /** Starts a command in `folder`. */
  start(args: string[], options?: SpawnOptions): RunningCommand;
  /** Starts another program in `folder`, which is to run the service. */
  startProgram(name: string, args: string[], options?: SpawnOptions): RunningCommand;
  /** Runs a command to its end. */
  run(args: string[], options?: SpawnOptions): Promise<Outcome>;
  killAll(): void;
  remove(): Promise<void>;
}

function watch(program: ChildProcess): RunningCommand {
  let output = '';
  let errors = '';
  program.stderr!.on('data', (data: Buffer) => (errors += data.toString()));
  const ended = once(program, 'close').then(([code]) => ({
    code: code as number | null,
    output,
    errors,
  }));
  const ready = new Promise<string>((resolve, reject) => {
    program.stdout!.on('data', (data: Buffer) => {
      output += data.toString();
      const [, url] = /"base_url":"([^"]+)".*\}\n/.exec(output) ?? [];
      if (url) resolve(url);
    });
    void ended.then(() => reject(new Error(`ended before it was ready: ${errors}`)));
  });
  // Not every test waits until it is ready.
  ready.catch(() => undefined);
  return { program, ready, ended, errors: () => errors };
}

/** Installs the service, as built for this run, with a catalogue, `catalogue.json`, and its show. */
export async function installService(): Promise<InstalledService> {
  const folder = await mkdtemp(join(tmpdir(), 'pps-installed-'));
  await cp(inject('serviceBuild'), join(folder, 'dist'), { recursive: true });
  for (const name of Object.keys(manifest.dependencies)) {
    const place = join(folder, 'node_modules', name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(root, 'node_modules', name), place);
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module","version":"1.2.3"}');
  await writeFile(join(folder, 'show.rss'), Buffer.from(show, 'latin1'));
  await writeFile(join(folder, 'catalogue.json'), JSON.stringify(catalogueOf('show.rss')));

  const running = new Set<ChildProcess>();
  function startProgram(name: string, args: string[], options?: SpawnOptions): RunningCommand {
    const program = spawn(name, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    running.add(program);
    program.once('close', () => running.delete(program));
    return watch(program);
  }
  function start(args: string[], options?: SpawnOptions): RunningCommand {
    return startProgram(process.execPath, [join(folder, 'dist/service/cli.js'), ...args], options);
  }
  return {
    folder,
    start,
    startProgram,
    run: (args, options) => start(args, options).ended,
    killAll() {
      for (const program of running) program.kill('SIGKILL');
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
