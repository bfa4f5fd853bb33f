/**
 * The strict policy of docs/content-security-policy.md on every page of the demo: no browser reports a
 * breach, or says what the page is not about. The walk of the gallery asks the same of every story.
 */
import {
  devices,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Response,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startDemo } from '../../demo/start-demo.js';
import { launchChromium, reach } from './chromium.js';
import { listenTo, taken, type Heard } from './heard.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

interface Visited {
  page: Page;
  heard: Heard;
}

/** A page for one visit after the other: a renderer anew for each would take longer than the visit. */
async function openPage(device: BrowserContextOptions): Promise<Visited> {
  const page = await browser.newPage(device);
  await page.addInitScript(() => {
    // A visit begins without what the one before has kept. Its own further pages have a referrer.
    if (location.protocol.startsWith('http') && document.referrer === '') {
      localStorage.clear();
      sessionStorage.clear();
    }
  });
  return { page, heard: await listenTo(page) };
}

describe('startDemo: the policy of its pages', () => {
  let demo: Awaited<ReturnType<typeof startDemo>>;
  beforeAll(async () => {
    demo = await startDemo({ port: 0 });
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => demo.close());

  async function logIn(page: Page, account: string): Promise<void> {
    await page.goto(demo.url);
    await page.locator(`button[value=${account}]`).click();
    await page.waitForURL('**/member');
  }

  /** The member's page at another address, with its episodes. */
  const memberPage = (query: string) => async (page: Page) => {
    await logIn(page, 'mira');
    await page.goto(`${demo.url}/member${query}`);
    await page.locator('[data-episode]').first().waitFor();
  };
  const offer = (account: string) => async (page: Page) => {
    vi.spyOn(console, 'error').mockReturnValue();
    await logIn(page, account);
    await reach(page, 'no-access');
  };
  const at = (path: string) => (page: Page) => page.goto(demo.url + path);

  const pages: [title: string, open: (page: Page) => Promise<unknown>][] = [
    ['log-in', at('/')],
    ['the member’s page', memberPage('')],
    ['the member’s page without a server’s view', memberPage('?plain')],
    ['the member’s page by the feed service', memberPage('?service')],
    ['a member without access', offer('jonas')],
    ['a member who had access', offer('aino')],
    [
      'the offer without scripts',
      async (page) => {
        await offer('jonas')(page);
        await page.goto(`${demo.url}/listen`);
      },
    ],
    [
      'the consume page',
      async (page) => {
        await memberPage('')(page);
        await page.goto(`${demo.url}/listen`);
        await page.locator('[data-app]').first().waitFor();
      },
    ],
    ['a hand-off link that is not known', at('/subscribe?h=AbCdEfGhIjKlMnOpQrStUv')],
    ['the consume page without a feed', (page) => page.goto(`${demo.serviceUrl}/consume/sv`)],
    [
      'the consume page of an unknown code',
      (page) => page.goto(`${demo.serviceUrl}/consume/sv/AbCdEfGhIjKlMnOpQrStUv`),
    ],
  ];

  const devicesOf = { 'a phone': devices['iPhone 15'], 'a computer': {} };
  const visited = new Map<string, Visited>();
  beforeAll(async () => {
    for (const [name, device] of Object.entries(devicesOf))
      visited.set(name, await openPage(device));
  });
  afterAll(() => Promise.all([...visited.values()].map(({ page }) => page.close())));

  const onDevices = pages.flatMap(([title, open]) =>
    Object.keys(devicesOf).map((name) => [title, name, open] as const),
  );

  it.each(onDevices)('is kept: %s, on %s', async (_, name, open) => {
    const { page, heard } = visited.get(name)!;
    // The page before is left first, so that nothing of it comes later.
    await page.goto('about:blank');
    await page.context().clearCookies();
    taken(heard);
    const refusals = new Set<string>();
    const note = (response: Response) => {
      const isAsked =
        response.request().isNavigationRequest() || response.url().endsWith('/subscribe');
      if (isAsked && response.status() >= 400) refusals.add(`status of ${response.status()} `);
    };
    page.on('response', note);
    onTestFinished(() => void page.off('response', note));
    await open(page);
    await page.waitForLoadState('networkidle');
    expect(heard.breaches).toEqual([]);
    // A refusal, which such a page is about, is a failed answer to the browser.
    const unexplained = heard.said.filter(
      (line) => ![...refusals].some((word) => line.includes(word)),
    );
    expect(unexplained).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.setAttribute('style', 'top: 0');
    });
    await expect
      .poll(() => heard.breaches.map(({ directive }) => directive))
      .toEqual(['style-src-attr']);
  });
});
