/** The built file on a strict page of another origin: from the page's attributes to the visible view. */
import { devices } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { reach } from './chromium.js';
import { useGallery } from './gallery-page.js';

const use = useGallery(devices['iPhone 15']);

describe.each(['ready', 'feed-url', 'renewed', 'two-copies'])(
  'PrivatePodcastSubscribe: the story %s',
  (story) => {
    it('shows the app buttons, then the episodes, breaks no rule of the page’s policy, and logs nothing', async () => {
      await use.open(story);
      await reach(use.page, 'ready');
      expect(await use.page.locator('[data-app]').count()).toBeGreaterThan(3);
      const href = await use.page.locator('[data-app="overcast"]').getAttribute('href');
      const link = new URL(href ?? '');
      expect(link.pathname).toBe('/consume/en');
      expect(link.hash).toBe('#overcast');
      expect(link.searchParams.get('rss')).toBe(
        `${use.gallery.url}/feeds/secret-of-${story}/show_private.rss?token=a%2Fb+c`,
      );
      await use.page.locator('[data-episode]').first().waitFor();
      expect(await use.page.locator('[data-episode]').count()).toBe(5);
      expect(await use.page.locator('[part=title]').textContent()).toContain('Quiet Harbours');
      await use.page.locator('[part=notes-toggle]').first().click();
      await use.page.locator('[part=notes] li').first().waitFor();
      // The one refused token is the browser's own word, and holds no secret.
      expect(use.said.filter((line) => !line.includes('401 (Unauthorized)'))).toEqual([]);
      expect(use.said.join()).not.toMatch(/secret-of|token-|fresh/);
    });
  },
);

describe('PrivatePodcastSubscribe: the built file', () => {
  it('loads and runs once, from the page’s own hosts, without a secret in the referrer', async () => {
    const loaded: URL[] = [];
    use.page.on('request', (request) => loaded.push(new URL(request.url())));
    const before = use.gallery.requests.length;
    await use.open('ready');
    await use.page.locator('[data-episode]').first().waitFor();
    await use.page.waitForLoadState('networkidle');
    const paths = loaded.map(({ pathname }) => pathname);
    expect(paths.filter((path) => path === '/private-podcast-subscribe.js')).toHaveLength(1);
    expect(paths.filter((path) => path.startsWith('/chunks/')).length).toBeGreaterThan(2);
    // Each copy of Lit that runs adds its version.
    const copies = await use.page.evaluate(
      () => (globalThis as { litHtmlVersions?: string[] }).litHtmlVersions,
    );
    expect(copies).toHaveLength(1);
    const { url, cdn } = use.gallery;
    expect(loaded.filter(({ origin }) => origin !== url && origin !== cdn)).toEqual([]);
    const asked = use.gallery.requests.slice(before);
    expect(asked.length).toBeGreaterThan(2);
    for (const { referrer } of asked) expect(referrer).not.toMatch(/secret-of|token/);
  });

  it('keeps the buttons if the parser is down, and says that the subscription works', async () => {
    await use.open('ready-without-episodes');
    await reach(use.page, 'ready');
    await use.page
      .locator('section')
      .getByText('You can still add the podcast to your app')
      .waitFor();
    expect(await use.page.locator('[data-app]').count()).toBeGreaterThan(3);
    expect(await use.page.locator('[data-episode]').count()).toBe(0);
  });

  it('shows the buttons while the episodes load', async () => {
    await use.open('ready-loading-episodes');
    await reach(use.page, 'ready');
    expect(await use.page.locator('[data-app]').count()).toBeGreaterThan(3);
    await use.page.getByRole('heading', { name: 'Episodes' }).waitFor();
  });

  it('tells a member without access so', async () => {
    await use.open('no-access');
    await reach(use.page, 'no-access');
    await use.page.getByRole('heading', { name: 'This podcast is for members' }).waitFor();
    expect(await use.page.locator('[data-app]').count()).toBe(0);
  });

  it('shows the publisher’s offer to a member without access', async () => {
    await use.open('no-access-offer');
    await reach(use.page, 'no-access');
    await use.page.getByRole('link', { name: 'Join for 4 € a month' }).waitFor();
    const ours = use.page.getByRole('heading', { name: 'This podcast is for members' });
    expect(await ours.isVisible()).toBe(false);
  });

  it('reloads the page if the token has expired and the page offers no getToken', async () => {
    await use.open('expired');
    await reach(use.page, 'expired');
    const loaded = use.page.waitForEvent('load');
    await use.page.getByRole('button', { name: 'Continue' }).click();
    await loaded;
    await reach(use.page, 'expired');
  });

  it('offers to try again after a failure', async () => {
    await use.open('busy');
    await reach(use.page, 'failed');
    const before = use.gallery.requests.filter(({ url }) => url === '/handler/busy').length;
    await use.page.getByRole('button', { name: 'Try again' }).click();
    await expect
      .poll(() => use.gallery.requests.filter(({ url }) => url === '/handler/busy').length)
      .toBe(before + 1);
  });

  it('keeps the page’s own children if there is nothing to show', async () => {
    await use.open('idle');
    await use.page.getByRole('link', { name: 'Open your podcast' }).waitFor();
  });
});

describe('PrivatePodcastSubscribe: styles', () => {
  it('draws edges with forced colours, and matches its custom state in the page’s style sheet', async () => {
    await use.open('ready');
    await reach(use.page, 'ready');
    expect(await use.page.locator('private-podcast-subscribe:state(ready)').count()).toBe(1);
    expect(await use.page.locator('private-podcast-subscribe:state(resolving)').count()).toBe(0);
    const primary = use.page.locator('.primary');
    const edge = () => primary.evaluate((button) => getComputedStyle(button).borderTopColor);
    expect(await edge()).toBe('rgba(0, 0, 0, 0)');
    await use.page.emulateMedia({ forcedColors: 'active' });
    expect(await edge()).not.toBe('rgba(0, 0, 0, 0)');
  });
});
