/** The commands as a program, built into a folder of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Given {
  env?: Record<string, string>;
  /** Is written to its standard input, which ends then; null leaves it open. */
  input?: string | null;
}

export class Program {
  /** @param folder that it runs in */
  private constructor(readonly folder: string) {}

  static async build(): Promise<Program> {
    const folder = await mkdtemp(join(tmpdir(), 'pps-conformance-'));
    // As deep in its folder as the build has it, with a package.json beside.
    await build({
      configFile: false,
      logLevel: 'error',
      root,
      ssr: { noExternal: true },
      build: {
        ssr: 'src/conformance/cli.ts',
        outDir: join(folder, 'dist/conformance/commands'),
        rolldownOptions: { output: { entryFileNames: 'cli.mjs' } },
      },
    });
    await writeFile(join(folder, 'package.json'), await readFile(join(root, 'package.json')));
    return new Program(folder);
  }

  start(args: string[], { env = {}, input = '' }: Given = {}) {
    const command = join(this.folder, 'dist/conformance/commands/cli.mjs');
    const program = spawn(process.execPath, [command, ...args], { env, cwd: this.folder });
    if (input !== null) program.stdin.end(input);
    const printed = { output: '', errors: '' };
    program.stdout.on('data', (data: Buffer) => (printed.output += data.toString()));
    program.stderr.on('data', (data: Buffer) => {
      // On a busy machine an answer may be late.
      printed.errors += data.toString().replaceAll(/^Waiting for the answer to .*\n/gm, '');
    });
    return { program, printed };
  }

  async run(args: string[], given?: Given) {
    const { program, printed } = this.start(args, given);
    const [code] = (await once(program, 'close')) as [number];
    return { code, ...printed };
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
