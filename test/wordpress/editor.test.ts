/** The block in the editor: inserted, seen as others see it, and made of a shortcode. In Chromium. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { consoleOf, launchChromium, reach } from '../browser/chromium.js';
import { sku } from '../support/feed-service/backend.js';
import { concerning, findBlock, openEditor } from './editor.js';
import { constantsFor, describeInWordPress, useService, wordPress } from './publisher.js';

describeInWordPress('Preview: the block in the editor', () => {
  const service = useService();
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    wordPress.define({ ...constantsFor(service.url()), TITLES: { [sku]: 'The Member Show' } });
    context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
    await wordPress.logIn(context, 'admin');
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const edit = async (content: string) => {
    const url = await wordPress.addPage('Edited', content);
    const block = await openEditor(page, url);
    await page.waitForFunction(
      () => (window as unknown as Wp).wp.data.select('core/block-editor').getBlocks().length > 0,
    );
    return block;
  };

  interface Block {
    name: string;
  }
  interface Wp {
    wp: {
      data: { select: (store: string) => { getBlocks: () => Block[] } };
      blocks: Record<string, (...args: unknown[]) => unknown>;
    };
  }

  it('offers the block with an example, and shows what visitors, members and others see', async () => {
    const said = consoleOf(page);
    const block = (await openEditor(page)).last();
    const option = await findBlock(page);
    await option.hover();
    await page.locator('.block-editor-inserter__preview-container').waitFor();
    expect(await page.getByText('No Preview Available').count()).toBe(0);
    await option.click();
    await block.getByText('Log in to get your podcast').waitFor();
    expect(await block.locator('.private-podcast-title').innerText()).toBe('The Member Show');
    await block.getByRole('button', { name: 'Members', exact: true }).click();
    await block.locator('[data-episode]').first().waitFor();
    expect(await block.locator('[part=title]').innerText()).toBe('The Member Show');
    expect(await block.getByText('Log in to get your podcast').isVisible()).toBe(false);
    await block.getByRole('button', { name: 'People without access' }).click();
    await block.locator('.private-podcast-offer').waitFor();
    expect(await block.getByText('Log in to get your podcast').isVisible()).toBe(false);
    expect(concerning(said)).toEqual([]);
    expect(wordPress.complaints()).toEqual([]);
  });

  it('lets the owner choose podcast, cover and apps by their names', async () => {
    // The list has no name for the second.
    const block = await edit(`<!-- wp:private-podcast/subscribe {"apps":"castro our-app"} /-->`);
    await block.locator('.private-podcast-title').click();
    const open = page.getByRole('button', { name: 'Settings', exact: true });
    if ((await open.getAttribute('aria-expanded')) === 'false') await open.click();
    await page
      .getByRole('tab', { name: /^Block/ })
      .or(page.getByRole('button', { name: /^Block/ }))
      .first()
      .click();
    const names = await page
      .getByLabel('Podcast', { exact: true })
      .locator('option')
      .allInnerTexts();
    expect(names).toEqual(['First podcast in the settings', 'The Member Show']);
    expect(await page.getByRole('button', { name: 'Choose cover' }).isVisible()).toBe(true);
    const apps = page.getByRole('combobox', { name: 'Apps, in this order' });
    await apps.fill('Overcast');
    await apps.press('Enter');
    const saved = await page.evaluate(() => {
      const { data, blocks } = (window as unknown as Wp).wp;
      return blocks.serialize!(data.select('core/block-editor').getBlocks());
    });
    expect(saved).toContain('"apps":"castro our-app overcast"');
  });

  it('makes the block of a shortcode, with its offer', async () => {
    const image = `${wordPress.url}/wp-includes/images/media/audio.png`;
    const code = `[private_podcast_subscribe sku="${sku}" title="My show" image="${image}" apps="castro overcast" contact="help@club.example" login="Sign in" episodes="2" player="none"]Join <b>us</b>.\n\nNow.[/private_podcast_subscribe]`;
    await edit(`<!-- wp:shortcode -->\n${code}\n<!-- /wp:shortcode -->`);
    const [transformed, pasted] = await page.evaluate((text) => {
      const { data, blocks } = (window as unknown as Wp).wp;
      const [first] = data.select('core/block-editor').getBlocks();
      return [
        blocks.switchToBlockType!(first, 'private-podcast/subscribe'),
        blocks.rawHandler!({ HTML: `<p>${text}</p>` }),
      ].map((made) => blocks.serialize!(made) as string);
    }, code);
    for (const saved of [transformed, pasted]) {
      expect(saved).toContain(
        `<!-- wp:private-podcast/subscribe {"sku":"${sku}","title":"My show","image":"${image}","episodes":2,"apps":"castro overcast","contact":"help@club.example","login":"Sign in","player":false} -->`,
      );
      expect(saved).toMatch(/<p>Join <(b|strong)>us<\/\1>\.<\/p>/);
    }
    const url = await wordPress.addPage('Made of a shortcode', transformed!);
    const visit = await browser.newContext();
    await wordPress.logIn(visit, 'stranger');
    const stranger = await visit.newPage();
    await stranger.goto(url);
    await reach(stranger, 'no-access');
    expect(await stranger.locator('.private-podcast-offer').innerText()).toContain('Join us.');
    await visit.close();
  });
});
