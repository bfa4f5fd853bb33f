#!/usr/bin/env node
/** `private-podcast-conformance COMMAND`: checks an operator, a feed or a site, statement by statement. */
import { runProgram, UsageError } from '../publisher/command-line.js';
import { feed } from './commands/feed.js';
import { operator } from './commands/operator.js';
import { site } from './commands/site.js';

const help = `private-podcast-conformance COMMAND …

  operator           checks a feed service against the interface
  feed               checks a member's feed by what podcast apps make of it
  site EMAIL SKU     finds out what keeps a member of your site from their podcast

Each command has a --help.
`;

const commands: Record<string, (args: string[]) => Promise<number>> = { operator, feed, site };

await runProgram(async ([name = '', ...args]) => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command(args);
  if (name !== '--help') throw new UsageError('Write `operator`, `feed` or `site`. See --help.');
  process.stdout.write(help);
  return 0;
});
