/** A network that loses what is loaded when it is needed: the app buttons work, and the rest comes later. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startGallery } from '../gallery/server.js';
import { consoleOf, launchChromium, reach } from './chromium.js';

let browser: Browser;
let gallery: Awaited<ReturnType<typeof startGallery>>;
let page: Page;
let said: string[];

beforeAll(async () => {
  [browser, gallery] = await Promise.all([launchChromium(), startGallery()]);
});
afterAll(() => Promise.all([browser.close(), gallery.close()]));

beforeEach(async () => {
  page = await browser.newPage();
  said = consoleOf(page);
});
afterEach(() => page.close());

/** Opens a story while the network loses a chunk. */
async function openWithout(chunk: string, story: string): Promise<void> {
  await page.route(`**/chunks/${chunk}-*.js`, (route) => route.abort());
  await page.goto(`${gallery.url}/story/${story}`);
  await reach(page, 'ready');
}

/** The network has everything again, and the browser says so. */
async function comeBack(): Promise<void> {
  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}

/** What the console says beside the browser's own word about the lost file. */
const faults = () => said.filter((line) => !line.includes('ERR_FAILED'));

it.each([
  ['episodes-section', 'ready'],
  ['app-actions', 'ready'],
  ['en', 'ready'],
  ['languages', 'arabic'],
])(
  'opens apps without %s, says so, and has it when the connection is back',
  async (chunk, story) => {
    await openWithout(chunk, story);
    const link = page.locator('[data-app="overcast"]');
    expect(await link.getAttribute('href')).toContain('/consume/');
    const offline = page.getByText('You seem to be offline.');
    await offline.waitFor();
    await comeBack();
    await page.locator('[data-episode]').first().waitFor();
    await page.locator('[part=copy]').click();
    await page.locator('[part=link]').waitFor();
    expect(await offline.count()).toBe(0);
    expect(faults()).toEqual([]);
  },
);

it('speaks English where the texts of a language are lost', async () => {
  await openWithout('ar', 'arabic');
  await page.locator('[data-episode]').first().waitFor();
  expect(await page.locator('[part=copy]').textContent()).toContain('Copy link');
  expect(faults()).toEqual([]);
});
