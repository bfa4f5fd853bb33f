/** What the commands of `private-podcast-subscribe` and `private-podcast-conformance` share. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { didYouMean } from '../errors/spelling.js';

/** A command that cannot be carried out. Its message holds nothing that was typed. */
export class UsageError extends Error {}

interface Option {
  type: 'string' | 'boolean';
  default?: string;
  multiple?: boolean;
}

/** Says what is wrong with options, in their own names alone: what was typed may be a secret. */
function wrongOption(error: unknown, names: readonly string[]): string {
  const { message = '' } = error as Partial<Error>;
  const [, typed] = /^Unknown option '(--?[^']+)'/.exec(message) ?? [];
  if (typed !== undefined) return `There is an unknown option${didYouMean(typed, names, '.')}`;
  const [, wrong] = /^Option '(?:-\w, )?(--[\w-]+)/.exec(message) ?? [];
  const named = names.find((name) => name === wrong) ?? 'An option';
  return `${named} lacks its value, or has one that it does not take.`;
}

/** @throws {UsageError} for an option that there is not. */
export function readCommand<const T extends Record<string, Option>>(
  args: string[],
  options: T,
): ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: T }>> {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const names = Object.keys(options).map((name) => `--${name}`);
    throw new UsageError(`${wrongOption(error, names)} See --help.`);
  }
}

/** Why a file cannot be read, for the middle of a sentence: ` (EACCES)`. The error's message would hold its path. */
export function whyUnreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? '' : ` (${code})`;
}

/** As shells say it of a program that SIGPIPE has ended. */
const UNREAD = 141;

export interface Program {
  /** Says which commands there are. */
  help: string;
  /** Each resolves to its exit code. */
  commands: Readonly<Record<string, (args: string[]) => Promise<number>>>;
  /** The package.json of the release. */
  manifest: URL;
}

export async function readVersion(manifest: URL): Promise<string> {
  return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version;
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

async function runCommand(program: Program, [name = '', ...args]: string[]): Promise<number> {
  const { commands, help, manifest } = program;
  if (name === 'help' && args[0] !== undefined) return runCommand(program, [args[0], '--help']);
  if (name === 'help' || name === '--help') {
    process.stdout.write(`${help}help and --help print this, --version prints the release.\n`);
    return 0;
  }
  if (name === '--version') {
    process.stdout.write(`${await readVersion(manifest)}\n`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command(args);
  const names = Object.keys(commands);
  const known = alternatives.format(names.map((each) => `\`${each}\``));
  throw new UsageError(
    `Write ${known}${didYouMean(name, [...names, '--version', '--help'], '.')} See --help.`,
  );
}

/** Runs a program. The exit code of a {@link UsageError} is 2. */
export async function runProgram(program: Program): Promise<void> {
  // Whoever reads the output may have had enough: `… | head -1`. That must not look like a command
  // that found nothing wrong.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? UNREAD : 1);
  });
  try {
    process.exitCode = await runCommand(program, process.argv.slice(2));
  } catch (error) {
    process.stderr.write(
      `${error instanceof UsageError ? error.message : 'The command failed unexpectedly.'}\n`,
    );
    process.exitCode = 2;
  }
}
