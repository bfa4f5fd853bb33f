/** The product as it is installed: a copy of the build, in which a line may be planted, and its processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Heard } from './heard.js';
import type { Kind } from './search.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const teller = new URL('tell-secrets.mjs', import.meta.url).href;

/** Inside the project, where the copy finds the packages that it needs. */
let copies = 0;

/** Copies what is published and what shows it. @returns the folder of the copy */
export async function copyProduct(): Promise<string> {
  const folder = join(root, `.cache/canaries-${process.pid}-${(copies += 1)}`);
  const filter = (source: string) => !/\.(?:map|d\.c?ts)$/.test(source);
  for (const part of [
    'package.json',
    'dist',
    'demo',
    'examples/express',
    'packages/conformance/package.json',
    'packages/conformance/dist',
    'packages/service/package.json',
    'packages/service/dist',
  ]) {
    await cp(join(root, part), join(folder, part), { recursive: true, filter });
  }
  const names = { 'private-podcast-subscribe': '.', 'private-podcast-service': 'packages/service' };
  for (const place of ['node_modules', 'examples/express/node_modules']) {
    await mkdir(join(folder, place), { recursive: true });
    for (const [name, target] of Object.entries(names)) {
      await symlink(join(folder, target), join(folder, place, name));
    }
  }
  return folder;
}

export const removeProduct = (folder: string) => rm(folder, { recursive: true, force: true });

export interface Running {
  program: ChildProcess;
  /** Finds, by its first group, the text in its standard output that is waited for. */
  says: (pattern: RegExp) => Promise<string>;
  /** @returns its standard output, once it has ended. */
  ended: Promise<string>;
}

export interface StartOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Its standard input. */
  input?: string;
}

/** The processes of one run. What they say is heard when they end. */
export class Processes {
  readonly #running = new Map<ChildProcess, Promise<string>>();
  readonly #secrets: string;

  constructor(
    private readonly folder: string,
    private readonly heard: Heard,
  ) {
    this.#secrets = join(folder, 'told-secrets');
  }

  /**
   * Starts a script of the copy.
   * @param name of the process, for the places where it writes
   */
  start(name: string, [script = '', ...args]: string[], options: StartOptions = {}): Running {
    const { cwd = this.folder, env, input = '' } = options;
    // Nothing of the machine's own environment: Vitest has a BASE_URL, and CI its tokens.
    const { PATH, HOME } = process.env;
    const program = spawn(
      process.execPath,
      ['--import', teller, join(this.folder, script), ...args],
      { cwd, stdio: 'pipe', env: { PATH, HOME, CANARY_FILE: this.#secrets, ...env } },
    );
    program.stdin.end(input);
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      program[stream].on('data', (data: Buffer) => (said[stream] += data.toString()));
    }
    const ended = once(program, 'close').then(() => {
      this.#running.delete(program);
      this.heard.hear(`standard output of ${name}`, said.stdout);
      this.heard.hear(`standard error of ${name}`, said.stderr);
      return said.stdout;
    });
    this.#running.set(program, ended);
    const says = (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(said.stdout);
          if (match) resolve(match[1]!);
        };
        program.stdout.on('data', look);
        look();
        void ended.then(() => reject(new Error(`This ended before it was ready: ${name}.`)));
      });
    return { program, says, ended };
  }

  /** Runs a script of the copy to its end. @returns its standard output */
  run(name: string, args: string[], options?: StartOptions): Promise<string> {
    return this.start(name, args, options).ended;
  }

  /** Learns what the processes have told of their secrets. */
  async learnSecrets(): Promise<void> {
    for (const line of (await readFile(this.#secrets, 'utf8')).trim().split('\n')) {
      this.heard.learn(...(JSON.parse(line) as [Kind, string]));
    }
  }

  /** Ends all that still run, and hears the last of them. */
  async end(): Promise<void> {
    for (const program of this.#running.keys()) program.kill();
    await Promise.all(this.#running.values());
  }

  killAll(): void {
    for (const program of this.#running.keys()) program.kill('SIGKILL');
  }
}

/** A line that is planted in a file of the copy. */
export interface Plant {
  /** The planted line's own words. */
  name: string;
  file: string;
  /** After which text it stands; default: at the end of the file. */
  after?: string;
  line: string;
}

/** @throws if the text is not there any more, or not once */
export async function plant(folder: string, { name, file, after, line }: Plant): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  if (after !== undefined && text.split(after).length !== 2) {
    throw new Error(`${name} cannot be planted: ${file} has no one place for it any more.`);
  }
  const planted =
    after === undefined ? `${text}\n${line}` : text.replace(after, () => after + line);
  await writeFile(path, planted);
}
