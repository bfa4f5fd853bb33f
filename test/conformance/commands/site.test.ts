/** The command that checks a site, run as a program, against our own service and a handler mounted on it. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ConformanceReport } from '../../../src/conformance/report/result.js';
import { createSubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import { createSubscribeToken } from '../../../src/publisher/tokens/subscribe-token.js';
import { startServer, type RunningService } from '../../../src/service.js';
import { documentAt } from '../../docs/documents.js';
import { catalogueOf, client, lapsed, member, sku } from '../../support/feed-service/backend.js';
import { page, secret } from '../../support/publisher/member.js';
import { faultsIn, feedWith, mount, type MountedHandler } from '../../support/publisher/site.js';
import { Program } from './program.js';

let program: Program;
let media: Server;
let service: RunningService;
let handler: MountedHandler;
let environment: Record<string, string>;

beforeAll(async () => {
  program = await Program.build();
  // A recording, with byte ranges.
  media = createServer((_, response) => {
    response.writeHead(206, { 'content-type': 'audio/mpeg', 'content-range': 'bytes 0-0/1' });
    response.end('x');
  }).listen(0, '127.0.0.1');
  await once(media, 'listening');
  const recording = `http://127.0.0.1:${(media.address() as AddressInfo).port}/1.mp3`;
  const feed = join(program.folder, 'show.rss');
  await writeFile(
    feed,
    feedWith(
      `<item><title>One</title><enclosure url="${recording}" type="audio/mpeg" length="1"/></item>`,
    ),
  );
  const dataDir = join(program.folder, 'data');
  service = await startServer({ catalogue: catalogueOf(feed), dataDir, port: 0 });
  const { url } = service;
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
  const config = { ...client, tokenUrl: url, baseUrl: url, onboardingOriginId: 'origin-1' };
  handler = await mount(
    createSubscribeHandler({
      service: config,
      secret,
      allowedOrigins: [page],
      onError: () => undefined,
    }),
  );
  const file = { ...config, parserUrl: url, consumeUrl: `${url}/consume`, handlerUrl: handler.url };
  await writeFile(
    join(program.folder, 'site.json'),
    JSON.stringify({ ...file, subscribeSecret: { env: 'THE_SECRET' } }),
  );
}, 120_000);

afterAll(async () => {
  await handler.close();
  await service.close();
  media.close();
  await program.remove();
});

/** Runs the command, and checks that it prints no secret. */
async function run(args: string[], env = environment) {
  const printed = await program.run(args, { env });
  for (const hidden of [client.clientSecret, secret, member, lapsed, 'eyJ', '/feeds/']) {
    expect(printed.output + printed.errors).not.toContain(hidden);
    expect(printed.output + printed.errors).not.toContain(encodeURIComponent(hidden));
  }
  return printed;
}

const casesIn = (output: string) => (JSON.parse(output) as ConformanceReport).cases;

describe('private-podcast-conformance site', () => {
  it('prints a line for each case with a configuration from a file', async () => {
    const args = ['site', member, sku, '--config', 'site.json'];
    const { code, output } = await run(args, { THE_SECRET: secret });
    expect(code).toBe(0);
    expect(output).toMatch(
      /^pass {5}4\.3-3 +The answer is a JSON array that holds an entitlement/m,
    );
    expect(output).toMatch(/^pass {5}handler-1 The handler gives the member a feed link\.$/m);
  });

  it('ends with 1 if a case fails, and says what to do', async () => {
    const { code, output } = await run(['site', member, sku], {
      ...environment,
      CLIENT_SECRET: 'wrong',
    });
    expect(code).toBe(1);
    expect(output).not.toContain('4.2-1');
    expect(output).toMatch(/^FAIL {5}4\.1-1 [^]* {19}advice: Ask the operator whether `clientId`/m);
  });

  it.each<[string, string[], RegExp]>([
    ['no product', ['site', member], /one e-mail address and one product ID/],
    ['too much', ['site', member, sku, member], /one e-mail address and one product ID/],
    ['an unknown option', ['site', member, sku, `--secret=${secret}`], /unknown option/],
    ['an option without its value', ['site', member, sku, '--config'], /lacks its value/],
    ['a file that is not JSON', ['site', member, sku, '--config', 'bad.json'], /JSON object/],
    ['an origin with a path', ['site', member, sku, '--origin', `${page}/`], /web origin/],
  ])('ends with 2 and explains: %s', async (_, args, message) => {
    const bad = `{"clientSecret": "${client.clientSecret}"`;
    await writeFile(join(program.folder, 'bad.json'), bad);
    const { code, output, errors } = await run(args);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors).toMatch(message);
  });

  it('names the variables that it reads in its help', async () => {
    const { code, output } = await run(['site', '--help']);
    expect(code).toBe(0);
    for (const name of Object.keys(environment)) expect(output).toContain(name);
  });
});

