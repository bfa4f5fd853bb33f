/** What stands in the page before anybody is known, wherever the element is put, in Chromium. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { consoleOf, launchChromium, reach } from '../browser/chromium.js';
import { sku } from '../support/feed-service/backend.js';
import { constantsFor, describeInWordPress, useService, wordPress } from './publisher.js';
import type { User } from './wordpress.js';

const element = 'private-podcast-subscribe';
const offer = '.private-podcast-offer';
const login = '.private-podcast-login';
const block = (attributes: object, inner = '') =>
  `<!-- wp:private-podcast/subscribe ${JSON.stringify(attributes)} -->${inner}<!-- /wp:private-podcast/subscribe -->`;

describeInWordPress('Element: where it stands and who looks', () => {
  const service = useService();
  let browser: Browser;
  let contexts: BrowserContext[];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    contexts = [];
    wordPress.define(constantsFor(service.url()));
    wordPress.addFilters('');
    await wordPress.forget();
  });
  afterEach(async () => {
    wordPress.addFilters('');
    await Promise.all(contexts.map((context) => context.close()));
  });

  async function pageOf(user?: User, javaScriptEnabled = true): Promise<Page> {
    const context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled });
    contexts.push(context);
    if (user) await wordPress.logIn(context, user);
    return context.newPage();
  }

  const isVisible = (page: Page, selector: string) => page.locator(selector).isVisible();

  it('shows a visitor cover, title, offer and login button, without JavaScript too', async () => {
    wordPress.define({ ...constantsFor(service.url()), TITLES: { [sku]: 'Club & Co' } });
    const image = `${wordPress.url}/wp-includes/images/media/audio.png`;
    const url = await wordPress.addPage(
      'For visitors',
      block({ image }, '<!-- wp:paragraph --><p>Join us.</p><!-- /wp:paragraph -->'),
    );
    const page = await pageOf(undefined, false);
    await page.goto(url);
    expect(await page.locator(`${element} [role=heading]`).innerText()).toBe('Club & Co');
    expect(await page.locator(`${element} img`).getAttribute('src')).toBe(image);
    expect(await page.locator(offer).innerText()).toBe('Join us.');
    const button = await page.locator(login).boundingBox();
    expect(button?.height).toBeGreaterThanOrEqual(44);
  });

  it.each([
    ['a paragraph', '<p class="has-text-align-center">Before [SC]Join <b>now</b>.[/SC] after</p>'],
    [
      'a paragraph of its own',
      '<!-- wp:paragraph --><p>[SC]Join now.[/SC]</p><!-- /wp:paragraph -->',
    ],
    ['the classic editor', '[SC]\n\n<h3>Join</h3>\n\nnow.\n\n[/SC]'],
    ['a list', '<ul><li>[SC]<p>Join</p><div>now.</div>[/SC]</li></ul>'],
  ])('keeps the offer of a shortcode in %s', async (_place, content) => {
    const code = `private_podcast_subscribe sku="${sku}"`;
    const text = content
      .replace('[SC]', `[${code}]`)
      .replace('[/SC]', '[/private_podcast_subscribe]');
    const url = await wordPress.addPage('Anywhere', text);
    const visitor = await pageOf();
    await visitor.goto(url);
    await visitor.locator(`${element} ${offer}`).waitFor();
    const words = (await visitor.locator(`${element} ${offer}`).innerText()).replace(/\s+/g, ' ');
    expect(words).toMatch(/^Join now\.$/);
    expect(await visitor.locator(`${element} ${login}`).count()).toBe(1);
    const stranger = await pageOf('stranger');
    await stranger.goto(url);
    await reach(stranger, 'no-access');
    await stranger.locator(`${element} ${offer}`).waitFor();
    expect(await isVisible(stranger, login)).toBe(false);
    expect(await stranger.locator('[part=cover]').count()).toBe(0);
  });

  it('starts an element that is inserted later', async () => {
    const url = await wordPress.addPage('Later', block({ sku }));
    const page = await pageOf('member');
    await page.goto(url);
    await reach(page, 'ready');
    const markup = /<private-podcast[^]*<\/private-podcast-subscribe>/.exec(
      await (await page.request.get(url)).text(),
    )![0];
    await page.evaluate((html) => {
      const popup = document.createElement('dialog');
      popup.id = 'popup';
      popup.innerHTML = html;
      document.body.append(popup);
      popup.showModal();
    }, markup);
    await page.waitForFunction(
      () =>
        document.querySelector<HTMLElement & { state: string }>('#popup > *')?.state === 'ready',
    );
  });

  it.each([
    ['an archive', '/?cat=1'],
    ['a search', '/?s=Later&x=%22%3E'],
    ['a page that is not there', '/?p=99999'],
    ['the front page', '/'],
  ])('leads the login back to %s, without JavaScript too', async (_place, path) => {
    wordPress.addFilters(
      `add_action('wp_footer', function () { echo do_shortcode('[private_podcast_subscribe]'); });`,
    );
    for (const javaScript of [true, false]) {
      const page = await pageOf(undefined, javaScript);
      await page.goto(wordPress.url + path);
      const href = await page.locator(login).getAttribute('href');
      expect(new URL(href!).searchParams.get('redirect_to')).toBe(page.url());
    }
  });

  it('leaves a visitor the offer and the login where the site’s host closes admin-ajax', async () => {
    const url = await wordPress.addPage('Closed', block({ sku }, '<p>Join us.</p>'));
    const closed = async (user?: User) => {
      const page = await pageOf(user);
      await page.route(/admin-ajax/, (route) =>
        route.fulfill({ status: 403, body: '<h1>No</h1>' }),
      );
      await page.goto(url, { waitUntil: 'networkidle' });
      return page;
    };
    const visitor = await closed();
    expect([await isVisible(visitor, login), await isVisible(visitor, offer)]).toEqual([
      true,
      true,
    ]);
    const member = await closed('member');
    await reach(member, 'failed');
    expect(await isVisible(member, login)).toBe(false);
  });

  it('begins anew when the network is back, and only the first time', async () => {
    const url = await wordPress.addPage('Offline', block({ sku }, '<p>Join us.</p>'));
    const page = await pageOf();
    let asked = 0;
    await page.route(/private_podcast_token/, (route) => {
      asked += 1;
      return asked === 1 ? route.abort() : route.fallback();
    });
    await page.goto(url);
    await page.locator(`${element}[data-visitor]`).waitFor();
    expect(asked).toBe(1);
    for (let time = 0; time < 2; time += 1) {
      await page.evaluate(() => {
        dispatchEvent(new Event('online'));
        // What was asked for before has been sent by then.
        return fetch(location.href).then(({ status }) => status);
      });
      expect(asked).toBe(2);
    }
  });

  it('tells members that it is our fault if the podcast is not in the settings, and only the owner which', async () => {
    const url = await wordPress.addPage('Typo', block({ sku: 'sid:typo' }));
    const note = '.private-podcast-note';
    const member = await pageOf('member');
    await member.goto(url);
    await reach(member, 'failed');
    const notice = member.locator('[part=notice]');
    await notice.waitFor();
    expect(await notice.innerText()).toContain('Something is wrong on our side');
    expect(await member.locator(note).count()).toBe(0);
    const owner = await pageOf('admin');
    await owner.goto(url);
    await owner.locator(note).waitFor();
    expect(await owner.locator(note).innerText()).toContain(
      'the podcast “sid:typo” is not in the list',
    );
  });

  it('shows the owner what a member sees, and nobody else', async () => {
    const url = await wordPress.addPage('Preview', block({ title: 'My show' }, '<p>Join us.</p>'));
    const owner = await pageOf('admin');
    const said = consoleOf(owner);
    await owner.goto(`${url}&private_podcast_view=member`);
    await reach(owner, 'ready');
    await owner.locator('[data-episode]').first().waitFor();
    expect(await owner.locator('[part=title]').innerText()).toBe('My show');
    expect(await owner.locator('[data-episode]').count()).toBe(3);
    await owner.goto(`${url}&private_podcast_view=stranger`);
    await reach(owner, 'no-access');
    expect(await isVisible(owner, offer)).toBe(true);
    await owner.goto(`${url}&private_podcast_view=visitor`);
    await owner.locator('.private-podcast-note').waitFor();
    // The note is in the page from the start; the element shows its content once it is defined.
    await owner.locator(login).waitFor();
    expect(said).toEqual([]);
    const stranger = await pageOf('stranger');
    await stranger.goto(`${url}&private_podcast_view=member`);
    await reach(stranger, 'no-access');
    expect(await stranger.locator('.private-podcast-note').count()).toBe(0);
  });

  it.each([
    ['shortcode', '[private_podcast_subscribe episodes="0" player="none"]'],
    ['block', block({ episodes: 0, player: false })],
  ])('passes on that no episodes and no player are wanted, as a %s', async (form, content) => {
    const page = await pageOf();
    await page.goto(await wordPress.addPage(`Quiet, as a ${form}`, content));
    expect(await page.locator(element).getAttribute('episodes')).toBe('0');
    expect(await page.locator(element).getAttribute('player')).toBe('none');
  });

  it('puts only a link into the feeds of the site', async () => {
    await wordPress.run(
      `return wp_insert_post(['post_status' => 'publish', 'post_title' => 'News', 'post_content' => '[private_podcast_subscribe]<i>Offer</i>[/private_podcast_subscribe]']);`,
    );
    const feed = await (await fetch(`${wordPress.url}/?feed=rss2`)).text();
    expect(feed).toContain('>Log in to get your podcast</a>');
    expect(feed).not.toContain(element);
  });
});
