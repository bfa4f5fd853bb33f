/** The doctor's command, run as a program, against our own service and a handler mounted on it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { Hono } from 'hono';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Finding } from '../../src/conformance/site/finding.js';
import { createSubscribeHandler } from '../../src/publisher/handler/subscribe-handler.js';
import { createSubscribeToken } from '../../src/publisher/tokens/subscribe-token.js';
import { startServer, type RunningService } from '../../src/service/node-server/start-server.js';
import { documentAt } from '../docs/documents.js';
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
      ssr: 'src/conformance/cli.ts',
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
  const { code, output } = await run(['site', member, sku, '--config', file], {});
  expect(code).toBe(0);
  expect(output).toContain('ok      4.3 access: The member has access.\n');
  expect(output).toContain('ok      handler: It gives the member a feed link.\n');
  expect(await readdir(folder)).toContain('doctor.json');
});

describe('doctor: the guide, to the letter', () => {
  const guide = documentAt('docs/start.md');
  const snippet = guide.codeBlocks.find(({ code }) => code.includes('createSubscribeHandler('))!;
  const settings = guide.codeBlocks.find(({ code }) => /^SUBSCRIBE_SECRET=/m.test(code))!;
  const command = guide.codeBlocks.find(({ code }) =>
    code.includes('private-podcast-conformance site '),
  )!;
  const names = [...settings.code.matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
  const origin = 'https://www.your-site.example';
  let site: MountedHandler;

  beforeAll(async () => {
    // The site says which tokens it refuses.
    vi.spyOn(console, 'error').mockReturnValue();
    // Its import is replaced by the module itself; the rest runs as it is written.
    const [, imported = ''] = /^import (\{[^}]+\}) from .+;$/m.exec(snippet.code) ?? [];
    const code = snippet.code.replace(/^import .+;$/m, `const ${imported} = kit;`);
    const app = new Hono();
    const env = Object.fromEntries(names.map((name) => [name, environment[name]]));
    runInNewContext(code, {
      kit: { createSubscribeHandler, createSubscribeToken },
      process: { env },
      app,
      yourSession: () => Promise.resolve({ email: member }),
    });
    site = await mount((request) => Promise.resolve(app.fetch(request)));
  });
  afterAll(() => {
    vi.restoreAllMocks();
    return site.close();
  });

  /** Step 4 of the guide, for this site and this member. */
  function step4(env: Record<string, string>) {
    const line = command.code.split(/\bnpx private-podcast-conformance /)[1]!;
    const words = line
      .replace('member@example.com', member)
      .replace('sid:your-product', sku)
      .replace(`${origin}/subscribe`, site.url)
      .split(/[\s\\]+/);
    return run([...words, '--json'], env);
  }

  it('has the variables that its program reads, and no other', () => {
    const read = [...snippet.code.matchAll(/\benv\.([A-Z_]+)/g)].map(([, name]) => name!);
    expect([...new Set(read)].sort()).toEqual([...names].sort());
  });

  it('exits with 0 on a site that works, and names what it read', async () => {
    const env = Object.fromEntries(names.map((name) => [name, environment[name]!]));
    const { code, output } = await step4(env);
    const found = findingsIn(output);
    expect(found.filter(({ result }) => result !== 'ok')).toEqual([]);
    for (const name of names)
      expect(found[0]?.message).toMatch(new RegExp(`Read: .*\\b${name}\\b`));
    expect(found[0]?.message).toContain('Not set: SUBSCRIBE_URL.');
    expect(code).toBe(0);
  });

  it('names the variables that are missing, and checks the rest', async () => {
    const { code, output } = await step4({ ...environment, TOKEN_URL: '' });
    const found = findingsIn(output);
    const others = found.filter(({ result }) => result !== 'ok');
    expect(outlineOf(others)).toEqual(['configuration: warning']);
    expect(others[0]?.message).toContain('Missing: TOKEN_URL.');
    expect(outlineOf(found)).toContain('handler: ok');
    expect(code).toBe(0);
  });

  it('takes the secret by the name that the service has for it, and warns of two that differ', async () => {
    const ofService = { PPS_SUBSCRIBE_SECRET: secret };
    const { code, output } = await step4(ofService);
    expect(findingsIn(output)[0]?.message).toContain('Read: PPS_SUBSCRIBE_SECRET.');
    expect(outlineOf(findingsIn(output))).toContain('handler tokens: ok');
    expect(code).toBe(0);
    const both = await step4({ SUBSCRIBE_SECRET: `${secret}2`, ...ofService });
    expect(outlineOf(findingsIn(both.output)).slice(0, 1)).toEqual(['environment: warning']);
    expect(findingsIn(both.output).find(({ result }) => result === 'failed')?.code).toBe(
      'token-invalid',
    );
  });

  it('names the variable of the secret if there is none', async () => {
    const { code, output } = await step4({});
    const [, failed] = findingsIn(output);
    expect(failed?.message).toContain('Set SUBSCRIBE_SECRET or PPS_SUBSCRIBE_SECRET');
    expect(code).toBe(1);
  });
});

it('doctor exits with 1 if a step fails, and names the step', async () => {
  const { code, output } = await run(['site', member, sku, '--json'], {
    ...environment,
    CLIENT_SECRET: 'wrong',
  });
  expect(code).toBe(1);
  expect(findingsIn(output).find(({ result }) => result === 'failed')).toMatchObject({
    step: '4.1 access token',
    code: 'unauthorized',
  });
});

describe('doctor: usage errors', () => {
  it.each<[string, string[], RegExp]>([
    ['nothing', [], /`operator`, `feed` or `site`/],
    ['no product', ['site', member], /one e-mail address and one product ID/],
    ['too much', ['site', member, sku, member], /one e-mail address and one product ID/],
    ['another command', ['cure', member, sku], /`site`/],
    ['an unknown option', ['site', member, sku, `--secret=${secret}`], /unknown option/],
    ['an option without its value', ['site', member, sku, '--config'], /lacks its value/],
    ['a file that is not there', ['site', member, sku, '--config', 'none'], /cannot be read/],
    ['a file that is not JSON', ['site', member, sku, '--config', 'bad.json'], /JSON object/],
  ])('exits with 2 and explains: %s', async (_, args, message) => {
    await writeFile(join(folder, 'bad.json'), `{"clientSecret": "${client.clientSecret}"`);
    const { code, output, errors } = await run(args);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors).toMatch(message);
  });
});

it('doctor prints its help', async () => {
  const { code, output } = await run(['site', '--help']);
  expect(code).toBe(0);
  for (const name of Object.keys(environment)) expect(output).toContain(name);
});
