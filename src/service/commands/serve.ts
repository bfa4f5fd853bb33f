/** The command that runs the service: `serve`, which is also the default. */
import { isWebUrl } from '../../urls/web-url.js';
import type { SubscribeConfig } from '../http/subscribe/subscribe-route.js';
import { describeFailure } from '../failures/describe-failure.js';
import { startServer, type RunningService } from '../node-server/start-server.js';
import {
  allowHostHelp,
  allowHostOption,
  parserHostHelp,
  parserHostOption,
  readAllowedHosts,
  readParserHosts,
} from './allowed-hosts.js';
import { defineCommand, readPort, usageError, variableOf } from './define-command.js';
import { databaseOptions, readDatabase } from './database-options.js';

let unwritten = '';

function writeLog(): void {
  if (unwritten !== '') process.stderr.write(unwritten);
  unwritten = '';
}

/** Writes the lines of simultaneous requests together: each write makes the process wait. */
function log(line: object): void {
  if (unwritten === '') setImmediate(writeLog);
  unwritten += `${JSON.stringify(line)}\n`;
}

const now = () => new Date().toISOString();

/** The base URLs that clients need (docs/interface.md): for people on a terminal, else as a line of JSON. */
function baseUrls(url: string): string {
  const consumeUrl = `${url}/consume`;
  if (!process.stdout.isTTY) {
    const urls = { token_url: url, base_url: url, parser_url: url, consume_url: consumeUrl };
    return `${JSON.stringify({ time: now(), ready: true, ...urls })}\n`;
  }
  return `The service is ready.
  token_url    ${url}
  base_url     ${url}
  parser_url   ${url}
  consume_url  ${consumeUrl}
`;
}

function readDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text)) return Number(text);
  return usageError('--connection-days must be a number of days; 0 keeps nothing.');
}

function readMinutes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  return usageError('--stale-minutes must be a number of minutes; 0 for none.');
}

function readPublicUrl(url: string | undefined): string | undefined {
  if (url === undefined || (isWebUrl(url) && !/[?#]/.test(url))) return url;
  return usageError('--public-url must be an http or https URL without a query or fragment.');
}

const noOrigin =
  'PPS_SUBSCRIBE_SECRET is set, but /subscribe answers 404 without --origin. Give the origin of your site, such as https://www.example.com.';

function readSubscribe(values: {
  'subscribe-secret'?: string[];
  origin?: string[];
}): SubscribeConfig | undefined {
  const { origin: allowedOrigins } = values;
  const secret = values['subscribe-secret'] ?? process.env.PPS_SUBSCRIBE_SECRET;
  if (secret && allowedOrigins) return { secret, allowedOrigins };
  if (values['subscribe-secret'] !== undefined) {
    usageError(
      '--origin is missing. Give the origin of your site, such as https://www.example.com.',
    );
  }
  if (allowedOrigins) usageError('--subscribe-secret is missing, and PPS_SUBSCRIBE_SECRET too.');
  // Several services may have one environment, so this is no mistake for certain.
  if (secret) log({ time: now(), warning: 'no-origin', do: noOrigin });
  return undefined;
}

async function reload(service: RunningService): Promise<void> {
  try {
    await service.reload();
    log({ time: now(), reloaded: 'catalogue' });
  } catch (error) {
    log({ time: now(), ...describeFailure(error) });
  }
}

const options = {
  ...databaseOptions,
  catalogue: { type: 'string' },
  port: { type: 'string', default: '8787' },
  host: { type: 'string', default: '127.0.0.1' },
  'public-url': { type: 'string' },
  ...allowHostOption,
  ...parserHostOption,
  'subscribe-secret': { type: 'string', multiple: true },
  origin: { type: 'string', multiple: true },
  'connection-days': { type: 'string' },
  'stale-minutes': { type: 'string' },
} as const;

/** The secret is read where it is needed: several services may have one environment. */
const ofEnvironment = Object.keys(options).filter((name) => name !== 'subscribe-secret');

const variables = ofEnvironment
  .map((name) => `  ${variableOf(name).padEnd(20)} --${name}`)
  .join('\n');

export const serve = defineCommand({
  help: `Usage: private-podcast-service [serve] --catalogue FILE [options]

Runs a private podcast feed service.

  --catalogue FILE   clients, podcasts and members, as JSON (required)
  --data DIR         folder for users, entitlements and feed links; without it
                     (and --database), they are lost when the service stops
  --database URL     keep them in Postgres instead: postgres://user@host/name;
                     put its password into the environment, as PGPASSWORD
  --port NUMBER      default 8787; 0 picks any free port
  --host HOST        default 127.0.0.1, which only this machine can reach
  --public-url URL   URL at which members reach the service, behind a proxy
${allowHostHelp}${parserHostHelp}  --subscribe-secret SECRET
                     answer the element at /subscribe: what the site signs its
                     subscribe tokens with; better in the environment, as
                     PPS_SUBSCRIBE_SECRET; may be repeated, to change it
  --origin URL       origin of the site's pages, for /subscribe; may be repeated
  --connection-days DAYS
                     days for which it keeps which apps fetched a member's feed;
                     default 90; 0 keeps nothing
  --stale-minutes MINUTES
                     while the database is away, members' feeds are answered
                     from memory for so long; default 15; 0 for none

PPS_SEAL_KEY in the environment seals the key of the feed links in the
database, so that a copy of it opens no feed. Make one with
openssl rand -base64 32, and keep it: without it, all members need new links.

An option that is not on the command line can come from the environment;
where it may be repeated, with blanks between its values:

${variables}

SIGHUP makes it read the catalogue again.
`,
  options,
  // The place of the data is one of two options: one on the command line takes the other's variable back.
  fromEnvironment: (args) =>
    args.some((arg) => /^--data(base)?(=|$)/.test(arg))
      ? ofEnvironment.filter((name) => !name.startsWith('data'))
      : ofEnvironment,
  async run({ catalogue, ...values }) {
    if (!catalogue) usageError('--catalogue is missing. Give the path of the catalogue file.');
    const service = await startServer({
      ...readDatabase(values),
      catalogue,
      port: readPort(values.port),
      host: values.host,
      publicUrl: readPublicUrl(values['public-url']),
      allowHosts: readAllowedHosts(values),
      parserHosts: readParserHosts(values),
      subscribe: readSubscribe(values),
      connectionDays: readDays(values['connection-days']),
      staleMinutes: readMinutes(values['stale-minutes']),
      sealKey: process.env.PPS_SEAL_KEY,
      oldSealKey: process.env.PPS_OLD_SEAL_KEY,
      log,
    });
    process.on('exit', writeLog);
    process.on('SIGHUP', () => void reload(service));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // Only once: a second signal ends the process immediately, as people expect.
      process.once(signal, () => void service.close());
    }
    // Last: whoever reads this may send a signal at once.
    process.stdout.write(baseUrls(service.url));
  },
});
