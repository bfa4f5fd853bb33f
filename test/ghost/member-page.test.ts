/** docs/ghost.md, from a new Ghost site to a member's buttons: who sees what on the page with the card. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchChromium, reach } from '../browser/chromium.js';
import { startRecordingHost, type RecordingHost } from '../support/feed-service/recording-host.js';
import { until } from '../support/waiting/until.js';
import type { Member } from './ghost.js';
import { startPublisher, webhookSecret, type Publisher } from './guide.js';
import { describeWithGhost } from './site.js';

const paying = 'member@example.org';
const free = 'free@example.org';

describeWithGhost('createGhostVerifier: the page of docs/ghost.md', (ghost) => {
  let browser: Browser;
  let host: RecordingHost;
  let publisher: Publisher;
  let context: BrowserContext;
  let silver: string;
  let page: string;
  const members: Record<string, Member> = {};

  beforeAll(async () => {
    [browser, host] = await Promise.all([launchChromium(), startRecordingHost()]);
    publisher = await startPublisher(ghost().url, host.url);
    const { id } = await ghost().addIntegration('Podcast');
    await ghost().addWebhooks(id, `${publisher.url}/events/ghost`, webhookSecret);
    silver = await ghost().addTier('Silver');
    for (const [email, ...tiers] of [[paying, silver], [free]] as [string, ...string[]][])
      members[email] = await ghost().addMember(email, ...tiers);
    // Ghost's word on the member is there before anybody opens the page.
    await until(async () => expect(await publisher.grants()).toHaveProperty([paying]));
    page = await ghost().publish('pages', 'Your podcast', publisher.card);
  });
  afterAll(async () => {
    await browser.close();
    host.close();
    await publisher.stop();
  });

  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB' });
    // Ghost's own pages ask for pictures on its makers' servers.
    await context.route(
      ({ hostname }) => hostname !== '127.0.0.1',
      (route) => route.abort(),
    );
  });
  afterEach(async () => {
    await context.close();
    for (const hidden of ['@example', 'eyJ', '/feeds/', webhookSecret])
      expect(publisher.log()).not.toContain(hidden);
  });

  /** The page, as somebody sees it who follows the link of a sign-in mail, or as a visitor does. */
  async function open(email?: string, url = page): Promise<Page> {
    const tab = await context.newPage();
    if (email) await tab.goto(await ghost().signInUrl(members[email]!));
    await tab.goto(url);
    return tab;
  }

  const offer = (tab: Page, name: string) =>
    tab.locator('private-podcast-subscribe').getByRole('link', { name });

  it('gives a paying member the buttons and the episodes', async () => {
    const tab = await open(paying);
    await reach(tab, 'ready');
    await tab.locator('[data-episode]').first().waitFor();
    expect(await tab.locator('[data-episode]').count()).toBe(2);
    expect(await tab.locator('[part=title]').textContent()).toContain('My Show');
    await tab.locator('[part=apps] [data-app=gpodder]').waitFor();
    expect(await offer(tab, 'See the plans').isVisible()).toBe(false);
    expect(await offer(tab, 'Become a member').isVisible()).toBe(false);
  });

  it('shows a free member the offer, which leads to the plans', async () => {
    const tab = await open(free);
    await reach(tab, 'no-access');
    await offer(tab, 'See the plans').waitFor();
    expect(await offer(tab, 'Sign in').isVisible()).toBe(false);
    expect(await tab.locator('[data-app]').count()).toBe(0);
    await offer(tab, 'See the plans').click();
    await tab.locator('#ghost-portal-root iframe').first().waitFor();
  });

  it('shows a visitor the offer, and the way to sign in', async () => {
    const tab = await open();
    await reach(tab, 'no-access');
    await offer(tab, 'Become a member').waitFor();
    expect(await offer(tab, 'See the plans').isVisible()).toBe(false);
    await offer(tab, 'Sign in').click();
    const portal = tab.frameLocator('#ghost-portal-root iframe[title="portal-popup"]');
    await portal.getByRole('textbox').first().waitFor();
  });

  it('shows nothing of the card where Ghost keeps the page for paying members', async () => {
    const url = await ghost().publish('posts', 'For members', publisher.card, {
      visibility: 'paid',
    });
    const tab = await open(undefined, url);
    expect(await tab.locator('private-podcast-subscribe').count()).toBe(0);
    const theirs = await open(paying, url);
    await reach(theirs, 'ready');
  });

  it('hands over to a phone', async () => {
    const tab = await open(paying);
    await reach(tab, 'ready');
    const made = tab.waitForResponse((response) => response.url().includes('handoff'));
    await tab.locator('[part=phone]').click();
    const { url } = (await (await made).json()) as { url: string };
    await context.clearCookies();
    const phone = await context.newPage();
    await phone.goto(new URL(url, `${publisher.url}/ghost`).href);
    await reach(phone, 'ready');
    expect(phone.url()).toContain(`${publisher.url}/consume/en`);
  });
});
