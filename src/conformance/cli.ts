#!/usr/bin/env node
/** `private-podcast-conformance COMMAND`: checks an operator, a feed or a site, statement by statement. */
import { runProgram } from '../publisher/command-line.js';
import { feed } from './commands/feed.js';
import { operator } from './commands/operator.js';
import { manifest } from './commands/printed-run.js';
import { site } from './commands/site.js';

const help = `private-podcast-conformance COMMAND …

  operator           checks a feed service against the interface
  feed               checks a member's feed by what podcast apps make of it
  site EMAIL SKU     finds out what keeps a member of your site from their podcast

Each command has a --help.
`;

await runProgram({ help, commands: { operator, feed, site }, manifest });
