#!/usr/bin/env node
/** `private-podcast-subscribe script`: what a publisher does from a command line. */
import { runProgram, UsageError } from './command-line.js';
import { script } from './script-tag/command.js';

const help = `private-podcast-subscribe script …

  script   prints the script tag, with integrity hashes, and copies the files

It has a --help. To check a site, a feed or an operator, run
npx private-podcast-conformance --help.
`;

await runProgram(async ([command, ...args]) => {
  if (command === 'script') return script(args);
  if (command !== '--help') throw new UsageError('Write `script`. See --help.');
  process.stdout.write(help);
  return 0;
});
