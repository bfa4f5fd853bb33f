/** The demo, and the devices on which its members visit it. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startDemo } from '../../demo/start-demo.js';
import { launchChromium, reach } from './chromium.js';

export interface DemoVisits {
  demo: Awaited<ReturnType<typeof startDemo>>;
  /** A browser of its own, without anyone else's cookies. It lasts as long as the test. */
  visit: (device?: BrowserContextOptions) => Promise<Page>;
  /** Logs a member in; resolves once the element is in `state`. */
  logIn: (page: Page, account?: string, state?: string) => Promise<void>;
}

/** Stands for the tests of one suite: in a minute, nobody gets as many new links as all of them need. */
export function useDemo(): DemoVisits {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const use = {
    async visit(device) {
      const context = await browser.newContext({ locale: 'en-GB', ...device });
      contexts.push(context);
      // A computer of the machine's own kind tells it by client hints, too.
      await context.addInitScript(() => {
        Object.defineProperty(navigator, 'userAgentData', { value: undefined });
      });
      return context.newPage();
    },
    async logIn(page, account = 'mira', state = 'ready') {
      await page.goto(use.demo.url);
      await page.locator(`button[value=${account}]`).click();
      await page.waitForURL('**/member');
      await reach(page, state);
    },
  } as DemoVisits;
  beforeAll(async () => {
    [browser, use.demo] = await Promise.all([launchChromium(), startDemo({ port: 0 })]);
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  afterAll(() => Promise.all([browser.close(), use.demo.close()]));
  return use;
}
