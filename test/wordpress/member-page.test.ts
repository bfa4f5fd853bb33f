/** The member page of a real WordPress, in Chromium: who sees what, and what no cache and no log may hold. */
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { consoleOf, launchChromium, reach } from '../browser/chromium.js';
import { client, member, sku, stranger } from '../support/feed-service/backend.js';
import { freePort } from '../support/programs/free-port.js';
import { constantsFor, describeInWordPress, useService, wordPress } from './publisher.js';
import { password, type User } from './wordpress.js';

describeInWordPress('Element: a member page', () => {
  const service = useService();
  let browser: Browser;
  let contexts: BrowserContext[];
  const pages = { block: '', shortcode: '' };

  beforeAll(async () => {
    browser = await launchChromium();
    pages.block = await wordPress.addPage(
      'Your podcast',
      `<!-- wp:private-podcast/subscribe {"sku":"${sku}"} --><!-- wp:paragraph --><p>Become a member.</p><!-- /wp:paragraph --><!-- /wp:private-podcast/subscribe -->`,
    );
    pages.shortcode = await wordPress.addPage(
      'Your podcast, too',
      '[private_podcast_subscribe title="The <i>Club</i>’s &quot;own&quot;" image="javascript:alert(1)" episodes="1" contact="help@club.example" login="Sign in, please"]Become a member.[/private_podcast_subscribe]',
    );
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    contexts = [];
    wordPress.define(constantsFor(service.url()));
    wordPress.addFilters('');
    await wordPress.run(`return delete_option('private_podcast_subscribe');`);
    await wordPress.forget();
  });
  afterEach(async () => {
    wordPress.cachePages(false);
    await Promise.all(contexts.map((context) => context.close()));
    for (const hidden of [client.clientSecret, member, stranger, 'eyJ', '/feeds/']) {
      expect(wordPress.log()).not.toContain(hidden);
    }
  });

  /** A page in a browser of its own, of a user who is logged in, or of a visitor. */
  async function pageOf(user?: User): Promise<Page> {
    const context = await browser.newContext({ locale: 'en-GB' });
    contexts.push(context);
    if (user) await wordPress.logIn(context, user);
    return context.newPage();
  }

  /** The endpoint's, as the element asked it. */
  const isAnswer = (response: Response) => response.url().endsWith('action=private_podcast');

  const element = 'private-podcast-subscribe';
  const elementIn = (html: string) => new RegExp(`<${element}[^]*</${element}>`).exec(html)?.[0];

  it.each(['block', 'shortcode'] as const)('gives a member their feed as a %s', async (form) => {
    const page = await pageOf('member');
    const said = consoleOf(page);
    await page.goto(pages[form]);
    await reach(page, 'ready');
    await page.locator('[data-episode]').first().waitFor();
    expect(await page.locator('[part=title]').textContent()).toContain('The Member Show');
    await page.locator('[part=apps] [data-app=gpodder]').waitFor();
    expect(await page.locator('[data-episode]').count()).toBe(form === 'block' ? 2 : 1);
    expect(await page.locator('[slot=no-access]').isVisible()).toBe(false);
    expect(said).toEqual([]);
    expect(wordPress.log()).toBe('');
  });

  it('shows the publisher’s texts as text', async () => {
    const page = await pageOf('stranger');
    await page.goto(pages.shortcode);
    await reach(page, 'no-access');
    const host = page.locator(element);
    expect(await host.getAttribute('podcast-title')).toBe('The <i>Club</i>’s "own"');
    expect(await host.getAttribute('podcast-image')).toBe(null);
    expect(await page.locator('[part=title] i').count()).toBe(0);
    const help = page.locator('[part=contact]');
    expect(await help.getAttribute('href')).toMatch(/^mailto:help@club\.example/);
  });

  it('leads a visitor to the log-in, and back to their feed', async () => {
    const page = await pageOf();
    const said = consoleOf(page);
    await page.goto(pages.shortcode, { waitUntil: 'networkidle' });
    expect(await page.locator('.private-podcast-offer').innerText()).toBe('Become a member.');
    expect(said).toEqual([]);
    await page.getByRole('link', { name: 'Sign in, please' }).click();
    // WordPress moves the focus there a moment after the page is loaded, also amid another field.
    await page.locator('#user_login:focus').waitFor();
    await page.locator('#user_login').fill('member');
    await page.locator('#user_pass').fill(password);
    await page.locator('#wp-submit').click();
    await page.waitForURL(pages.shortcode);
    await reach(page, 'ready');
  });

  it('is the same for everyone, so that a cache gives nobody the feed of another', async () => {
    wordPress.cachePages(true);
    const htmls: (string | undefined)[] = [];
    const feeds: string[] = [];
    const states = { member: 'ready', stranger: 'no-access', other: 'ready' } as const;
    for (const [user, state] of Object.entries(states)) {
      const page = await pageOf(user as User);
      const answered = page.waitForResponse(isAnswer);
      const response = await page.goto(pages.block);
      expect(response?.headers()['x-page-cache']).toBe(htmls.length === 0 ? 'miss' : 'hit');
      const html = (await response?.text()) ?? '';
      for (const hidden of [member, stranger, client.clientSecret, 'eyJ', '/feeds/', 'nonce']) {
        expect(elementIn(html)).not.toContain(hidden);
      }
      htmls.push(elementIn(html));
      await reach(page, state);
      const { feedUrl } = (await (await answered).json()) as { feedUrl?: string };
      if (feedUrl) feeds.push(feedUrl);
    }
    expect(new Set(feeds).size).toBe(2);
    const visitor = await pageOf();
    const response = await visitor.goto(pages.block, { waitUntil: 'networkidle' });
    expect(response?.headers()['x-page-cache']).toBe('hit');
    expect(
      await visitor.getByRole('link', { name: 'Log in to get your podcast' }).isVisible(),
    ).toBe(true);
    expect(await visitor.locator('[data-app]').count()).toBe(0);
    wordPress.cachePages(false);
    htmls.push(elementIn(await (await visitor.goto(pages.block))!.text()));
    expect(new Set(htmls).size).toBe(1);
  });

  it('says that the service is down, and recovers', async () => {
    const closed = `http://127.0.0.1:${await freePort()}`;
    wordPress.define({ ...constantsFor(closed), CONSUME_URL: `${service.url()}/consume` });
    const page = await pageOf('member');
    await page.goto(pages.block);
    await reach(page, 'failed');
    expect(wordPress.log()).toContain('network: The token endpoint could not be reached');
    wordPress.define(constantsFor(service.url()));
    const renewed = page.waitForResponse((response) => response.url().includes('_token&'));
    await page.locator('[part=retry]').click();
    await renewed;
    await reach(page, 'ready');
  });

  it('hands over to a phone, once', async () => {
    const page = await pageOf('member');
    await page.goto(pages.block);
    await reach(page, 'ready');
    const made = page.waitForResponse((response) => response.url().includes('handoff'));
    await page.locator('[part=phone]').click();
    const { url } = (await (await made).json()) as { url: string };
    const link = new URL(url, `${wordPress.url}/wp-admin/admin-ajax.php`).href;
    const phone = await pageOf();
    await phone.goto(link);
    await reach(phone, 'ready');
    expect(phone.url()).toContain(`${service.url()}/consume/en`);
    const again = await phone.goto(link);
    expect(again?.status()).toBe(410);
    expect(await phone.locator('h1').textContent()).toContain('already used');
    const back = phone.locator('main a');
    expect(await back.textContent()).toMatch(/^Back to [^{]+$/);
    expect(await back.getAttribute('href')).toBe(`${wordPress.url}/`);
  });

  it('calls the filters of a membership plugin', async () => {
    wordPress.addFilters(`add_filter('private_podcast_subscribe_member', function ($member, $user, $sku) {
      return $user->user_login === 'stranger' ? ['email' => '${member}'] : null;
    }, 10, 3);`);
    const friend = await pageOf('stranger');
    await friend.goto(pages.block);
    await reach(friend, 'ready');
    const refused = await pageOf('member');
    await refused.goto(pages.block);
    await reach(refused, 'no-access');

    wordPress.addFilters(`add_filter('private_podcast_subscribe_feed_url', function ($url, $user, $sku) {
      return 'https://own.example/' . $user->user_login . '/' . $sku;
    }, 10, 3);`);
    wordPress.define({ PRODUCTS: [sku] });
    const own = await pageOf('stranger');
    const answered = own.waitForResponse(isAnswer);
    await own.goto(pages.block);
    expect(((await (await answered).json()) as { feedUrl: string }).feedUrl).toBe(
      `https://own.example/stranger/${sku}`,
    );
    await reach(own, 'ready');
  });
});
