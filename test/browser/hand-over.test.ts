/** From the log-in to the app's own link, on each device. */
import axe, { type AxeResults } from 'axe-core';
import jsQr from 'jsqr';
import { devices, type Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { consoleOf, holdBack, reach } from './chromium.js';
import { useDemo } from './demo-page.js';

const userAgents = {
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
};

const use = useDemo();
const { visit, logIn } = use;

const iPhone = () => visit(devices['iPhone 15']);
const android = () => visit(devices['Pixel 7']);

/** The link that a tap follows out of the browser. */
async function outwards(page: Page, tap: () => Promise<unknown>): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const left = new Promise<string>((resolve) => {
    session.on('Page.frameRequestedNavigation', ({ url }) => {
      if (!url.startsWith('http')) resolve(url);
    });
  });
  await tap();
  return left;
}

/** Whether the feed that an app's link holds is the member's. */
async function expectFeed(url: string): Promise<void> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('<itunes:block>Yes</itunes:block>');
}

/** From the member page by an app's button over the consume page out to the app. */
async function goTo(page: Page, app: string): Promise<string> {
  await page.locator(`a[data-app="${app}"]`).click();
  await page.waitForURL('**/consume/**');
  await reach(page, 'ready');
  expect(page.url()).not.toMatch(/rss|feeds/);
  // It shows the app of its link, the way to the others, why there is one more tap, and nothing else.
  expect(await page.locator('h1').textContent()).toBe('Almost there');
  await page.getByRole('button', { name: 'Other apps' }).waitFor();
  expect(await page.locator('[data-app]:visible').count()).toBe(1);
  expect(await page.locator('[part=listen], [part=apps], section').count()).toBe(0);
  const button = page.locator('[part~=primary]');
  expect(await button.getAttribute('data-app')).toBe(app);
  return outwards(page, () => button.click());
}

/** The text that a phone's camera reads. */
async function codeIn(page: Page): Promise<string> {
  const svg = page.locator('[part=qr] svg');
  await svg.waitFor();
  const { pixels, side } = await svg.evaluate((code) => {
    const modules = (code as SVGSVGElement).viewBox.baseVal.width;
    const side = modules * 4;
    const context = new OffscreenCanvas(side, side).getContext('2d')!;
    context.scale(4, 4);
    for (const path of code.querySelectorAll('path')) {
      context.fillStyle = getComputedStyle(path).fill;
      context.fill(new Path2D(path.getAttribute('d') ?? ''));
    }
    return { pixels: [...context.getImageData(0, 0, side, side).data], side };
  });
  // With the quiet zone of four on each side.
  expect(side / 4 - 8).toBeLessThanOrEqual(41);
  return jsQr(Uint8ClampedArray.from(pixels), side, side)?.data ?? '';
}

