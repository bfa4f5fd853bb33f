#!/usr/bin/env node
/** `private-podcast-service`: runs the feed service and operates it from the command line. */
import { exitCodeOf, failureText } from './commands/failed-command.js';
import { isServe, runCommand } from './commands/run-command.js';

// The files that it writes are for its user alone.
process.umask(0o077);

const args = process.argv.slice(2);

runCommand(args).catch((error: unknown) => {
  process.stderr.write(failureText(error, isServe(args) && !process.stdout.isTTY));
  process.exitCode = exitCodeOf(error);
});
