/** The service as published: built, installed in a folder of its own, started from the command line. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFeedServiceClient } from '../../src/api/client.js';
import config from '../../vite.config.js';
import { catalogueOf, client, member, show, sku } from '../support/backend.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dependencies = ['jose', 'entities', 'htmlparser2', 'zod'];
const peers = [
  '@electric-sql/pglite',
  '@hono/node-server',
  'hono',
  'ipaddr.js',
  'sanitize-html',
  'undici',
];

let folder: string;
const running = new Set<ChildProcess>();

async function install(into: string, packages: string[]): Promise<void> {
  for (const name of packages) {
    const place = join(folder, into, 'node_modules', name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(root, 'node_modules', name), place);
  }
  await writeFile(join(folder, into, 'package.json'), '{"type":"module"}');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pps-cli-'));
  const { build: shipped } = config({ command: 'build', mode: 'production' });
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ...shipped,
      outDir: join(folder, 'bare/dist'),
      lib: { entry: ['src/service.ts', 'src/service/cli.ts'], formats: ['es'] },
    },
  });
  await cp(join(folder, 'bare/dist'), join(folder, 'full/dist'), { recursive: true });
  await install('bare', dependencies);
  await install('full', [...dependencies, ...peers]);
  await mkdir(join(folder, 'full/dist/embed/chunks'), { recursive: true });
  await writeFile(join(folder, 'full/dist/embed/private-podcast-subscribe.js'), '/* element */');
  await writeFile(join(folder, 'full/dist/embed/chunks/qr-1a2b.js'), '/* chunk */');
  await writeFile(join(folder, 'show.rss'), Buffer.from(show, 'latin1'));
  await writeFile(join(folder, 'catalogue.json'), JSON.stringify(catalogueOf('show.rss')));
});
afterEach(() => {
  for (const program of running) program.kill('SIGKILL');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(args: string[], install = 'full') {
  const program = spawn(process.execPath, [join(folder, install, 'dist/service/cli.js'), ...args], {
    cwd: folder,
  });
  running.add(program);
  let output = '';
  let errors = '';
  program.stdout.on('data', (data: Buffer) => (output += data.toString()));
  program.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const ended = once(program, 'close').then(([code]) => {
    running.delete(program);
    return { code: code as number | null, output, errors };
  });
  const ready = new Promise<string>((resolve, reject) => {
    program.stdout.on('data', () => {
      const [, url] = /base_url +(\S+)\n[^]*consume_url/.exec(output) ?? [];
      if (url) resolve(url);
    });
    void ended.then(() => reject(new Error(`ended before it was ready: ${errors}`)));
  });
  // Not every test waits until it is ready.
  ready.catch(() => undefined);
  return { program, ready, ended };
}

describe('private-podcast-service', () => {
  it('is a program for Node', async () => {
    const [first] = (await readFile(join(folder, 'full/dist/service/cli.js'), 'utf8')).split('\n');
    expect(first).toBe('#!/usr/bin/env node');
  });

  it('serves, prints its base URLs, and keeps its data after SIGTERM', async () => {
    const args = ['--catalogue', 'catalogue.json', '--data', 'data', '--port', '0'];
    const feeds = [];
    for (let run = 0; run < 2; run += 1) {
      const { program, ready, ended } = start(args);
      const url = await ready;
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      const api = createFeedServiceClient({
        tokenUrl: url,
        baseUrl: url,
        parserUrl: url,
        consumeUrl: `${url}/consume`,
        ...client,
        onboardingOriginId: 'origin-1',
      });
      const { feedUrl } = await api.privateFeed({ email: member, sku });
      expect((await api.parse(feedUrl)).title).toBe('The Member Show');
      const secret = new URL(feedUrl).pathname.split('/')[2]!;
      feeds.push(secret);
      program.kill('SIGTERM');
      const { code, output, errors } = await ended;
      expect(code).toBe(0);
      expect(output).toContain(`token_url    ${url}\n`);
      expect(output).toContain(`parser_url   ${url}\n`);
      expect(output).toContain(`consume_url  ${url}/consume\n`);
      expect(errors).toContain('"path":"/rss"');
      expect(errors).not.toContain(secret);
      expect(errors).not.toContain(member);
    }
    expect(feeds[0]).toBe(feeds[1]);
    expect((await stat(join(folder, 'data/feed-key'))).mode & 0o077).toBe(0);
  });

  it("serves the element's script with its chunks, to any site", async () => {
    const { ready } = start(['--catalogue', 'catalogue.json', '--port', '0']);
    const url = await ready;
    const script = await fetch(`${url}/embed/private-podcast-subscribe.js`);
    expect(await script.text()).toBe('/* element */');
    expect(script.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(script.headers.get('Cache-Control')).toBe('public, max-age=300');
    const chunk = await fetch(`${url}/embed/chunks/qr-1a2b.js`);
    expect(await chunk.text()).toBe('/* chunk */');
    expect(chunk.headers.get('Cache-Control')).toMatch(/immutable/);
    for (const path of [
      'absent.js',
      'chunks/',
      '..%2f..%2fpackage.json',
      '%2e%2e/service/cli.js',
    ]) {
      expect((await fetch(`${url}/embed/${path}`)).status).toBe(404);
    }
  });

  it('prints its help', async () => {
    const { code, output } = await start(['--help']).ended;
    expect(code).toBe(0);
    expect(output).toMatch(/^Usage: private-podcast-service --catalogue FILE/);
  });

  it.each([
    [[], 2, '--catalogue is missing'],
    [['--catalogue', 'c', '--colour'], 2, "Unknown option '--colour'"],
    [['--catalogue', 'c', 'more'], 2, "Unexpected argument 'more'"],
    [['--catalogue', 'c', '--port', '65536'], 2, '--port must be'],
    [['--catalogue', 'absent.json', '--port', '65535'], 1, 'absent.json cannot be read'],
    [['--catalogue', 'c', '--public-url', 'example.org'], 2, '--public-url must be'],
    [['--catalogue', 'c', '--public-url', 'https://a b.example'], 2, '--public-url must be'],
    [['--catalogue', 'c', '--public-url', 'https://a.example/#b'], 2, '--public-url must be'],
    [['--catalogue', 'c', '--allow-host', 'localhost'], 2, '--allow-host must have'],
    [['--catalogue', 'absent.json'], 1, 'absent.json cannot be read'],
    [['--catalogue', 'catalogue.json', '--data', 'show.rss'], 1, 'data folder show.rss cannot'],
  ])('says what is wrong with %j', async (args, status, message) => {
    const { code, output, errors } = await start(args).ended;
    expect(code).toBe(status);
    expect(output).toBe('');
    expect(errors).toContain(message);
    expect(errors).not.toMatch(/\n\s+at /);
  });
});

describe('without the optional packages', () => {
  it('the entry point can be imported', async () => {
    const script =
      "const { serve } = await import('./bare/dist/service.js'); console.log(typeof serve)";
    const program = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
    let output = '';
    program.stdout.on('data', (data: Buffer) => (output += data.toString()));
    await once(program, 'close');
    expect(output).toBe('function\n');
  });

  it('the command names them all', async () => {
    const { code, errors } = await start(['--catalogue', 'catalogue.json'], 'bare').ended;
    expect(code).toBe(1);
    expect(errors).toBe(
      `The service needs packages that are not installed. Run: npm install ${peers.join(' ')}\n`,
    );
  });
});
