/** What the program says of a command that failed, and what it ends with. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { describeFailure } from '../failures/describe-failure.js';
import { failureCode } from '../failures/failure-code.js';

/** A message says first what is wrong, then what to do. */
const SENTENCES = /^(?<wrong>.+?[.?])\s+(?<advice>\S.*)$/s;

const seeHelp = 'See --help.';

const isMistake = (error: unknown) =>
  error instanceof PrivatePodcastError && error.code === 'bad-input';

/** A failed start as a line of the log. */
function startLine(error: unknown): object {
  if (!(error instanceof PrivatePodcastError)) return describeFailure(error);
  const { code: kind, message } = error;
  const code = failureCode(error);
  const advice = SENTENCES.exec(message)?.groups?.advice;
  return {
    error: kind,
    message,
    ...(code !== undefined && { code }),
    do: advice ?? (isMistake(error) ? seeHelp : describeFailure(error).do),
  };
}

/**
 * Says why a command failed.
 * @param isLogged whether it is a line of JSON, as the log of the service is
 */
export function failureText(error: unknown, isLogged: boolean): string {
  if (isLogged)
    return `${JSON.stringify({ time: new Date().toISOString(), ...startLine(error) })}\n`;
  // Errors of other libraries may contain the rows that they were given.
  if (!(error instanceof PrivatePodcastError))
    return `This failed: ${JSON.stringify(describeFailure(error))}\n`;
  return `${error.message}\n${isMistake(error) ? `${seeHelp}\n` : ''}`;
}

export const exitCodeOf = (error: unknown): number => (isMistake(error) ? 2 : 1);
