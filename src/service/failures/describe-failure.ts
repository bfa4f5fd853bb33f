/**
 * A failure as a line of the log: with our own messages only, so that no secret from a path, a query or
 * a database row ends up in it.
 */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { adviceFor } from './advice.js';
import { causesOf, failureCode, isCodeAlone } from './failure-code.js';
import { DatabaseFailure, FeedFailure } from './placed-failures.js';

/** Marks the line of a failure of the database. It is not written: a symbol is in no JSON. */
export const OF_DATABASE = Symbol('of the database');

interface Described {
  error: string;
  message?: string;
  at?: string[];
  cause?: Described;
}

/** A failure and its causes, without the messages of other libraries, which may contain secrets. */
function describeChain(error: unknown): Described {
  if (error instanceof PrivatePodcastError) {
    const { code, message, cause } = error;
    const isKnown = cause !== undefined && !isCodeAlone(cause);
    return { error: code, message, ...(isKnown && { cause: describeChain(cause) }) };
  }
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const at = frames?.slice(0, 5).map((line) => line.trim());
  return { error: error.name, ...(at && { at }) };
}

/**
 * Describes a failure: what happened, the `code` that the system or the database gave, the show that
 * it concerns, and what to `do` about it.
 */
export function describeFailure(failure: unknown): object & { do: string } {
  const { cause, ...line } = describeChain(failure);
  const causes = causesOf(failure);
  const code = failureCode(failure);
  const place = causes.find((each) => each instanceof FeedFailure)?.place;
  const isOfDatabase = !place && causes.some((each) => each instanceof DatabaseFailure);
  const innermost = causes.findLast((each) => each instanceof PrivatePodcastError);
  return {
    ...line,
    ...(code !== undefined && { code }),
    ...place,
    do: adviceFor(isOfDatabase, code, innermost?.code ?? line.error),
    ...(isOfDatabase && { [OF_DATABASE]: true }),
    ...(cause && { cause }),
  };
}
