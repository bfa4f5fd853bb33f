/** The loop closed, from the member's page to the app's fetch and back, and a new link for a leaked one. */
import { devices, type Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { holdBack, reach } from './chromium.js';
import { useDemo } from './demo-page.js';

let page: Page;

/** A member who is logged in on a phone. */
function useMember(): void {
  const { visit, logIn } = useDemo();
  beforeEach(async () => {
    page = await visit(devices['iPhone 15']);
    await logIn(page);
  });
}

/** Ends the member's link, as the page would. @returns the new feed URL */
async function resetLink(): Promise<string> {
  const token = await page.locator('private-podcast-subscribe').getAttribute('token');
  const answer = await fetch(new URL('/subscribe?reset', page.url()), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
  });
  return ((await answer.json()) as { feedUrl: string }).feedUrl;
}

/** The member's feed URL, as the button for an app carries it to the consume page. */
async function feedUrl(): Promise<string> {
  const href = await page.locator('a[data-app=overcast]').getAttribute('href');
  return new URL(href ?? '').searchParams.get('rss') ?? '';
}

const { userAgent } = devices['iPhone 15'];
const asApp = (url: string, app: string) => fetch(url, { headers: { 'user-agent': app } });

describe('startDemo: connections', () => {
  useMember();
  // What another test's apps fetched was by its link.
  beforeEach(async () => {
    await resetLink();
    await page.reload();
    await reach(page, 'ready');
  });

  it('counts no browser as an app, and shows without a reload that one is connected', async () => {
    await asApp(await feedUrl(), userAgent);
    await asApp(await feedUrl(), 'curl/8.5.0');
    const asked = (answer: { url: () => string }) =>
      new URL(answer.url()).searchParams.has('connections');
    const [answer] = await Promise.all([page.waitForResponse(asked), page.reload()]);
    expect(await answer.json()).toEqual({ connections: [] });
    await reach(page, 'ready');
    const status = page.locator('[part=status]');
    expect(await status.textContent()).toContain('Just for you');
    await page.locator('[part=more]').click();
    await page.locator('[part=phone]').click();
    await page.locator('[part=qr] svg').waitFor();
    expect((await asApp(await feedUrl(), 'Overcast/3.0 (+http://overcast.fm/)')).status).toBe(200);
    await page.locator('[part=phone-card]').getByText('Overcast has your podcast').waitFor();
    await expect.poll(() => status.textContent()).toMatch(/In Overcast/);
  });
});

describe('startDemo: a new link', () => {
  useMember();

  it('works, and the old one stops working at once', async () => {
    const before = await feedUrl();
    await page.locator('[part=more]').click();
    await page.locator('[part=reset]').click();
    await page.getByRole('alertdialog').getByText('will stop working').waitFor();
    await page.locator('[part=reset-confirm]').click();
    await page.getByRole('heading', { name: 'You have a new link' }).waitFor();
    await expect.poll(feedUrl).not.toBe(before);
    expect((await asApp(before, 'Overcast/3.0')).status).toBe(404);
    expect((await asApp(await feedUrl(), 'Overcast/3.0')).status).toBe(200);
  });

  it('comes to a page that the server rendered with the old one', async () => {
    const before = await feedUrl();
    const release = await holdBack(page, '**/private-podcast-subscribe.js');
    await page.reload({ waitUntil: 'commit' });
    await page.locator('a[data-app=overcast]').waitFor({ state: 'attached' });
    expect(await feedUrl()).toBe(before);
    const renewed = await resetLink();
    release();
    await expect.poll(feedUrl, { timeout: 30_000 }).toBe(renewed);
    await page.locator('.episode').first().waitFor();
    expect(await page.locator('[part=notice]').count()).toBe(0);
  });
});
