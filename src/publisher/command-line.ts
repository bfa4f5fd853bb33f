/** Reads the arguments of the commands of `private-podcast-subscribe`, and refuses wrong ones. */
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
