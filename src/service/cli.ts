#!/usr/bin/env node
/** `private-podcast-service`: runs the feed service and operates it from the command line. */
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { runCommand } from './commands/run-command.js';

// The files that it writes are for its user alone.
process.umask(0o077);

runCommand(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof PrivatePodcastError)) throw error;
  process.stderr.write(`${error.message}\n`);
  if (error.code === 'bad-input') process.stderr.write('See --help.\n');
  process.exitCode = error.code === 'bad-input' ? 2 : 1;
});
