/**
 * The guide's example for each framework, as a newcomer would try it: from an empty folder and the
 * packed package to working buttons in Chromium, rendered on a server first, and type-checked.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleOf, launchChromium, reach } from '../browser/chromium.js';
import { installInto, npm, packPackage, root, type Packed } from '../package/install.js';
import { apps, prerender, type App } from './apps.js';
import { startPublisher, type Publisher } from './publisher.js';

const run = promisify(execFile);

const REGISTRY_TIMEOUT_MS = 15_000;
const isReachable = await npm(
  ['view', 'vite', 'version', '--fetch-retries=0'],
  '.',
  AbortSignal.timeout(REGISTRY_TIMEOUT_MS),
).then(
  () => true,
  () => false,
);
const reason = isReachable ? '' : ' (skipped: npm’s registry cannot be reached)';

/** The messages that the development builds of Lit and React always log. */
const ADVICE = /lit\.dev\/msg\/dev-mode|Download the React DevTools/;

let packed: Packed;
let publisher: Publisher;
let browser: Browser;
beforeAll(async () => {
  if (!isReachable) return;
  [packed, publisher, browser] = await Promise.all([
    packPackage(),
    startPublisher(),
    launchChromium(),
  ]);
});
const seconds: [name: string, seconds: number][] = [];
afterAll(async () => {
  if (!isReachable) return;
  console.log('From an empty folder to working buttons:');
  for (const [name, each] of seconds) console.log(`| ${name} | ${each.toFixed(0)} s |`);
  await Promise.all([browser.close(), publisher.close(), packed.remove()]);
});

/** Builds an app as a project's owner would, in React's and Vue's development builds: those report what hydration got wrong. */
async function build({ name, files, packages, pages, server }: App) {
  const folder = await installInto(packed.temporary, [packed.tarball, ...packages]);
  const path = name.toLowerCase().replace(' ', '-');
  const site = join(publisher.folder, path);
  for (const [file, content] of Object.entries({
    ...files,
    'prerender.js': prerender(site, pages),
  })) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  const node = (...args: string[]) =>
    run(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'development' },
    });
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--mode', 'development'];
  // One after the other: Vite refuses a second build of a project meanwhile.
  await node(...vite, '--base', `/${path}/`, '--outDir', site, '--minify', 'false');
  await node(...vite, '--ssr', server, '--outDir', 'server');
  await node('prerender.js');
  return { folder, url: `${publisher.url}/${path}` };
}

/** Type-checks files of an app as strictly as TypeScript can, the package's own declarations too. */
async function faultsOfTypes(folder: string, files: readonly string[]): Promise<string> {
  const compilerOptions = {
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx' },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: [], strict: true, noEmit: true },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const isVue = files.some((file) => file.endsWith('.vue'));
  const compiler = isVue
    ? join(folder, 'node_modules/vue-tsc/bin/vue-tsc.js')
    : join(root, 'node_modules/typescript/bin/tsc');
  return run(process.execPath, [compiler, '-p', 'tsconfig.json'], { cwd: folder }).then(
    () => '',
    (failure: unknown) => (failure as { stdout: string }).stdout,
  );
}

describe.skipIf(!isReachable)(`PrivatePodcastSubscribe: in the guide’s apps${reason}`, () => {
  it.each(apps)('renders, hydrates and works in $name', { timeout: 300_000 }, async (app) => {
    const start = performance.now();
    const { folder, url } = await build(app);
    for (const name of app.pages) {
      const page = await browser.newPage();
      const said = consoleOf(page);
      const tokens: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/token')) tokens.push(request.method());
      });
      const response = await page.goto(`${url}/${name}.html`);
      const served = (await response?.text()) ?? '';
      // The server's HTML: the tag with only its one attribute, and the text shown meanwhile.
      const tag = /<private-podcast-subscribe( endpoint="\/subscribe")?>.*Open your podcast/s;
      expect(served).toMatch(tag);
      expect(served).toContain('Loading your podcast');

      await reach(page, 'ready');
      await page.getByText('Your podcast is ready.').waitFor();
      expect(await page.locator('[part=apps] [data-app]').count()).toBe(3);
      await page.locator('[part=status]', { hasText: 'Your members’ podcast' }).waitFor();
      expect(tokens).toEqual(['POST']);
      expect(said.filter((line) => !ADVICE.test(line))).toEqual([]);
      if (name === 'index') seconds.push([app.name, (performance.now() - start) / 1000]);
      await page.close();
    }
    expect(await faultsOfTypes(folder, app.typed)).toBe('');
  });
});
