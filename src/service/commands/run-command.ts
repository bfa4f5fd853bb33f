/** The commands of `private-podcast-service`, by name. */
import { connections, forgetSource, reload, reset } from './admin.js';
import { backup, restore } from './backup.js';
import { check, hashSecret } from './check.js';
import { usageError, type Command } from './command.js';
import { demo } from './demo.js';
import { grantCommand, grants, revoke } from './grants.js';
import { serve } from './serve.js';
import { status } from './status.js';
import { packageVersion } from '../version.js';

const commands: Record<string, Command> = {
  serve,
  grant: grantCommand,
  revoke,
  grants,
  connections,
  reset,
  reload,
  'forget-source': forgetSource,
  status,
  check,
  'hash-secret': hashSecret,
  backup,
  restore,
  demo,
};

const overview = `
Other commands, each with a --help of its own:
  ${Object.keys(commands).slice(1).join(', ')}
--version prints the release.
`;

/**
 * Runs a command.
 * @param args the command line, without the program
 * @throws {PrivatePodcastError} `bad-input` if the command line is invalid
 */
export async function runCommand([first = '', ...rest]: string[]): Promise<void> {
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
