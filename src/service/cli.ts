#!/usr/bin/env node
/** `private-podcast-service`: runs the feed service and operates it from the command line. */
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { connections, grant, grants, reload, reset, revoke } from './commands/admin.js';
import { backup, restore } from './commands/backup.js';
import { check, hashSecret } from './commands/check.js';
import { usageError, type Command } from './commands/command.js';
import { serve } from './commands/serve.js';
import { packageVersion } from './version.js';

const commands: Record<string, Command> = {
  serve,
  grant,
  revoke,
  grants,
  connections,
  reset,
  reload,
  check,
  'hash-secret': hashSecret,
  backup,
  restore,
};

const overview = `
Other commands, each with a --help of its own:
  ${Object.keys(commands).slice(1).join(', ')}
--version prints the release.
`;

async function main([first = '', ...rest]: string[]): Promise<void> {
  if (first === '--version') {
    process.stdout.write(`${packageVersion()}\n`);
    return;
  }
  const isServe = first === '' || first.startsWith('-') || first === 'serve';
  const command = isServe ? serve : Object.hasOwn(commands, first) && commands[first];
  if (!command) usageError(`Unknown command '${first}'.`);
  const args = first.startsWith('-') ? [first, ...rest] : rest;
  if (args.includes('--help')) process.stdout.write(command.help + (isServe ? overview : ''));
  else await command.run(args);
}

// The files that it writes are for its user alone.
process.umask(0o077);

main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof PrivatePodcastError)) throw error;
  process.stderr.write(`${error.message}\n`);
  if (error.code === 'bad-input') process.stderr.write('See --help.\n');
  process.exitCode = error.code === 'bad-input' ? 2 : 1;
});
