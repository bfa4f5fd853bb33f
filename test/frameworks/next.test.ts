/**
 * The guide's example for Next.js with its app router, from an empty folder: built, started, and driven
 * in Chromium against the service. It installs 370 MB: `npm run test:all -- next`.
 */
import { spawn, execFile, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleOf, launchChromium, reach } from '../browser/chromium.js';
import { installInto, packPackage, type Packed } from '../package/install.js';
import { member, sku } from '../support/feed-service/backend.js';
import { constantsOf } from '../support/publisher/service-constants.js';
import { guideFile } from './guide.js';
import { startPublisher, type Publisher } from './publisher.js';

const files = {
  'app/get-token.ts': guideFile('get-token.ts'),
  'app/Podcast.tsx': `'use client';\n${guideFile('Podcast.tsx')}`,
  'app/subscribe/route.ts': guideFile('app/subscribe/route.ts'),
  'app/token/route.ts': guideFile('app/token/route.ts').replace('sid:your-product', sku),
  'app/member.ts': `export const memberOf = async () => ({ email: '${member}' });\n`,
  // Browsers ask for one.
  'app/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  'app/page.tsx': `import { Podcast } from './Podcast';
export default function Page() {
  return <Podcast />;
}
`,
  'app/layout.tsx': `import type { ReactNode } from 'react';
export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
};

let packed: Packed;
let publisher: Publisher;
let browser: Browser;
let site: ChildProcess | undefined;
beforeAll(async () => {
  [packed, publisher, browser] = await Promise.all([
    packPackage(),
    startPublisher(),
    launchChromium(),
  ]);
});
afterAll(async () => {
  if (site?.exitCode === null) {
    site.kill();
    await once(site, 'close');
  }
  await Promise.all([browser.close(), publisher.close(), packed.remove()]);
});

/** Builds the site and starts it on a free port. @returns its URL. */
async function start(): Promise<string> {
  const folder = await installInto(packed.temporary, [
    ...[packed.tarball, '@lit/react', 'react@19', 'react-dom@19', 'next'],
    ...['typescript@6.0', '@types/react@19', '@types/node'],
  ]);
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  const next = join(folder, 'node_modules/next/dist/bin/next');
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' as const };
  await promisify(execFile)(process.execPath, [next, 'build'], { cwd: folder, env });

  site = spawn(process.execPath, [next, 'start', '--port', '0', '--hostname', '127.0.0.1'], {
    cwd: folder,
    env: {
      ...env,
      SUBSCRIBE_SECRET: randomBytes(32).toString('base64'),
      SITE_ORIGIN: 'https://www.your-site.example',
      ...constantsOf(publisher),
    },
  });
  const { stdout } = site;
  return new Promise((resolve, reject) => {
    let printed = '';
    stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (url) resolve(url);
    });
    stdout!.on('end', () => reject(new Error(`The site did not start: ${printed}`)));
  });
}

describe('PrivatePodcastSubscribe: Next.js', () => {
  it(
    'renders on the server, hydrates, asks for a token and shows the buttons',
    { timeout: 600_000 },
    async () => {
      const began = performance.now();
      const url = await start();
      const page = await browser.newPage();
      const said = consoleOf(page);
      const served = (await (await page.goto(url))?.text()) ?? '';
      expect(served).toMatch(/<private-podcast-subscribe>.*Open your podcast/s);
      await reach(page, 'ready');
      await page.getByText('Your podcast is ready.').waitFor();
      await page.locator('[part=status]', { hasText: 'Your members’ podcast' }).waitFor();
      expect(await page.locator('[part=apps] [data-app]').count()).toBe(3);
      expect(said).toEqual([]);
      console.log(`Next.js: ${((performance.now() - began) / 1000).toFixed(0)} s`);
    },
  );
});
