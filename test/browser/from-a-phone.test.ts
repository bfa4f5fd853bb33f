/**
 * `npm start -- --host ADDRESS`, opened from another machine in the network: over https, by a
 * client that trusts the certificate named at the start, all the way to the app buttons.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buffer } from 'node:stream/consumers';
import { chromium, devices, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Certificate } from '../../demo/certificate.js';
import { ensureBrowsers } from '../../scripts/browsers.mjs';
import { consoleOf, reach } from './chromium.js';
import { createTwoMachines, type TwoMachines } from './namespaces.js';

const desk = 0;
const phone = 1;
const main = fileURLToPath(new URL('../../demo/main.js', import.meta.url));
/** Prints the certificate that a phone is offered when it goes on past the warning: nothing is trusted yet. */
const askForCertificate = `import('node:https').then(({ get }) =>
  get(process.argv[1] + '/certificate', { rejectUnauthorized: false }, (answer) => answer.pipe(process.stdout)));`;

const created = createTwoMachines();
const reason = 'missing' in created ? ` (skipped: ${created.missing})` : '';

describe.skipIf(reason)(`startDemo: opened from another machine${reason}`, () => {
  const machines = created as TwoMachines;
  let folder: string;
  let demo: ChildProcess;
  let output = '';
  let url: string;
  let authority: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'from-a-phone-'));
    demo = run(desk, process.execPath, main, '--host', machines.address, '--port', '0');
    await new Promise<void>((resolve, reject) => {
      for (const stream of [demo.stdout, demo.stderr]) {
        stream?.setEncoding('utf8').on('data', (part: string) => {
          output += part;
          if (output.includes('Ctrl-C')) resolve();
        });
      }
      demo.once('close', () => reject(new Error(output)));
    });
    url = /Open (https:\S+)\n/.exec(output)![1]!;
    const asking = run(phone, process.execPath, '-e', askForCertificate, url);
    authority = new X509Certificate(await buffer(asking.stdout!)).toString();
  });

  afterAll(async () => {
    demo.kill();
    await once(demo, 'close');
    machines.remove();
    await rm(folder, { recursive: true });
  });

  /** Runs a program on a machine, with a cache of its own. */
  function run(machine: 0 | 1, ...command: string[]): ChildProcess {
    const [program, ...args] = [...machines.on(machine), ...command];
    const env = { ...process.env, XDG_CACHE_HOME: folder };
    return spawn(program, args, { env });
  }

  it('offers the certificate whose fingerprint it prints', () => {
    expect(output).toContain(new X509Certificate(authority).fingerprint256);
  });

  /** A page of a browser on the phone. */
  async function openBrowser(...args: string[]): Promise<Page> {
    const browser = await chromium.launch({
      executablePath: await chromiumOn(phone),
      args: ['--no-sandbox', '--disable-gpu', ...args],
    });
    onTestFinished(() => browser.close());
    return browser.newPage(devices['iPhone 15']);
  }

  it('is refused by a browser that does not trust its certificate', async () => {
    const page = await openBrowser();
    await expect(page.goto(url)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
  });

  it('leads a browser that trusts its certificate to the consume page, over https alone', async () => {
    // Chromium has no option for an authority, so it gets the server's own key.
    const { publicKey } = new X509Certificate((await kept()).chain);
    const spki = publicKey.export({ type: 'spki', format: 'der' });
    const trusted = createHash('sha256').update(spki).digest('base64');
    const page = await openBrowser(`--ignore-certificate-errors-spki-list=${trusted}`);
    const said = consoleOf(page);
    const protocols = new Set<string>();
    page.on('request', (request) => protocols.add(new URL(request.url()).protocol));
    await page.goto(url);
    await page.locator('button[value=mira]').click();
    await reach(page, 'ready');
    await page.locator('[data-episode]').first().waitFor();
    expect(await page.locator('[data-app]').count()).toBeGreaterThan(3);
    const link = await page.locator('a[data-app=overcast]').getAttribute('href');
    const feed = new URL(new URL(link!).searchParams.get('rss')!);
    expect([feed.protocol, feed.hostname]).toEqual(['https:', machines.address]);
    await page.locator('a[data-app=overcast]').click();
    await page.waitForURL('**/consume/**');
    await reach(page, 'ready');
    expect([...protocols].filter((each) => each !== 'data:')).toEqual(['https:']);
    expect(said).toEqual([]);
  });

  /** A program that starts Chromium on a machine. */
  async function chromiumOn(machine: 0 | 1): Promise<string> {
    const file = join(folder, 'chromium');
    const command = [...machines.on(machine), ensureBrowsers({}).chromium];
    await writeFile(file, `#!/bin/sh\nexec ${command.map((part) => `'${part}'`).join(' ')} "$@"\n`);
    await chmod(file, 0o755);
    return file;
  }

  /** Reads the file that the demo keeps for its next start. */
  async function kept() {
    const file = join(folder, 'private-podcast-subscribe', `${machines.address}.json`);
    return JSON.parse(await readFile(file, 'utf8')) as Certificate;
  }
});
