/** Reads the arguments and the files of the commands of `private-podcast-subscribe`, and refuses wrong ones. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

/** A command that cannot be carried out. Its message holds nothing that was typed. */
export class UsageError extends Error {}

interface Option {
  type: 'string' | 'boolean';
  default?: string;
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

/**
 * Reads the file after `--config`. It holds secrets: no message quotes it.
 * @throws {UsageError} for a file that cannot be read or holds no JSON object.
 */
export async function readConfigFile(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError('The file after --config cannot be read.');
  });
  try {
    const config: unknown = JSON.parse(text);
    if (typeof config === 'object' && config !== null && !Array.isArray(config)) {
      return { ...config };
    }
  } catch {
    // The parser's message would quote the file, and so a secret.
  }
  throw new UsageError('The file after --config must hold a JSON object.');
}