describe('private-podcast-conformance site: the guide, to the letter', () => {
  const guide = documentAt('docs/start.md');
  const snippet = guide.codeBlocks.find(({ code }) => code.includes('createSubscribeHandler('))!;
  const settings = guide.codeBlocks.find(({ code }) => /^CLIENT_ID=/m.test(code))!;
  const command = guide.codeBlocks.find(({ code }) => code.includes('-conformance site '))!;
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
    const env: Record<string, string | undefined> = { SITE_ORIGIN: origin, SKU: sku };
    for (const name of names) env[name] ??= environment[name];
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
  async function step4(env: Record<string, string>) {
    const line = command.code.split(/\bnpx private-podcast-conformance /)[1]!;
    const words = line
      .replace('member@example.com', member)
      .replace('sid:your-product', sku)
      .replace(`${origin}/subscribe`, site.url)
      .split(/[\s\\]+/);
    const { code, output } = await run([...words, '--json'], env);
    const cases = casesIn(output);
    return { code, cases, first: cases[0]! };
  }

  it('has the variables that its program reads, and the member that the examples log in', () => {
    const read = [...snippet.code.matchAll(/\benv\.([A-Z_]+)/g)].map(([, name]) => name!);
    expect([...new Set([...read, 'MEMBER'])].sort()).toEqual([...names].sort());
  });

  it('ends with 0 on a site that works, and names what it read', async () => {
    const { code, cases, first } = await step4(environment);
    expect(cases.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    for (const name of names.filter((each) => each in environment))
      expect(first.seen).toMatch(new RegExp(`Read: .*\\b${name}\\b`));
    expect(first.seen).toContain('Not set: SUBSCRIBE_URL.');
    expect(code).toBe(0);
  });

  it('names the variables that are missing, and checks the rest', async () => {
    const { code, cases, first } = await step4({ ...environment, TOKEN_URL: '' });
    expect(faultsIn(cases)).toEqual(['site-1 deviates']);
    expect(first.seen).toContain('Missing: TOKEN_URL.');
    expect(cases.find(({ id }) => id === 'handler-1')?.verdict).toBe('pass');
    expect(code).toBe(0);
  });

  it('takes the secret by the name that the service has for it, and warns of two that differ', async () => {
    const ofService = { PPS_SUBSCRIBE_SECRET: secret };
    const { code, cases, first } = await step4(ofService);
    expect(first.seen).toContain('Read: PPS_SUBSCRIBE_SECRET.');
    expect(faultsIn(cases)).toEqual([]);
    expect(code).toBe(0);
    const both = await step4({ SUBSCRIBE_SECRET: `${secret}2`, ...ofService });
    expect(faultsIn(both.cases)).toEqual(['site-1 deviates', 'handler-1 fail']);
    expect(both.first.advice).toContain('differ');
  });

  it('names the variable of the secret if there is none', async () => {
    const { code, cases } = await step4({});
    const advice = cases.find(({ id }) => id === 'handler-1')?.advice;
    expect(advice).toContain('Set SUBSCRIBE_SECRET or PPS_SUBSCRIBE_SECRET');
    expect(code).toBe(1);
  });
});
