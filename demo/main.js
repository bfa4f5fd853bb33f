// @ts-check
/** `npm start`: reads the command line, starts the demo, and stops it at Ctrl-C. */
import { parseArgs } from 'node:util';
import { PrivatePodcastError } from 'private-podcast-subscribe/api';
import { startDemo } from './start-demo.js';

const help = `Shows a member's private podcast feed, from log-in to the podcast app.

  npm start -- [options]

  --feed FILE_OR_URL   a podcast's RSS feed, to show in place of the demo's own
  --port NUMBER        port of the site (or PORT in the environment); 8080 or any other
  --host ADDRESS       this machine's address in your network, to try it from a phone;
                       without it, only this machine can open the site
  --help               this text
`;

/**
 * @param {string[]} args
 * @returns {Parameters<typeof startDemo>[0] | 'help'}
 */
function readArguments(args) {
  const { values } = parseArgs({
    args,
    options: {
      feed: { type: 'string' },
      port: { type: 'string', default: process.env.PORT },
      host: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
  const port = values.port ? Number(values.port) : undefined;
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new PrivatePodcastError('bad-input', 'Give the port as a number from 0 to 65535.');
  }
  return { feed: values.feed, host: values.host, port };
}

/** @param {unknown} error */
function explain(error) {
  const isUsage =
    error instanceof Error && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code));
  if (!(error instanceof PrivatePodcastError) && !isUsage) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

try {
  const options = readArguments(process.argv.slice(2));
  if (options === 'help') {
    console.log(help);
  } else {
    const demo = await startDemo({ ...options, log: console.log });
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void demo.close());
    console.log(`\n  Open ${demo.url}\n\n  Ctrl-C stops it.`);
  }
} catch (error) {
  explain(error);
}
