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
import { chromium, devices } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Certificate } from '../../demo/certificate.js';
import { ensureBrowsers } from '../../scripts/browsers.mjs';
import { consoleOf, reach } from './chromium.js';
import { createTwoMachines, type TwoMachines } from './namespaces.js';

const desk = 0;
const phone = 1;
const main = fileURLToPath(new URL('../../demo/main.js', import.meta.url));
const phoneScript = fileURLToPath(new URL('phone.mjs', import.meta.url));

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
        stream?.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          if (output.includes('Ctrl-C')) resolve();
        });
      }
      demo.once('close', () => reject(new Error(output)));
    });
    url = /Open (https:\S+)\n/.exec(output)![1]!;
    authority = await onPhone('certificate', `${url}/certificate`);
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

  /** The output of `phone.mjs` on the phone. */
  async function onPhone(...args: string[]): Promise<string> {
    const child = run(phone, process.execPath, phoneScript, ...args);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (part: string) => (text += part));
    }
    await once(child, 'close');
    return text.trim();
  }

  it('offers the certificate whose fingerprint it prints', () => {
    expect(output).toContain(new X509Certificate(authority).fingerprint256);
  });

  it('is refused by a client that does not trust its certificate', async () => {
    expect(await onPhone('walk', url)).toMatch(/UNABLE_TO_|SELF_SIGNED/);
  });

  it('serves page, script, feed, parser and consume page to a client that trusts its certificate', async () => {
    const file = join(folder, 'authority.pem');
    await writeFile(file, authority);
    expect(JSON.parse(await onPhone('walk', url, file))).toEqual({
      member: 200,
      script: 'text/javascript; charset=utf-8',
      subscription: 'The Slack Hour',
      feed: 14,
      podcast: 14,
      consume: 200,
      origins: ['https:'],
    });
  });

  it('shows the app buttons in a browser that trusts its certificate', async () => {
    // Chromium has no option for an authority, so it gets the server's own key.
    const { publicKey } = new X509Certificate((await kept()).chain);
    const spki = publicKey.export({ type: 'spki', format: 'der' });
    const trusted = createHash('sha256').update(spki).digest('base64');
    const browser = await chromium.launch({
      executablePath: await chromiumOn(phone),
      args: ['--no-sandbox', '--disable-gpu', `--ignore-certificate-errors-spki-list=${trusted}`],
    });
    try {
      const page = await browser.newPage(devices['iPhone 15']);
      const said = consoleOf(page);
      await page.goto(url);
      await page.locator('button[value=mira]').click();
      await reach(page, 'ready');
      await page.locator('[data-episode]').first().waitFor();
      expect(await page.locator('[data-app]').count()).toBeGreaterThan(3);
      expect(await page.evaluate(() => isSecureContext)).toBe(true);
      expect(said).toEqual([]);
    } finally {
      await browser.close();
    }
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
