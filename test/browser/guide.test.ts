/** The guide as the demo serves it: its reference, its look on a phone, who can read it, and the playground. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGuide } from '../../demo/guide.js';
import { ensureGuide, guideFolder } from '../../scripts/guide.mjs';
import { exportsOf, files } from '../docs/entry-points.js';
import { consoleOf, launchChromium } from './chromium.js';

const phone = { width: 390, height: 844 };
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

let browser: Browser;
let server: Server;
let url: string;

beforeAll(async () => {
  ensureGuide();
  const guide = createGuide({ make: () => Promise.resolve(true) });
  const site = (request: Request) => {
    const at = new URL(request.url);
    at.pathname = at.pathname.replace(/^\/guide/, '');
    return guide.fetch(new Request(at, request));
  };
  server = createServer((...exchange) => void getRequestListener(site)(...exchange)).listen(
    0,
    '127.0.0.1',
  );
  browser = await launchChromium();
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/guide/`;
  // The first request finds the guide made.
  await fetch(url);
}, 400_000);
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

/** Every page, as a path below the guide's. */
const pages = () =>
  readdirSync(guideFolder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.html') && path !== '404.html');

describe('the API reference', () => {
  // `test/docs/entry-points.test.ts` holds every export to a text.
  it.each(files)('has a page for %s, with every name that it exports', (file) => {
    const name = file.replace(/\.ts$/, '');
    const page =
      name === 'service'
        ? 'private-podcast-service'
        : ['private-podcast-subscribe', ...(name === 'index' ? [] : [name])].join('/');
    const html = readFileSync(join(guideFolder, 'reference', `${page}.html`), 'utf8');
    const [, ...sections] = html.split(/<h2 id="[^"]*" tabindex="-1">/);
    const headings = sections.map((section) => section.split('<a class="header-anchor"')[0]!);
    const names = headings.map((heading) => heading.replace(/\(\)|~~/g, '').trim());
    expect(names.sort()).toEqual([...exportsOf(file).values()].sort());
  });
});

interface Fault {
  id: string;
  nodes: { target: unknown; failureSummary?: string }[];
}

/** The faults that axe finds. The frame of all pages is the same: checking it once is enough. */
async function axeFaults(page: Page, path: string, only?: string[]): Promise<string[]> {
  const { violations } = await page.evaluate(
    ([part, rules]) =>
      (
        globalThis as unknown as {
          axe: { run: (part: string, options: object) => Promise<{ violations: Fault[] }> };
        }
      ).axe.run(part, {
        resultTypes: ['violations'],
        ...(rules && { runOnly: { type: 'rule', values: rules } }),
      }),
    [path === 'index.html' ? 'html' : '#VPContent', only] as const,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${JSON.stringify(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ''}`,
  );
}

describe('ensureGuide: pages', () => {
  it(
    'fit a phone, have no fault that axe finds in light and dark, and send no request elsewhere',
    { timeout: 300_000 },
    async () => {
      const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce' });
      await context.addInitScript(axe);
      const faults: string[] = [];
      const foreign = new Set<string>();
      const page = await context.newPage();
      const said = consoleOf(page);
      page.on('request', (request) => {
        if (/^https?:/.test(request.url()) && !request.url().startsWith(url))
          foreign.add(request.url());
      });
      for (const path of pages()) {
        const answer = await page.goto(url + path);
        expect(answer?.headers()['content-security-policy'], path).toContain("default-src 'none'");
        for (const element of await page.locator('.live-stage private-podcast-subscribe').all()) {
          const wanted = await element
            .locator('xpath=ancestor::*[@data-answer]')
            .getAttribute('data-answer');
          await expect
            .poll(() => element.evaluate((at) => (at as HTMLElement & { state: string }).state))
            .toBe(wanted);
        }
        const lost = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLAnchorElement>('#VPContent a[href^="#"]')]
            .map(({ hash }) => decodeURIComponent(hash.slice(1)))
            .filter((id) => id !== '' && !document.getElementById(id)),
        );
        faults.push(...lost.map((id) => `${path}: there is no #${id}`));
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > phone.width) faults.push(`${path} is ${width} px wide`);
        faults.push(...(await axeFaults(page, path)).map((fault) => `${path}: ${fault}`));
        await page.evaluate(() => document.documentElement.classList.add('dark'));
        faults.push(
          ...(await axeFaults(page, path, ['color-contrast'])).map(
            (fault) => `${path}, dark: ${fault}`,
          ),
        );
        // The examples of a failure tell of it in the console, too.
        const faulty = said
          .splice(0)
          .filter((line) => !line.endsWith('docs/errors.md#unavailable'));
        faults.push(...faulty.map((line) => `${path} says: ${line}`));
      }
      await context.close();
      expect(faults).toEqual([]);
      expect([...foreign]).toEqual([]);
    },
  );
});

