/** The doctor's command, run as a program, against our own service and a handler mounted on it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/publisher/doctor/finding.js';
import { createSubscribeHandler } from '../../src/publisher/handler/subscribe-handler.js';
import { startServer, type RunningService } from '../../src/service/node-server.js';
import { catalogueOf, client, lapsed, member, sku } from '../support/feed-service/backend.js';
import { mount, outlineOf, type MountedHandler } from '../support/publisher/doctor.js';
import { page, secret } from '../support/publisher/member.js';

let folder: string;
let command: string;
let media: Server;
let service: RunningService;
let handler: MountedHandler;
let environment: Record<string, string>;

/** A recording on loopback, with byte ranges. */
function startMedia(): Promise<Server> {
  const server = createServer((_, response) => {
    response.writeHead(206, { 'content-type': 'audio/mpeg', 'content-range': 'bytes 0-0/1' });
    response.end('x');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pps-doctor-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../../', import.meta.url)),
    ssr: { noExternal: true },
    build: {
      ssr: 'src/publisher/cli.ts',
      outDir: join(folder, 'dist'),
      rolldownOptions: { output: { entryFileNames: 'cli.mjs' } },
    },
  });
  command = join(folder, 'dist', 'cli.mjs');

  media = await startMedia();
  const { port } = media.address() as AddressInfo;
  const feed = join(folder, 'show.rss');
  await writeFile(
    feed,
    `<rss version="2.0"><channel><title>The Member Show</title><item><title>One</title><enclosure url="http://127.0.0.1:${port}/1.mp3" type="audio/mpeg" length="1"/></item></channel></rss>`,
  );
  service = await startServer({
    catalogue: catalogueOf(feed),
    dataDir: join(folder, 'data'),
    port: 0,
  });
  const { url } = service;
  const config = {
    tokenUrl: url,
    baseUrl: url,
    parserUrl: url,
    consumeUrl: `${url}/consume`,
    ...client,
    onboardingOriginId: 'origin-1',
  };
  handler = await mount(
    createSubscribeHandler({
      service: config,
      secret,
      allowedOrigins: [page],
      onError: () => undefined,
    }),
  );
  environment = {
    TOKEN_URL: url,
    BASE_URL: url,
    PARSER_URL: url,
    CONSUME_URL: `${url}/consume`,
    CLIENT_ID: client.clientId,
    CLIENT_SECRET: client.clientSecret,
    ONBOARDING_ORIGIN_ID: 'origin-1',
    SUBSCRIBE_SECRET: secret,
  };
}, 120_000);

afterAll(async () => {
  await handler.close();
  await service.close();
  media.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command, and checks that it prints no secret. */
async function run(args: string[], env: Record<string, string> = environment) {
  const program = spawn(process.execPath, [command, ...args], { env, cwd: folder });
  let output = '';
  let errors = '';
  program.stdout.on('data', (data: Buffer) => (output += data.toString()));
  program.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const [code] = (await once(program, 'close')) as [number];
  const printed = output + errors;
  for (const hidden of [client.clientSecret, secret, member, lapsed, 'eyJ', '/feeds/']) {
    expect(printed).not.toContain(hidden);
    expect(printed).not.toContain(encodeURIComponent(hidden));
  }
  return { code, output, errors };
}

const findingsIn = (output: string) =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Finding);

const everything = [
  'configuration: ok',
  '4.1 access token: ok',
  'clock: ok',
  '4.2 user: ok',
  '4.3 access: ok',
  '4.4 feed link: ok',
  '4.5 parser: ok',
  '4.5 CORS: ok',
  '4.6 consume page: ok',
  'handler clock: ok',
  'handler: ok',
  'handler CORS: ok',
  'handler tokens: ok',
  'feed: ok',
  'playable: ok',
];

it('doctor takes every step with a configuration from the environment', async () => {
  const options = ['--handler', handler.url, '--origin', page];
  const { code, output, errors } = await run(['doctor', member, sku, ...options, '--json']);
  expect(outlineOf(findingsIn(output))).toEqual(everything);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
});

it('doctor prints a line per step with a configuration from a file', async () => {
  const url = service.url;
  const file = join(folder, 'doctor.json');
  const config = {
    tokenUrl: url,
    baseUrl: url,
    parserUrl: url,
    consumeUrl: `${url}/consume`,
    ...client,
    onboardingOriginId: 'origin-1',
    handlerUrl: handler.url,
    subscribeSecret: secret,
  };
  await writeFile(file, JSON.stringify(config));
  const { code, output } = await run(['doctor', member, sku, '--config', file], {});
  expect(code).toBe(0);
  expect(output).toContain('ok      4.3 access: The member has access.\n');
  expect(output).toContain('ok      handler: It gives the member a feed link.\n');
  expect(await readdir(folder)).toContain('doctor.json');
});

it('doctor exits with 1 if a step fails, and names the step', async () => {
  const { code, output } = await run(['doctor', member, sku, '--json'], {
    ...environment,
    CLIENT_SECRET: 'wrong',
  });
  expect(code).toBe(1);
  expect(findingsIn(output).find(({ result }) => result === 'failed')).toMatchObject({
    step: '4.1 access token',
    code: 'unauthorized',
  });
});

it('doctor reports no-access for a member whose access has ended', async () => {
  const { code, output } = await run(['doctor', lapsed, sku, '--json', '--handler', handler.url]);
  expect(code).toBe(1);
  const failed = findingsIn(output).filter(({ result }) => result === 'failed');
  expect(failed.map(({ step, code }) => [step, code])).toEqual([
    ['4.3 access', 'no-access'],
    ['handler', 'no-access'],
  ]);
});

describe('doctor: usage errors', () => {
  it.each<[string, string[], RegExp]>([
    ['nothing', [], /`doctor` or `script`/],
    ['no product', ['doctor', member], /one e-mail address and one product ID/],
    ['too much', ['doctor', member, sku, member], /one e-mail address and one product ID/],
    ['another command', ['cure', member, sku], /`doctor`/],
    ['an unknown option', ['doctor', member, sku, `--secret=${secret}`], /unknown option/],
    ['an option without its value', ['doctor', member, sku, '--config'], /lacks its value/],
    ['a file that is not there', ['doctor', member, sku, '--config', 'none'], /cannot be read/],
    ['a file that is not JSON', ['doctor', member, sku, '--config', 'bad.json'], /JSON object/],
  ])('exits with 2 and explains: %s', async (_, args, message) => {
    await writeFile(join(folder, 'bad.json'), `{"clientSecret": "${client.clientSecret}"`);
    const { code, output, errors } = await run(args);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors).toMatch(message);
  });
});

it('doctor names the missing fields of the configuration', async () => {
  const { code, output } = await run(['doctor', member, sku, '--json'], { CLIENT_ID: 'x' });
  expect(code).toBe(1);
  expect(findingsIn(output)).toMatchObject([{ step: 'configuration', code: 'config' }]);
  expect(output).toContain('`tokenUrl`, `baseUrl`, `clientSecret`, `onboardingOriginId`');
});

it('doctor prints its help', async () => {
  const { code, output } = await run(['doctor', '--help']);
  expect(code).toBe(0);
  for (const name of Object.keys(environment)) expect(output).toContain(name);
});
