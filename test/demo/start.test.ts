/** Starting the demo: another feed, a wrong one, a port that is taken, and the command line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo } from '../../demo/start-demo.js';

/** Milliseconds: an embedded Postgres is made anew for each demo. */
const toStart = 60_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

describe('startDemo: feed', () => {
  it('shows another feed in place of its own', { timeout: toStart }, async () => {
    const feed = await file(
      'other.xml',
      `<rss version="2.0"><channel><title>Another &lt;show&gt;</title><item><title>One</title>
        <enclosure url="https://media.example/1.mp3" length="1" type="audio/mpeg"/></item></channel></rss>`,
    );
    const demo = await startDemo({ feed, port: 0 });
    try {
      const home = await fetch(demo.url);
      expect(await home.text()).toContain('<h1 dir="auto">Another &lt;show&gt;</h1>');
      expect(home.headers.get('Content-Security-Policy')).toContain('media-src https: http:');
    } finally {
      await demo.close();
    }
  });

  it.each([
    ['a file that is not there', () => join(folder, 'absent.xml'), 'not-found'],
    [
      'a file that is not a feed',
      () => file('page.html', '<!doctype html><p>Hello</p>'),
      'bad-feed',
    ],
    ['a URL without encryption', () => 'http://feeds.example/show.xml', 'bad-input'],
  ])('explains the problem with %s', async (_, feed, code) => {
    await expect(startDemo({ feed: await feed(), port: 0 })).rejects.toMatchObject({
      name: 'PrivatePodcastError',
      code,
    });
  });
});

it('startDemo reports that a port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(startDemo({ port })).rejects.toMatchObject({
    code: 'config',
    message: `Port ${port} is in use or not allowed. Choose another with --port.`,
  });
  other.close();
});

describe('startDemo: command line', () => {
  const main = fileURLToPath(new URL('../../demo/main.js', import.meta.url));

  /** Runs the demo; `until` stops it with Ctrl-C once that is in its output. */
  async function run(args: string[], until?: RegExp) {
    const child = spawn(process.execPath, [main, ...args]);
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      if (until?.test(output)) child.kill('SIGINT');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    return { output, code, signal };
  }

  it('prints one URL, and stops cleanly at Ctrl-C', { timeout: toStart }, async () => {
    const { output, code, signal } = await run(['--port', '0'], /Ctrl-C/);
    expect(output.match(/https?:\S+/g)).toHaveLength(1);
    expect([code, signal]).toEqual([0, null]);
  });

  it.each([
    [['--feed', 'absent.xml'], 'The file absent.xml cannot be read.'],
    [['--port', 'http'], 'The port must be a number from 0 to 65535.'],
    [['--speed'], "Unknown option '--speed'"],
  ])('fails in one line: %j', async (args, line) => {
    const { output, code } = await run(args);
    expect(output).toContain(line);
    expect(output).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  });
});