describe('ensureGuide: playground', () => {
  let page: Page;
  let said: string[];

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    said = consoleOf(page);
    await page.goto(`${url}playground.html`);
    await page.locator('.playground-stage [data-app]').first().waitFor();
  });
  afterEach(() => page.close());

  const printed = () => page.locator('.playground-code pre').innerText();

  /** The attributes of the first element of a page, by name. */
  const attributesIn = (at: Page, scope = '') =>
    at
      .locator(`${scope} private-podcast-subscribe`)
      .evaluate((element) =>
        Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      );

  /** The element that the printed HTML makes in a page of its own. */
  async function inAFreshPage(): Promise<{
    attributes: Record<string, string>;
    css: string;
    children: string;
  }> {
    const fresh = await browser.newPage();
    await fresh.route('**/*', (route) => route.abort());
    await fresh.setContent(await printed(), { waitUntil: 'commit' });
    const element = fresh.locator('private-podcast-subscribe');
    const result = {
      attributes: await attributesIn(fresh),
      css: await fresh.evaluate(() =>
        [...document.styleSheets]
          .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
          .join('\n'),
      ),
      children: (await element.innerHTML()).trim(),
    };
    await fresh.close();
    return result;
  }

  it('prints the HTML of the element shown, for every setting', { timeout: 120_000 }, async () => {
    const manifest = JSON.parse(readFileSync('custom-elements.json', 'utf8')) as {
      modules: { declarations: { tagName?: string; attributes: { name: string }[] }[] }[];
    };
    const names = manifest.modules
      .flatMap(({ declarations }) => declarations)
      .find(({ tagName }) => tagName === 'private-podcast-subscribe')!
      .attributes.map(({ name }) => name);
    const hostile = `a"b'c&amp;</script><img src=x onerror=alert(1)>&quot;`;
    const wanted: Record<string, string> = { token: 'TOKEN', endpoint: '/subscribe' };
    for (const name of names) {
      const field = page.locator(`[data-control="${name}"]`);
      const select = field.locator('select');
      const box = field.locator('input[type=checkbox]');
      const input = field.locator('input').first();
      if (await select.count()) {
        wanted[name] = await select
          .locator('option')
          .last()
          .evaluate((option: HTMLOptionElement) => option.value);
        await select.selectOption(wanted[name]);
      } else if (await box.count()) {
        wanted[name] = '';
        await box.check();
      } else {
        wanted[name] = (await input.getAttribute('type')) === 'number' ? '2' : `${name} ${hostile}`;
        await input.fill(wanted[name]);
      }
      // The page shows a made-up token in place of the one to fill in: the element would say that it is none.
      const token = wanted.token === 'TOKEN' ? 'a-token-of-this-guide' : wanted.token;
      const shown = await attributesIn(page, '.playground-stage');
      expect(shown, name).toEqual({ ...wanted, token });
    }
    const fresh = await inAFreshPage();
    expect(fresh.attributes).toEqual(wanted);
    expect(fresh.children).toBe('<a href="/listen">Open your podcast</a>');
    for (const name of names) {
      const field = page.locator(`[data-control="${name}"]`);
      const select = field.locator('select');
      const box = field.locator('input[type=checkbox]');
      if (await select.count()) await select.selectOption('');
      else if (await box.count()) await box.uncheck();
      else await field.locator('input').first().fill('');
    }
    expect((await inAFreshPage()).attributes).toEqual({});
    expect(await attributesIn(page, '.playground-stage')).toEqual({});
  });

  it('styles the element as it prints', async () => {
    await page.locator('[data-control="--pps-accent"] input').first().fill('rgb(1, 2, 3)</style>');
    await page.locator('[data-control="--pps-radius"] input').fill('0; } body { display: none');
    await page.locator('[name=part]').selectOption('title');
    await page.locator('#playground-css').fill('font-style: italic;\ncolor: rgb(4, 5, 6)');
    const { css } = await inAFreshPage();
    expect(css).toContain('--pps-accent: rgb(1, 2, 3)');
    expect(css).toMatch(/::part\(title\) \{ font-style: italic; color: rgb\(4, 5, 6\); \}/);
    expect(css).not.toContain('body {');
    const title = page.locator('.playground-stage [part=title]');
    await expect
      .poll(() => title.evaluate((at) => getComputedStyle(at).color))
      .toBe('rgb(4, 5, 6)');
    expect(await page.locator('h1').isVisible()).toBe(true);
  });

  it('copies the HTML, and keeps taps in the page', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await page.locator('.playground-code pre').textContent(),
    );
    await page.locator('.playground-stage a[data-app]').first().click();
    expect(page.url()).toBe(`${url}playground.html`);
    expect(said).toEqual([]);
  });
});

describe('createGuide', () => {
  it('says that the guide is being made, and then that it could not be made', async () => {
    let finish: (isMade: boolean) => void = () => undefined;
    const guide = createGuide({ make: () => new Promise((resolve) => (finish = resolve)) });
    const first = await guide.request('/');
    expect(first.status).toBe(503);
    expect(await first.text()).toContain('is being made');
    finish(false);
    await expect.poll(async () => (await guide.request('/')).status).toBe(500);
  });
});
