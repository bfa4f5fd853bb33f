#!/usr/bin/env node
/** `private-podcast-subscribe script`: what a publisher does from a command line. */
import { runProgram } from './command-line.js';
import { script } from './script-tag/command.js';

/** This path is the same from `src/publisher` and from `dist/publisher`. In the call, Vite would take it for an asset. */
const packageFile = '../../package.json';

const help = `private-podcast-subscribe script …

  script   prints the script tag, with integrity hashes, and copies the files

It has a --help. To check a site, a feed or an operator, run
npx private-podcast-conformance --help.
`;

await runProgram({
  help,
  commands: { script },
  manifest: new URL(packageFile, import.meta.url),
});
