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

/** What the console says beside the browser's own word about the lost file. */
const faults = () => said.filter((line) => !line.includes('ERR_FAILED'));

const lost = () => page.locator('.actions').getByText('The service does not answer right now.');

/** The buttons are there, and do what they say, and so are the episodes. */
async function expectAll(): Promise<void> {
  await page.locator('[data-episode]').first().waitFor();
  await page.locator('[part=copy]').click();
  await page.locator('[part=link]').waitFor();
  expect(await lost().count()).toBe(0);
  expect(faults()).toEqual([]);
}

const parts = [
  ['episodes-section', 'ready'],
  ['app-actions', 'ready'],
  ['en', 'ready'],
  ['languages', 'arabic'],
  ['ar', 'arabic'],
] as const;

it.each(parts)(
  'opens apps without %s, and gets it when the connection is back',
  async (...part) => {
    await openWithout(...part);
    const link = page.locator('[data-app="overcast"]');
    expect(await link.getAttribute('href')).toContain('/consume/');
    await lost().waitFor();
    await page.unrouteAll();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expectAll();
  },
);

it.each(parts)('gets %s when the member tries again', async (...part) => {
  await openWithout(...part);
  await lost().waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: /^Try again$/ }).click();
  await expectAll();
});

it.each([
  ['notes', '[part=notes-toggle]', '[part=notes] li'],
  ['phone-dialog', '[part=phone]', 'dialog'],
])('says so where %s does not come, and gets it when it is asked for again', async (...part) => {
  const [chunk, button, opened] = part;
  await openWithout(chunk, 'ready');
  await page.locator('[data-episode]').first().waitFor();
  await page.locator(button).first().click();
  await lost().waitFor();
  expect(await page.locator(opened).count()).toBe(0);
  await page.unrouteAll();
  await page.locator(button).first().click();
  await page.locator(opened).first().waitFor();
  expect(await lost().count()).toBe(0);
  expect(faults()).toEqual([]);
});

it('speaks English, and says so, while the texts of a language are lost', async () => {
  await openWithout('ar', 'arabic');
  await lost().waitFor();
  expect(await page.locator('[part=copy]').textContent()).toContain('Copy link');
  const root = page.locator('[part=root]');
  expect(await root.getAttribute('lang')).toBe('en');
  await page.unrouteAll();
  await page.getByRole('button', { name: /^Try again$/ }).click();
  await page.locator('[lang=ar][dir=rtl]').waitFor();
});
