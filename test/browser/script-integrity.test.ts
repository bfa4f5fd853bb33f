/**
 * The script with integrity hashes, as `private-podcast-subscribe script` prints it, on pages whose
 * policy allows little: the whole build, a byte that someone changed, and the build that is one file.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { podcast } from '../gallery/stories.js';
import { consoleOf, launchChromium, reach } from './chromium.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const site = 'https://site.test';
const cdn = 'https://cdn.test';
const feedUrl = `${site}/feeds/one/show_private.rss`;

let browser: Browser;
let page: Page;
let said: string[];
/** The files that the command copied, under the URL of `cdn`. */
let folder: string;
let loaded: string[];

const BEFORE_HASHES = '\nWith an integrity hash for each file, in place of that:\n\n';

interface Printed {
  /** The tag without hashes. */
  short: string;
  /** The tags with them. */
  tags: string;
  /** For `script-src`. */
  sources: string;
}

/** What the command printed when it copied the files. */
let whole: Printed;
let single: Printed;

/** Runs the command. */
function script(...args: string[]): Printed {
  const output = execFileSync(
    process.execPath,
    ['dist/publisher/cli.js', 'script', '--url', `${cdn}/podcast`, '--copy-to', folder, ...args],
    { encoding: 'utf8' },
  );
  const [printed = '', sources = ''] = output.split('\nContent-Security-Policy: script-src ');
  const [short = '', tags = short] = printed.split(BEFORE_HASHES);
  return { short, tags, sources: sources.trim() };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pps-cdn-'));
  [whole, single] = [script(), script('--single')];
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  page = await browser.newPage();
  said = consoleOf(page);
  loaded = [];
});
afterEach(() => page.close());

/** Opens a page with the script; `change` is an attacker who can write on the CDN. */
async function open(
  { tags, sources }: Pick<Printed, 'tags' | 'sources'>,
  change = (_path: string, code: string) => code,
): Promise<void> {
  const policy = [
    `default-src 'none'; script-src ${sources}; connect-src 'self'; img-src 'self'`,
    `require-trusted-types-for 'script'; trusted-types lit-html dompurify`,
  ].join('; ');
  await page.route(`${cdn}/podcast/**`, (route) => {
    const path = new URL(route.request().url()).pathname.replace('/podcast/', '');
    loaded.push(path);
    return route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: change(path, readFileSync(join(folder, path), 'utf8')),
    });
  });
  await page.route(`${site}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/rss') return route.fulfill({ json: { ...podcast(3), image: undefined } });
    if (pathname !== '/') return route.fulfill({ status: 404 });
    return route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,">${tags}
<private-podcast-subscribe feed-url="${feedUrl}" parser-url="${site}"></private-podcast-subscribe>`,
    });
  });
  await page.goto(site);
}

/** The page's console messages, except about the icon, which its policy does not allow. */
const faults = () => said.filter((line) => !line.includes('data:,'));

async function showsEverything(): Promise<void> {
  await reach(page, 'ready');
  await page.locator('[data-episode]').first().waitFor();
  await page.locator('[part=notes-toggle]').first().click();
  await page.locator('[part=notes] li').first().waitFor();
}

describe('scriptTags', () => {
  it('run the script with the right hashes, within the policy', async () => {
    await open(whole);
    await showsEverything();
    expect(faults()).toEqual([]);
    expect(loaded.filter((path) => path.includes('/chunks/')).length).toBeGreaterThan(3);
    expect(new Set(loaded).size).toBe(loaded.length);
  });

  it('block the script if one byte of it was changed', async () => {
    await open(whole, (path, code) =>
      path.endsWith('/private-podcast-subscribe.js') ? `${code} ` : code,
    );
    await expect.poll(faults).toContainEqual(expect.stringContaining('integrity'));
    expect(await page.evaluate(() => customElements.get('private-podcast-subscribe'))).toBe(
      undefined,
    );
  });

  it('block a chunk if one byte of it was changed', async () => {
    await open(whole, (path, code) => (path.includes('episodes-section') ? `${code} ` : code));
    await reach(page, 'ready');
    await expect.poll(faults).toContainEqual(expect.stringContaining('integrity'));
    expect(await page.locator('[data-episode]').count()).toBe(0);
    expect(await page.locator('[part=apps] [data-app]').count()).toBe(3);
  });
});

describe('singleScriptTag', () => {
  it('runs under a policy that allows one hash, and loads nothing else', async () => {
    expect(single.sources).toMatch(/^'sha384-[\w+/]{64}'$/);
    await open(single);
    await showsEverything();
    expect(faults()).toEqual([]);
    expect(loaded).toEqual([expect.stringMatching(/private-podcast-subscribe\.single\.js$/)]);
  });

  it('works as a classic script, and leaves the page its names', async () => {
    const before =
      '<script>_ = e = t = "page"; before = new Set(Object.getOwnPropertyNames(window));</script>';
    const tags = `${before}${single.tags.replace(' type="module"', '')}`;
    await open({ tags, sources: `'unsafe-inline' ${cdn}` });
    await showsEverything();
    const { kept, made } = await page.evaluate(() => {
      const all = globalThis as unknown as Record<string, unknown> & { before: Set<string> };
      return {
        kept: [all._, all.e, all.t],
        made: Object.getOwnPropertyNames(all).filter((name) => !all.before.has(name)),
      };
    });
    expect(kept).toEqual(['page', 'page', 'page']);
    // Lit counts the copies of itself on a page, however it is loaded.
    const lit = /^(?:lit|reactiveElement)[A-Z]/;
    expect(made.filter((name) => name !== 'before' && !lit.test(name))).toEqual([]);
    expect(faults()).toEqual([]);
  });

  it('blocks the script if one byte of it was changed', async () => {
    await open(single, (_, code) => `${code} `);
    await expect.poll(faults).toContainEqual(expect.stringContaining('integrity'));
  });
});

describe('script: the copy', () => {
  it('has one more file, which loads the version copied last, for the tag without hashes that is printed first', async () => {
    const tags = `<script type="module" src="${cdn}/podcast/private-podcast-subscribe.js"></script>`;
    expect(whole.short).toBe(`${tags}\n`);
    await open({ tags, sources: cdn });
    await showsEverything();
    expect(faults()).toEqual([]);
    expect(loaded[0]).toBe('private-podcast-subscribe.js');
    expect(loaded.slice(1).every((path) => path.startsWith(`${version}/`))).toBe(true);
  });

  it('does not overwrite another build of the same version', () => {
    const other = mkdtempSync(join(tmpdir(), 'pps-cdn-'));
    cpSync(folder, other, { recursive: true });
    const list = join(other, version, 'integrity.json');
    writeFileSync(list, JSON.stringify({ version, integrity: {} }));
    const command = ['dist/publisher/cli.js', 'script', '--copy-to', other];
    expect(() => execFileSync(process.execPath, command, { stdio: 'pipe' })).toThrow(
      'The folder has other files under this version',
    );
    rmSync(other, { recursive: true });
  });

  const lacksProc = existsSync('/proc/self') ? '' : ' (skipped: no /proc)';
  it.skipIf(lacksProc)(`says so where no folder can be made${lacksProc}`, () => {
    const command = ['dist/publisher/cli.js', 'script', '--copy-to', '/proc/none'];
    expect(() =>
      execFileSync(process.execPath, command, { stdio: 'pipe', timeout: 20_000 }),
    ).toThrow('The folder after --copy-to cannot be written.');
  });
});
