/** The built file on a strict page of another origin: from what the page gives to what the member sees. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
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

const open = (story: string) => page.goto(`${gallery.url}/story/${story}`);

describe.each(['ready', 'feed-url', 'renewed', 'two-copies', 'versioned'])('%s', (story) => {
  it('shows the app buttons, then the episodes', async () => {
    await open(story);
    await reach(page, 'ready');
    expect(await page.locator('[data-app]').count()).toBeGreaterThan(10);
    const href = await page.locator('[data-app="overcast"]').getAttribute('href');
    const link = new URL(href ?? '');
    expect(link.pathname).toBe('/consume/en');
    expect(link.hash).toBe('#overcast');
    expect(link.searchParams.get('rss')).toBe(
      `${gallery.url}/feeds/secret-of-${story}/show_private.rss?token=a%2Fb+c`,
    );
    await page.locator('[data-episode]').first().waitFor();
    expect(await page.locator('[data-episode]').count()).toBe(5);
    expect(await page.locator('[part=title]').textContent()).toContain('Quiet Harbours');
  });

  it('breaks no rule of the page’s policy and says nothing to the console', async () => {
    await open(story);
    await page.locator('[data-episode]').first().waitFor();
    await page
      .getByRole('button', { name: /^Show notes/ })
      .first()
      .click();
    await page.locator('[part=notes] li').first().waitFor();
    // The one refused token is the browser's own word, and holds no secret.
    expect(said.filter((line) => !line.includes('401 (Unauthorized)'))).toEqual([]);
    expect(said.join()).not.toMatch(/secret-of|token-|fresh/);
  });
});

it('asks nobody but the page’s own hosts, and tells none where it came from with a secret', async () => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin !== gallery.url && origin !== gallery.cdn) foreign.push(origin);
  });
  await open('ready');
  await page.locator('[data-episode]').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(foreign).toEqual([]);
  expect(gallery.requests.length).toBeGreaterThan(2);
  for (const { referrer } of gallery.requests) expect(referrer).not.toMatch(/secret-of|token/);
});

it('keeps the buttons where the parser is down, and says that the subscription works', async () => {
  await open('ready-without-episodes');
  await reach(page, 'ready');
  await page.locator('section').getByText('Your subscription works all the same').waitFor();
  expect(await page.locator('[data-app]').count()).toBeGreaterThan(10);
  expect(await page.locator('[data-episode]').count()).toBe(0);
});

it('shows the buttons while the episodes are still on their way', async () => {
  await open('ready-loading-episodes');
  await reach(page, 'ready');
  expect(await page.locator('[data-app]').count()).toBeGreaterThan(10);
  await page.getByText('Loading episodes').waitFor();
});

it('says so where the member has no access', async () => {
  await open('no-access');
  await reach(page, 'no-access');
  await page.getByRole('heading', { name: 'This podcast is for members' }).waitFor();
  expect(await page.locator('[data-app]').count()).toBe(0);
});

it('shows the publisher’s offer in its place', async () => {
  await open('no-access-offer');
  await reach(page, 'no-access');
  await page.getByRole('link', { name: 'Join for 4 € a month' }).waitFor();
  const ours = page.getByRole('heading', { name: 'This podcast is for members' });
  expect(await ours.isVisible()).toBe(false);
});

it('loads the page anew where the token has expired and the page has no way to another', async () => {
  await open('expired');
  await reach(page, 'expired');
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Renew' }).click();
  await loaded;
  await reach(page, 'expired');
});

it('offers to try again after a failure', async () => {
  await open('failed');
  await reach(page, 'failed');
  const before = gallery.requests.filter(({ url }) => url === '/handler/failed').length;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect
    .poll(() => gallery.requests.filter(({ url }) => url === '/handler/failed').length)
    .toBe(before + 1);
});

it('leaves the page’s own children where there is nothing to show', async () => {
  await open('idle');
  await page.getByRole('link', { name: 'Open your podcast' }).waitFor();
});

it('matches its custom state in the page’s style sheet', async () => {
  await open('ready');
  await reach(page, 'ready');
  expect(await page.locator('private-podcast-subscribe:state(ready)').count()).toBe(1);
  expect(await page.locator('private-podcast-subscribe:state(resolving)').count()).toBe(0);
});

describe('what the member asked the browser for', () => {
  const moving = () =>
    page
      .locator('private-podcast-subscribe')
      .evaluate((element) =>
        [...element.shadowRoot!.querySelectorAll('*')].some(
          (part) => part.getAnimations().length > 0,
        ),
      );

  it('is heard where it is less motion', async () => {
    await open('resolving');
    await reach(page, 'resolving');
    expect(await moving()).toBe(true);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await moving()).toBe(false);
  });

  it('is heard where it is colours of their own', async () => {
    await open('ready');
    await reach(page, 'ready');
    const primary = page.locator('.primary');
    const edge = () => primary.evaluate((button) => getComputedStyle(button).borderTopColor);
    expect(await edge()).toBe('rgba(0, 0, 0, 0)');
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await edge()).not.toBe('rgba(0, 0, 0, 0)');
  });
});
