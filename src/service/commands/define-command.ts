/** Defines the commands of `private-podcast-service`, and reads their command lines. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';

type ParseArgsOptionsConfig = NonNullable<ParseArgsConfig['options']>;

type Values<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: O }>
>['values'];

interface Definition<O extends ParseArgsOptionsConfig> {
  help: string;
  options: O;
  /** Names of the arguments that are not options, for messages; they may depend on the options. */
  positionals?: readonly string[] | ((values: Values<O>) => readonly string[]);
  run: (values: Values<O>, ...positionals: string[]) => Promise<void>;
}

export interface Command {
  help: string;
  /** @throws {PrivatePodcastError} `bad-input` if the command line is invalid. */
  run(args: string[]): Promise<void>;
}

/** Reports an error in the command line. */
export function usageError(message: string): never {
  throw new PrivatePodcastError('bad-input', message);
}

/** @throws {PrivatePodcastError} `bad-input` if a text is no port */
export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  return usageError('--port must be a number from 0 to 65535.');
}

function read<O extends ParseArgsOptionsConfig>(args: string[], options: O) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return usageError(error instanceof Error ? error.message : 'The options are invalid.');
  }
}

export function defineCommand<const O extends ParseArgsOptionsConfig>({
  help,
  options,
  positionals: expected = [],
  run,
}: Definition<O>): Command {
  return {
    help,
    run(args) {
      const { values, positionals } = read(args, options);
      const names = typeof expected === 'function' ? expected(values) : expected;
      const missing = names[positionals.length];
      if (missing !== undefined) usageError(`${missing} is missing.`);
      const unexpected = positionals[names.length];
      if (unexpected !== undefined) usageError(`Unexpected argument '${unexpected}'.`);
      return run(values, ...positionals);
    },
  };
}
