/** Defines the commands of `private-podcast-service`, and reads their command lines. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { didYouMean } from '../../errors/spelling.js';

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
 * What the environment has for options. Kubernetes sets `PPS_PORT=tcp://…` for a service named `pps`: that is
 * nobody's choice.
 */
function fromVariables(names: readonly string[]): Map<string, string> {
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
    return [[name, value] as const];
  });
  return new Map(given);
}

/** The options with these defaults; several values stand with blanks between them. */
function withDefaults<O extends ParseArgsOptionsConfig>(
  options: O,
  given: ReadonlyMap<string, string>,
): O {
  const changed = [...given].map(([name, value]) => {
    const option = options[name];
    return [name, { ...option, default: option?.multiple ? value.split(/\s+/) : value }] as const;
  });
  return { ...options, ...(Object.fromEntries(changed) as Partial<O>) };
}

/** A word that messages have too, such as `data`: it is a value where they name one alone. */
const WORD = /^[a-z\d]+$/i;
const NAMED = '(?<= (?:file|folder|port|of) )';

/** A message with the variables in place of their values: whoever mixes them up puts a secret into a path. */
function withoutValues(message: string, given: ReadonlyMap<string, string>): string {
  const longestFirst = [...given].sort(([, one], [, other]) => other.length - one.length);
  return longestFirst.reduce((text, [name, value]) => {
    const literal = value.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    const found = WORD.test(value) ? `${NAMED}${literal}\\b` : literal;
    return text.replaceAll(new RegExp(found, 'g'), variableOf(name));
  }, message);
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
    async run(args) {
      const given = fromVariables(fromEnvironment(args));
      const { values, positionals } = read(args, withDefaults(options, given));
      const names = typeof expected === 'function' ? expected(values) : expected;
      const missing = names[positionals.length];
      if (missing !== undefined) usageError(`${missing} is missing.`);
      const unexpected = positionals[names.length];
      if (unexpected !== undefined) usageError(`Unexpected argument '${unexpected}'.`);
      try {
        await run(values, ...positionals);
      } catch (error) {
        if (error instanceof PrivatePodcastError)
          error.message = withoutValues(error.message, given);
        throw error;
      }
    },
  };
}
