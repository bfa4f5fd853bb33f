#!/usr/bin/env node
/** `private-podcast-subscribe COMMAND`: what a publisher does from a command line. */
import { UsageError } from './command-line.js';

const help = `private-podcast-subscribe COMMAND …

  doctor EMAIL SKU   finds out what keeps a member from their podcast
  conformance        checks a feed service against the interface, statement by statement
  script             prints the script tag, with integrity hashes, and copies the files

Each command has a --help.
`;

/** @returns the exit code. */
async function main([command, ...args]: string[]): Promise<number> {
  switch (command) {
    case 'doctor':
      return (await import('./doctor/command.js')).doctor(args);
    case 'conformance':
      return (await import('./conformance/command.js')).conformance(args);
    case 'script':
      return (await import('./script-tag/command.js')).script(args);
    case '--help':
      process.stdout.write(help);
      return 0;
    default:
      throw new UsageError('Write `doctor`, `conformance` or `script`. See --help.');
  }
}

/** As shells say it of a program that SIGPIPE has ended. */
const UNREAD = 141;

// Whoever reads the output may have had enough: `… | head -1`. That must not look like a command
// that found nothing wrong.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? UNREAD : 1);
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(
    `${error instanceof UsageError ? error.message : 'The command failed unexpectedly.'}\n`,
  );
  process.exitCode = 2;
}
