#!/usr/bin/env node
/** `private-podcast-service`: runs the feed service and operates it from the command line. */
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { runCommand } from './commands/run-command.js';
import { describeFailure } from './failures/describe-failure.js';

// The files that it writes are for its user alone.
process.umask(0o077);

runCommand(process.argv.slice(2)).catch((error: unknown) => {
  const isOurs = error instanceof PrivatePodcastError;
  // Errors of other libraries may contain the rows that they were given.
  const text = isOurs ? error.message : `This failed: ${JSON.stringify(describeFailure(error))}`;
  process.stderr.write(`${text}\n`);
  const isMistake = isOurs && error.code === 'bad-input';
  if (isMistake) process.stderr.write('See --help.\n');
  process.exitCode = isMistake ? 2 : 1;
});