describe('startDemo: from the log-in to the app', () => {
  it('puts Apple Podcasts first on a small iPhone, fits it, and opens the app that the member chooses', async () => {
    // WCAG 1.4.10: no second scroll axis.
    const page = await visit({ ...devices['iPhone 15'], viewport: { width: 320, height: 640 } });
    const said = consoleOf(page);
    await logIn(page);
    await page.locator('[data-episode]').first().waitFor();
    expect(await page.locator('[part=title]').textContent()).toContain('The Slack Hour');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await page.locator('[part=apps] [data-app]').count()).toBe(3);
    expect(await page.locator('[data-app]').first().getAttribute('data-app')).toBe(
      'apple-podcasts',
    );
    await page.getByRole('button', { name: /^All / }).click();
    await expect.poll(() => page.locator('[data-episode]').count()).toBe(14);
    expect(said).toEqual([]);
    const link = await goTo(page, 'overcast');
    expect(link).toMatch(/^overcast:\/\/x-callback-url\/add\?url=/);
    await expectFeed(new URL(link).searchParams.get('url') ?? '');
    await page.reload();
    await reach(page, 'ready');
    expect(page.url()).not.toMatch(/rss|feeds/);
    await page.goBack();
    await page.waitForURL('**/member');
    await page.goForward();
    await reach(page, 'ready');

    const plain = await visit({ ...devices['iPhone 15'], javaScriptEnabled: false });
    await plain.goto(page.url());
    const links = await plain
      .locator('private-podcast-subscribe a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(links.some((link) => link.startsWith('overcast://'))).toBe(true);
  });

  it('asks on the way back whether the app opened, in sight though the page is rendered by a server', async () => {
    const viewport = { width: 393, height: 659 };
    const page = await visit({ ...devices['iPhone 15'], viewport });
    await logIn(page);
    await page.locator('[data-episode]').first().waitFor();
    await page.locator('[data-app=overcast]').click();
    await page.waitForURL('**/consume/**');
    await page.goBack();
    const answers = page.locator('[part=did-not-open]');
    await answers.waitFor();
    const bottom = () => answers.evaluate((it) => it.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(viewport.height);
  });

  it('fits a long title on the log-in page of a small phone', async () => {
    const page = await visit({ viewport: { width: 320, height: 640 } });
    await page.goto(use.demo.url);
    await page.locator('h1').evaluate((title) => (title.textContent = 'Harbourmaster'.repeat(9)));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  it('hands over from Windows to the phone by a code, without a second log-in', async () => {
    const page = await visit({ userAgent: userAgents.windows });
    await logIn(page);
    expect(await page.locator('[part~=primary][data-app]').count()).toBe(0);
    await page.locator('[part=phone]').click();
    const code = await codeIn(page);
    expect(code).toMatch(/\?h=[\w-]{22}$/);

    const phone = await iPhone();
    await phone.goto(code);
    await reach(phone, 'ready');
    expect(phone.url()).not.toMatch(/rss|feeds/);
    const tile = phone.locator('a[data-app="overcast"]');
    const link = await outwards(phone, () => tile.click());
    const { searchParams } = new URL(link);
    await expectFeed(searchParams.get('url') ?? '');
    await page.getByText('Opened on your phone').first().waitFor();

    // The code is used up: its page says what to do, and leads back to the publisher.
    const stranger = await android();
    expect((await stranger.goto(code))?.status()).toBe(410);
    expect(await stranger.locator('main').textContent()).toMatch(/get a new one/);
    const back = stranger.getByRole('link', { name: /^Back to .*The Breakwater Review/ });
    expect(await back.getAttribute('href')).toBe(`${use.demo.url}/member`);
  });
});

/** Sums up what moves on a page, and what its policy refuses. */
function watch() {
  const found = { moved: 0, refused: [] as string[] };
  Object.assign(window, { found });
  addEventListener('securitypolicyviolation', (event) =>
    found.refused.push(event.violatedDirective),
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      found.moved += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The consume page's own URL, as a tap on an app's button leads to it. */
async function consumePageUrl(app: string): Promise<string> {
  const page = await visit(devices['Pixel 7']);
  await logIn(page);
  await page.locator(`a[data-app="${app}"]`).first().click();
  await page.waitForURL('**/consume/**');
  return page.url().replace(/#.*/, '');
}

describe('consumePage: in a browser', () => {
  let url: string;
  beforeAll(async () => {
    url = await consumePageUrl('antennapod');
  });

  it.each([
    ['an iPhone', devices['iPhone 15'], ['overcast', 'apple-podcasts', 'player-fm', '']],
    ['an Android phone', devices['Pixel 7'], ['antennapod', 'podcast-addict', '']],
    ['a Mac', { userAgent: userAgents.mac }, ['gpodder', 'overcast']],
  ] as const)(
    'shows the app of the URL’s fragment before the element does, and moves nothing: %s',
    async (_, device, apps) => {
      const page = await visit(device);
      await page.addInitScript(watch);
      for (const app of apps) {
        // Another fragment alone would be no visit.
        await page.goto('about:blank');
        const release = await holdBack(page, '**/private-podcast-subscribe.js');
        await page.goto(`${url}#${app}`, { waitUntil: 'commit' });
        await page.locator('private-podcast-subscribe ~ script').waitFor({ state: 'attached' });
        const view = () =>
          page.evaluate(() => {
            const root = document.querySelector('private-podcast-subscribe')!.shadowRoot!;
            const seen = root.querySelectorAll<HTMLElement>(
              '.head :is([part=title], [data-app], button)',
            );
            return [...seen].flatMap((piece) => {
              const { x, y, width, height } = piece.getBoundingClientRect();
              const { className, textContent } = piece;
              const text = textContent.replaceAll(/\s+/g, ' ').trim();
              return piece.checkVisibility({ visibilityProperty: true })
                ? { className, text, x, y, width, height }
                : [];
            });
          });
        const served = await view();
        release();
        await reach(page, 'ready');
        expect(await view(), app).toEqual(served);
        const isOne = served.at(-1)?.text === 'Other apps';
        expect(isOne, app).toBe(app !== '' && !(app === 'overcast' && apps.length === 2));
        expect(await page.evaluate(() => Reflect.get(window, 'found') as object), app).toEqual({
          moved: 0,
          refused: [],
        });
        await page.unrouteAll();
      }
    },
  );

  it('says to who comes from a button why there is one more, before and after the element takes over, after a reload and on the way back, and to nobody else', async () => {
    const page = await iPhone();
    await page.addInitScript(watch);
    const said = async () => [
      await page.locator('h1:not(.heard)').allTextContents(),
      (await page.locator('[part=status]').first().textContent())?.trim(),
    ];
    const again = (name: string) => [['Almost there'], `Tap once more to open ${name}.`];
    const today = [[], 'Just for you'];
    const release = await holdBack(page, '**/private-podcast-subscribe.js');
    await page.goto(`${url}#overcast~`, { waitUntil: 'commit' });
    await page.locator('private-podcast-subscribe ~ script').waitFor({ state: 'attached' });
    expect(await said()).toEqual(again('Overcast'));
    release();
    await reach(page, 'ready');
    expect(await said()).toEqual(again('Overcast'));
    expect(await page.evaluate(() => Reflect.get(window, 'found') as object)).toEqual({
      moved: 0,
      refused: [],
    });
    // Whoever gets this address has tapped nothing.
    expect(new URL(page.url()).hash).toBe('#overcast');
    await page.unrouteAll();
    await page.reload();
    await reach(page, 'ready');
    expect(await said()).toEqual(again('Overcast'));

    await page.goto(`${url}#pocket-casts`);
    await expect.poll(said).toEqual(today);
    await page.goto(`${url}#pocket-casts~`);
    await expect.poll(said).toEqual(again('Pocket Casts'));
    await page.goBack();
    await expect.poll(said).toEqual(today);
    await page.goBack();
    await expect.poll(said).toEqual(again('Overcast'));
    // Without https no link opens this one: it is set up by hand.
    await page.goto(`${url}#castro~`);
    await expect.poll(said).toEqual([['Almost there'], 'Just for you']);
    // An app that does not run here has no button.
    await page.goto(`${url}#antennapod~`);
    await expect.poll(said).toEqual(today);
  });

  it('shows nothing of the podcast until its script has left the app alone', async () => {
    const page = await android();
    // As a slow browser paints it: the head and the element are read, the script is not.
    await page.route('**/consume/**', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const cut = html.lastIndexOf('<script>');
      await route.fulfill({ response, body: html.slice(0, cut) });
    });
    const title = page.locator('[part=title]');
    for (const [app, isSeen] of [
      ['antennapod', false],
      ['', true],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(`${url}#${app}`);
      await title.waitFor({ state: 'attached' });
      expect(await title.isVisible(), app).toBe(isSeen);
    }
  });

  it('has one heading of the first level also once the element took over, and shows all apps again on the way back from the link to one', async () => {
    const page = await android();
    await page.goto(url);
    await reach(page, 'ready');
    const others = page.locator('[data-app]:not([data-app="antennapod"]):visible');
    await others.first().waitFor();
    await page.goto(`${url}#antennapod`);
    await others.first().waitFor({ state: 'hidden' });
    expect(await page.locator('h1').count()).toBe(1);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<AxeResults>(
      `axe.run({ runOnly: ['page-has-heading-one', 'landmark-one-main', 'heading-order'] })`,
    );
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await page.goBack();
    await others.first().waitFor();
  });

  it('prints a page that leads nowhere without its buttons', async () => {
    const page = await iPhone();
    await page.goto(`${use.demo.serviceUrl}/consume/en/gone`);
    const back = page.getByRole('link', { name: 'Back to The Breakwater Review' });
    expect(await back.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await back.isVisible()).toBe(false);
    expect(await page.getByRole('heading').isVisible()).toBe(true);
    expect(await page.getByRole('banner').textContent()).toBe('The Breakwater Review');
  });
});
