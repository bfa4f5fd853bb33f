/** Defines the commands of `private-podcast-service`, and reads their command lines. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { didYouMean } from '../catalogue/spelling.js';

type ParseArgsOptionsConfig = NonNullable<ParseArgsConfig['options']>;

type Values<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: O }>
>['values'];

interface Definition<O extends ParseArgsOptionsConfig> {
  help: string;
  options: O;
  /** Options that the environment may give: `PPS_PORT` for `port`. The command line comes first. */
  fromEnvironment?: (args: readonly string[]) => readonly string[];
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
    const message = error instanceof Error ? error.message : 'The options are invalid.';
    const [unknown, option = ''] = /^Unknown option '--([^']+)'/.exec(message) ?? [];
    if (unknown === undefined) return usageError(message);
    const names = Object.keys(options).map((name) => `--${name}`);
    return usageError(`${unknown}${didYouMean(`--${option}`, names, '.')}`);
  }
}

export const variableOf = (option: string): string =>
  `PPS_${option.toUpperCase().replaceAll('-', '_')}`;

/**
 * The options with what the environment has as their defaults; several values stand with blanks between them.
 * Kubernetes sets `PPS_PORT=tcp://…` for a service named `pps`: that is nobody's choice.
 */
function withEnvironment<O extends ParseArgsOptionsConfig>(
  options: O,
  names: readonly string[],
): O {
  const given = names.flatMap((name) => {
    const value = process.env[variableOf(name)]?.trim();
    if (!value) return [];
    if (value.startsWith('tcp://')) {
      const ignored = `${variableOf(name)} is ignored: a container platform has set it. Use --${name}.`;
      process.stderr.write(
        `${JSON.stringify({ time: new Date().toISOString(), warning: 'environment', do: ignored })}\n`,
      );
      return [];
    }
    const option = options[name];
    return [[name, { ...option, default: option?.multiple ? value.split(/\s+/) : value }]];
  });
  return { ...options, ...(Object.fromEntries(given) as Partial<O>) };
}

export function defineCommand<const O extends ParseArgsOptionsConfig>({
  help,
  options,
  fromEnvironment = () => [],
  positionals: expected = [],
  run,
}: Definition<O>): Command {
  return {
    help,
    run(args) {
      const { values, positionals } = read(args, withEnvironment(options, fromEnvironment(args)));
      const names = typeof expected === 'function' ? expected(values) : expected;
      const missing = names[positionals.length];
      if (missing !== undefined) usageError(`${missing} is missing.`);
      const unexpected = positionals[names.length];
      if (unexpected !== undefined) usageError(`Unexpected argument '${unexpected}'.`);
      return run(values, ...positionals);
    },
  };
}
