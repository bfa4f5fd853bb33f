/** The whole way on one machine: the demo's members on the demo's page, with the real service behind. */
import { devices, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDemo } from '../../demo/start-demo.js';
import { consoleOf, launchChromium, reach } from './chromium.js';

let browser: Browser;
let demo: Awaited<ReturnType<typeof startDemo>>;
let page: Page;

beforeAll(async () => {
  [browser, demo] = await Promise.all([launchChromium(), startDemo({ port: 0 })]);
});
afterAll(() => Promise.all([browser.close(), demo.close()]));

beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.close());

async function logIn(account: string): Promise<void> {
  await page.goto(demo.url);
  await page.locator(`button[value=${account}]`).click();
  await page.waitForURL('**/member');
}

describe('startDemo: the member page', () => {
  it('takes a member from the token to buttons and episodes', async () => {
    const said = consoleOf(page);
    await logIn('mira');
    await reach(page, 'ready');
    await page.locator('[data-episode]').first().waitFor();
    expect(await page.locator('[part=title]').textContent()).toContain('The Slack Hour');
    expect(await page.locator('[part=apps] [data-app]').count()).toBe(3);
    await page.getByRole('button', { name: /^All / }).click();
    await expect.poll(() => page.locator('[data-episode]').count()).toBe(14);
    expect(said).toEqual([]);
  });

  it('fits a small phone without a second scroll axis (WCAG 1.4.10), and leads to the consume page, which shows one app alone and hides the feed', async () => {
    const viewport = { width: 320, height: 640 };
    page = await (await browser.newContext({ ...devices['iPhone 15'], viewport })).newPage();
    await logIn('mira');
    await reach(page, 'ready');
    await page.locator('[data-episode]').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const first = page.locator('[data-app]').first();
    expect(await first.getAttribute('data-app')).toBe('apple-podcasts');
    const href = await page.locator('[data-app="overcast"]').getAttribute('href');
    await page.goto(href ?? '');
    await reach(page, 'ready');
    expect(await page.locator('[data-app]').count()).toBe(1);
    const link = await page.locator('[data-app="overcast"]').getAttribute('href');
    expect(link).toMatch(/^overcast:\/\/x-callback-url\/add\?url=http/);
    expect(page.url()).not.toContain('rss');
    await page.reload();
    await reach(page, 'ready');
    expect(page.url()).not.toContain('rss');
  });

  it('plays an episode in place, in one tab at a time', async () => {
    page = await (await browser.newContext()).newPage();
    await logIn('mira');
    const second = await page.context().newPage();
    await second.goto(page.url());
    const isPaused = (tab: Page) =>
      tab.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused);
    const time = (tab: Page) =>
      tab.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
    const play = (tab: Page) =>
      tab.getByRole('button', { name: 'Play Six harbours, end to end' }).first().click();
    await play(page);
    await expect.poll(() => isPaused(page)).toBe(false);
    await expect.poll(() => time(page)).toBeGreaterThan(0);
    await play(second);
    await expect.poll(() => isPaused(page)).toBe(true);
    expect(await isPaused(second)).toBe(false);
  });

  it.each(['jonas', 'aino'])(
    'shows %s, who has no access, the publisher’s offer',
    async (account) => {
      await logIn(account);
      await reach(page, 'no-access');
      expect(await page.locator('[data-app]').count()).toBe(0);
      await page.locator('[slot="no-access"]').waitFor();
    },
  );
});
