/** What `npm run pack` leaves: packages to install, and a page that shows the feed beside it, from any server. */
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleOf, launchChromium, reach } from '../browser/chromium.js';
import { root } from '../package/install.js';

const run = promisify(execFile);
const folder = join(root, 'build/packages');
const page = join(folder, 'page');
let printed: string;
let server: Server;
let browser: Browser;

beforeAll(async () => {
  ({ stdout: printed } = await run(process.execPath, ['scripts/pack.mjs'], { cwd: root }));
  server = createServer(({ url }, response) => {
    const type = url === '/feed.xml' ? 'application/rss+xml' : 'text/html';
    response.setHeader('Content-Type', type);
    createReadStream(join(page, url === '/feed.xml' ? 'feed.xml' : 'index.html')).pipe(response);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  server.close();
  await browser.close();
});

describe('npm run pack', () => {
  it('leaves each package in one folder, and prints the line that installs it', async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
    expect(files).toHaveLength(3);
    for (const file of files) expect(printed).toContain(`npm install ${join(folder, file)}`);
  });

  it('makes a page that shows the feed beside it', async () => {
    const tab = await browser.newPage();
    const said = consoleOf(tab);
    await tab.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    await reach(tab, 'ready');
    await tab.locator('[data-episode]').nth(1).waitFor();
    expect(said).toEqual([]);
    await tab.close();
  });

  it('says on that page what to do where it is opened as a file', async () => {
    const tab = await browser.newPage();
    await tab.goto(pathToFileURL(join(page, 'index.html')).href);
    await expect
      .poll(() => tab.locator('body').innerText())
      .toBe('A browser reads no feed from a file. In this folder, run: npx serve');
    await tab.close();
  });
});
