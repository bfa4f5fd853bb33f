/** Checks the names of options, for callers without types: a misspelt one would be left out in silence. */
import { PrivatePodcastError, type ErrorCode } from '../../errors/private-podcast-error.js';
import { nearest } from '../../errors/spelling.js';

/** Names that can be printed. Whoever mixes up name and value has a secret in place of a name. */
const NAME = /^[a-z][a-z\d]{0,30}$/i;

/** Each name of a type of options. The compiler finds one that is missing. */
export type OptionNames<T> = Readonly<Record<keyof T & string, true>>;

interface Asked {
  /** Names the function that takes the options, as its caller writes it. */
  of: string;
  /** Before the names, such as `limits.`. */
  prefix?: string;
  code?: ErrorCode;
}

/**
 * Checks that a value is an object which has these options only.
 * @param known has a property for each
 * @throws {PrivatePodcastError} `config`, or `code`, naming an option that there is not.
 */
export function requireKnownOptions(
  given: unknown,
  known: object,
  { of, prefix = '', code = 'config' }: Asked,
): void {
  const names = Object.keys(known);
  const whole = (name: string) => `\`${prefix}${name}\``;
  const list = names.map(whole).join(', ');
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const place = prefix ? `\`${prefix.slice(0, -1)}\`` : of;
    throw new PrivatePodcastError(code, `${place} needs an object with options: ${list}.`);
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    const unknown = NAME.test(name) ? `the option ${whole(name)}` : 'an option of this name';
    const meant = nearest(name, names);
    const advice = meant ? `; did you mean ${whole(meant)}?` : `. Leave it out: there are ${list}.`;
    throw new PrivatePodcastError(code, `${of} does not have ${unknown}${advice}`);
  }
}
