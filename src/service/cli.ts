#!/usr/bin/env node
/** `private-podcast-service`: runs the feed service from the command line. */
import { parseArgs } from 'node:util';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { isWebUrl } from '../urls/web-url.js';
import { serve, type ServerConfig } from './node-server.js';

const help = `Usage: private-podcast-service --catalogue FILE [options]

Runs a private podcast feed service.

  --catalogue FILE   clients, podcasts and members, as JSON (required)
  --data DIR         folder for users, entitlements and feed links;
                     without it, they are lost when the service stops
  --port NUMBER      default 8787; 0 picks any free port
  --host HOST        default 127.0.0.1, which only this machine can reach
  --public-url URL   URL at which members reach the service, behind a proxy
  --allow-host HOST:PORT
                     allow feeds from this host although its IP address is
                     not public; may be repeated
  --help             show this help
`;

const options = {
  catalogue: { type: 'string' },
  data: { type: 'string' },
  port: { type: 'string', default: '8787' },
  host: { type: 'string', default: '127.0.0.1' },
  'public-url': { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  help: { type: 'boolean', default: false },
} as const;

function usage(message: string): never {
  throw new PrivatePodcastError('bad-input', message);
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: false }).values;
  } catch (error) {
    return usage(error instanceof Error ? error.message : 'The options are invalid.');
  }
}

function readConfig(values: ReturnType<typeof readOptions>): ServerConfig {
  const { catalogue, data, host, 'public-url': publicUrl, 'allow-host': allowHosts = [] } = values;
  const port = Number(values.port);
  if (!catalogue) usage('--catalogue is missing. Give the path of the catalogue file.');
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535) {
    usage('--port must be a number from 0 to 65535.');
  }
  if (publicUrl !== undefined && (!isWebUrl(publicUrl) || /[?#]/.test(publicUrl))) {
    usage('--public-url must be an http or https URL without a query or fragment.');
  }
  for (const allowed of allowHosts) {
    if (!/^(\[[\da-f:.]+\]|[^\s:/]+):\d{1,5}$/i.test(allowed)) {
      usage('--allow-host must have the form HOST:PORT.');
    }
  }
  return { catalogue, dataDir: data, port, host, publicUrl, parser: { allowHosts }, log };
}

function log(line: object): void {
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

/** The base URLs that clients need (docs/interface.md). */
function baseUrls(url: string): string {
  return `The service is ready.
  token_url    ${url}
  base_url     ${url}
  parser_url   ${url}
  consume_url  ${url}/consume
`;
}

async function main(): Promise<void> {
  const values = readOptions(process.argv.slice(2));
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const service = await serve(readConfig(values));
  process.stdout.write(baseUrls(service.url));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Only once: a second signal ends the process immediately, as people expect.
    process.once(signal, () => void service.close());
  }
}

main().catch((error: unknown) => {
  if (!(error instanceof PrivatePodcastError)) throw error;
  process.stderr.write(`${error.message}\n`);
  if (error.code === 'bad-input') process.stderr.write('See --help.\n');
  process.exitCode = error.code === 'bad-input' ? 2 : 1;
});
