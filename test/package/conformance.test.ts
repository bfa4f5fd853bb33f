/** The package private-podcast-conformance as it is installed: its command runs from an empty folder. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackage, lintPackage, root, type Installed } from './install.js';

const name = 'private-podcast-conformance';

const shipped = [
  /^dist\/.+\.js$/,
  /^dist\/.+\.js\.map$/,
  /^package\.json$/,
  /^README\.md$/,
  /^LICENSE$/,
  /^CHANGELOG\.md$/,
];

let installed: Installed;
beforeAll(async () => {
  installed = await installPackage(join(root, 'packages/conformance'));
});
afterAll(() => installed.remove());

/** Runs the installed command. */
function run(args: string[], env: Record<string, string> = {}) {
  const command = join(installed.folder, 'node_modules/.bin', name);
  return promisify(execFile)(command, args, {
    cwd: installed.folder,
    env: { PATH: process.env.PATH, ...env },
    shell: process.platform === 'win32',
  });
}

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };

describe('the package private-podcast-conformance', () => {
  it('checks a feed from an empty folder by its command', async () => {
    const host = createServer((_, response) => {
      response.setHeader('content-type', 'application/rss+xml');
      response.end('<rss version="2.0"><channel><title>T</title></channel></rss>');
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    const { port } = host.address() as AddressInfo;
    const FEED_URL = `http://127.0.0.1:${port}/K7mQ2vX9pLr4TzB8wNc3Ya/feed.rss`;
    const failed: unknown = await run(['feed', '--json'], { FEED_URL }).catch(
      (error: unknown) => error,
    );
    host.close();
    host.closeAllConnections();
    const { code, stdout } = failed as { code: number; stdout: string };
    const { version, cases } = JSON.parse(stdout) as {
      version: string;
      cases: { id: string; verdict: string }[];
    };
    expect(code).toBe(1);
    expect(version).toBe((await readManifest(root)).version);
    const verdictOf = (wanted: string) => cases.find(({ id }) => id === wanted)?.verdict;
    expect([verdictOf('feed-14'), verdictOf('feed-23')]).toEqual(['pass', 'fail']);
  });

  it.each(['operator', 'feed', 'site'])('has the command %s, with a --help', async (command) => {
    const { stdout } = await run([command, '--help']);
    expect(stdout).toMatch(new RegExp(`^${name} ${command} `));
  });

  it('has --version and help', async () => {
    const { version } = await readManifest(root);
    expect((await run(['--version'])).stdout).toBe(`${version}\n`);
    expect((await run(['help'])).stdout).toContain('--version prints the release.');
    expect((await run(['help', 'feed'])).stdout).toBe((await run(['feed', '--help'])).stdout);
  });

  it('checks a site that nothing is known of', async () => {
    const failed: unknown = await run(['site', 'member@example.com', 'sid:one']).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ code: 1 });
    expect((failed as { stdout: string }).stdout).toContain('FAIL     site-1');
  });

  it('has the version of private-podcast-subscribe', async () => {
    const { version } = await readManifest(join(installed.folder, 'node_modules', name));
    expect(version).toBe((await readManifest(root)).version);
  });

  it('contains what is shipped and nothing else', () => {
    const stray = installed.files.filter((path) => !shipped.some((each) => each.test(path)));
    const missing = shipped.filter((each) => !installed.files.some((path) => each.test(path)));
    expect({ stray, missing }).toEqual({ stray: [], missing: [] });
  });

  it('passes publint', async () => {
    expect(await lintPackage(installed, name)).toEqual([]);
  });
});
