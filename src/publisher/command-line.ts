/** What the commands of `private-podcast-subscribe` and `private-podcast-conformance` share. */
import { parseArgs } from 'node:util';

/** A command that cannot be carried out. Its message holds nothing that was typed. */
export class UsageError extends Error {}

interface Option {
  type: 'string' | 'boolean';
  default?: string;
  multiple?: boolean;
}

/** @throws {UsageError} for an option that there is not. */
export function readCommand<const T extends Record<string, Option>>(
  args: string[],
  options: T,
): ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: T }>> {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch {
    throw new UsageError('There is an unknown option, or one lacks its value. See --help.');
  }
}

/** Why a file cannot be read, for the middle of a sentence: ` (EACCES)`. The error's message would hold its path. */
export function whyUnreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? '' : ` (${code})`;
}

/** As shells say it of a program that SIGPIPE has ended. */
const UNREAD = 141;

/** Runs a program. @param main resolves to the exit code; 2 is that of a {@link UsageError}. */
export async function runProgram(main: (args: string[]) => Promise<number>): Promise<void> {
  // Whoever reads the output may have had enough: `… | head -1`. That must not look like a command
  // that found nothing wrong.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? UNREAD : 1);
  });
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(
      `${error instanceof UsageError ? error.message : 'The command failed unexpectedly.'}\n`,
    );
    process.exitCode = 2;
  }
}
