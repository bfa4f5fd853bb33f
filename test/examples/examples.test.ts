/**
 * Each project of `examples/`: copied, installed with the packed package, started in front of a real
 * service, and driven in Chromium until the buttons are there.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServer, type RunningService } from 'private-podcast-service';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleOf, launchChromium, reach } from '../browser/chromium.js';
import { guideFile } from '../frameworks/guide.js';
import { npm, packPackage, root, type Packed } from '../package/install.js';
import { catalogueOf, client, member, showFolder, sku } from '../support/feed-service/backend.js';
import { ensureProgram } from '../support/programs/debian.js';

const run = promisify(execFile);
const folder = join(root, 'examples');
const INSTALL_MS = 600_000;

interface Example {
  name: string;
  /** Without it, the example is skipped. */
  program?: [command: string, packageName: string];
  /** What starts it on a port, in its own folder. */
  start: (port: number) => [command: string, ...args: string[]];
  /** What is run before. */
  build?: string[];
}

const all: Example[] = [
  { name: 'hono', start: () => [process.execPath, '--env-file=.env', 'server.js'] },
  { name: 'express', start: () => [process.execPath, '--env-file=.env', 'server.js'] },
  { name: 'fastify', start: () => [process.execPath, '--env-file=.env', 'server.js'] },
  {
    name: 'next',
    build: [process.execPath, 'node_modules/next/dist/bin/next', 'build'],
    start: (port) => [
      ...([process.execPath, 'node_modules/next/dist/bin/next', 'start'] as const),
      ...['--port', String(port), '--hostname', 'localhost'],
    ],
  },
  {
    name: 'php',
    program: ['php', 'php-cli'],
    start: (port) => ['php', '-S', `localhost:${port}`],
  },
  { name: 'python', program: ['python3', 'python3'], start: () => ['python3', 'app.py'] },
];
/** Next.js takes as long as all others, and is a part of its own: `scripts/parts.mjs`. */
const examples = all.filter(({ name }) => (name === 'next') === (process.env.EXAMPLE === 'next'));

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const ports = new Map<string, number>();
const originOf = (name: string) => `http://localhost:${ports.get(name)!}`;
const secret = randomBytes(32).toString('base64');
const sites: ChildProcess[] = [];
let show: Awaited<ReturnType<typeof showFolder>>;
let packed: Packed;
let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  for (const { name } of examples) ports.set(name, await freePort());
  show = await showFolder();
  service = await startServer({
    port: 0,
    catalogue: catalogueOf(show.feed),
    subscribe: { secret, allowedOrigins: examples.map(({ name }) => originOf(name)) },
  });
  [packed, browser] = await Promise.all([packPackage(), launchChromium()]);
}, INSTALL_MS);

afterAll(async () => {
  for (const site of sites) {
    if (site.exitCode !== null) continue;
    site.kill();
    await once(site, 'close');
  }
  await Promise.all([browser.close(), service.close(), packed.remove(), show.remove()]);
});

/** What every example reads, as examples/environment.md names it. */
const environmentOf = (name: string) => ({
  SITE_ORIGIN: originOf(name),
  PORT: String(ports.get(name)),
  SUBSCRIBE_SECRET: secret,
  SKU: sku,
  MEMBER: member,
  TOKEN_URL: service.url,
  BASE_URL: service.url,
  PARSER_URL: service.url,
  CONSUME_URL: `${service.url}/consume`,
  CLIENT_ID: client.clientId,
  CLIENT_SECRET: client.clientSecret,
  ONBOARDING_ORIGIN_ID: 'origin-1',
  SERVICE_URL: service.url,
});

/** Installs what the example's package.json names, with the packed package in place of the published one. */
async function install(project: string): Promise<void> {
  const file = join(project, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  manifest.dependencies['private-podcast-subscribe'] = `file:${packed.tarball}`;
  await writeFile(file, JSON.stringify(manifest));
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund'], project);
}

/** Copies an example to a folder of its own, starts it, and waits until it listens. */
async function start({ name, build, start: command }: Example): Promise<void> {
  const project = await mkdtemp(join(packed.temporary, `${name}-`));
  await cp(join(folder, name), project, { recursive: true });
  const lines = Object.entries(environmentOf(name)).map(([key, value]) => `${key}=${value}\n`);
  await writeFile(join(project, '.env'), lines.join(''));
  if ((await readdir(project)).includes('package.json')) await install(project);
  // Vitest has a BASE_URL of its own, which would win over the file's.
  const outer = Object.entries(process.env).filter(([key]) => key !== 'BASE_URL');
  const env = {
    ...Object.fromEntries(outer),
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production' as const,
  };
  if (build) await run(build[0]!, build.slice(1), { cwd: project, env });
  const [program, ...args] = command(ports.get(name)!);
  const site = spawn(program, args, { cwd: project, env, stdio: 'pipe' });
  sites.push(site);
  let printed = '';
  site.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  site.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(site, 'close').then(() => {
    throw new Error(`The example ended: ${printed}`);
  });
  const answers = expect
    .poll(
      () =>
        fetch(originOf(name)).then(
          ({ status }) => status,
          () => undefined,
        ),
      {
        timeout: 60_000,
      },
    )
    .toBe(200);
  await Promise.race([answers, ended]);
}

describe('createSubscribeToken: the examples', () => {
  it.each(examples)(
    'shows the member’s podcast in $name',
    { timeout: INSTALL_MS },
    async (each) => {
      const { name, program } = each;
      if (program && !ensureProgram(...program)) {
        console.log(`${name} (skipped: ${program[0]} is not installed)`);
        return;
      }
      await start(each);
      const page = await browser.newPage();
      const said = consoleOf(page);
      await page.goto(originOf(name));
      await reach(page, 'ready').catch(async (cause: unknown) => {
        throw new Error(`${said.join('\n')}\n${await page.content()}`, { cause });
      });
      await page.locator('[data-episode]').first().waitFor();
      expect(await page.locator('[part=apps] [data-app]').count()).toBe(3);
      expect(said).toEqual([]);
      await page.close();
    },
  );

  it('names every folder of the examples', async () => {
    const folders = (await readdir(folder, { withFileTypes: true })).filter((each) =>
      each.isDirectory(),
    );
    const tested = [...all.map(({ name }) => name), 'ghost', 'page'];
    expect(folders.filter(({ name }) => !tested.includes(name))).toEqual([]);
  });
});

describe('createSubscribeHandler: the example for Next.js', () => {
  it('has the files that the guide shows', async () => {
    const same: [file: string, shown: string][] = [
      ['app/get-token.ts', guideFile('get-token.ts')],
      ['app/Podcast.tsx', `'use client';\n\n${guideFile('Podcast.tsx')}`],
      ['app/subscribe/route.ts', guideFile('app/subscribe/route.ts')],
      [
        'app/token/route.ts',
        guideFile('app/token/route.ts').replace("'sid:your-product'", 'process.env.SKU!'),
      ],
    ];
    for (const [file, shown] of same) {
      expect(await readFile(join(folder, 'next', file), 'utf8')).toBe(shown);
    }
  });
});
