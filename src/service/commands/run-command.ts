/** The commands of `private-podcast-service`, by name. */
import { didYouMean } from '../../errors/spelling.js';
import { usageError, type Command } from './define-command.js';
import { packageVersion } from '../operations/version.js';

const grants = () => import('./grants.js');
const admin = () => import('./admin.js');
const backup = () => import('./backup.js');
const links = () => import('./links.js');
const check = () => import('./check.js');

/** Each is loaded when it is needed: one that asks a running service starts without a database of its own. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.js')).serve,
  grant: async () => (await grants()).grantCommand,
  revoke: async () => (await grants()).revoke,
  grants: async () => (await grants()).grants,
  connections: async () => (await admin()).connections,
  activation: async () => (await import('./activation.js')).activation,
  explain: async () => (await import('./explain.js')).explain,
  reset: async () => (await admin()).reset,
  rotate: async () => (await links()).rotate,
  'import-links': async () => (await links()).importLinks,
  'export-links': async () => (await links()).exportLinks,
  'move-out': async () => (await links()).moveOut,
  reload: async () => (await admin()).reload,
  'end-source': async () => (await admin()).endSource,
  status: async () => (await import('./status.js')).status,
  check: async () => (await check()).check,
  'hash-secret': async () => (await check()).hashSecret,
  backup: async () => (await backup()).backup,
  restore: async () => (await backup()).restore,
  demo: async () => (await import('./demo.js')).demo,
};

const overview = `
Other commands, each with a --help of its own:
  ${Object.keys(commands).slice(1).join(', ')}
help and --help print this, --version prints the release.
`;

/** Whether a command line starts the service, which needs no name. */
export const isServe = ([first = '']: string[]): boolean =>
  first === '' || first.startsWith('-') || first === 'serve';

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
  if (first === 'help') return runCommand([...rest.slice(0, 1), '--help']);
  const name = isServe([first]) ? 'serve' : first;
  const load = Object.hasOwn(commands, name) && commands[name];
  if (!load) {
    return usageError(`Unknown command '${first}'${didYouMean(first, Object.keys(commands), '.')}`);
  }
  const command = await load();
  const args = first.startsWith('-') ? [first, ...rest] : rest;
  if (args.includes('--help'))
    process.stdout.write(command.help + (name === 'serve' ? overview : ''));
  else await command.run(args);
}
