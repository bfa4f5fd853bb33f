/**
 * The whole way on real input: a real feed as the show behind a member's private feed, through
 * service, parser and element. The feeds are other people's and stay beside the project.
 */
import { fileURLToPath } from 'node:url';
import { createFeedServiceClient } from 'private-podcast-subscribe/api';
import { startServer, type RunningService } from 'private-podcast-service';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  describeSharedFeeds,
  hasSharedFeeds,
  sharedFeeds,
  sharedText,
} from '../support/foreign-text/shared-feeds.js';
import { launchChromium } from './chromium.js';

/** Small and large, non-Latin, Podcasting 2.0, and not well-formed. */
const names = [
  'podcast-namespace-example',
  'homegrown-hits',
  'kafka-lab-ja',
  'radio-daal-fa',
  'techfusion-zh',
  'giant-bombcast',
  'heidi-st-john',
  'podnews',
  'spar-sv',
  'no-agenda-2023',
];

interface Known {
  items: number;
  /** Missing where the feed is not well-formed. */
  channel?: { title: string };
}

/** The feed's first title, for feeds without one in the oracle. */
function firstTitle(name: string): string {
  const xml = sharedText(`open/${name}.xml`);
  return /<title>(?:<!\[CDATA\[)?([^<\]]*)/.exec(xml)?.[1] ?? '';
}

const collapse = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

describeSharedFeeds('startServer: real feeds', names.length, () => {
  let browser: Browser;
  let page: Page;
  let service: RunningService;
  const client = { clientId: 'publisher', clientSecret: 'a secret of this test' };
  const oracle = hasSharedFeeds
    ? (JSON.parse(sharedText('oracle.json')) as Record<string, Known>)
    : {};

  beforeAll(async () => {
    const catalogue = {
      clients: [{ ...client, scopes: ['vault:impersonate', 'profile:user:read'] }],
      onboardingOrigins: ['page-tests'],
      products: names.map((name) => ({
        sku: `sid:${name}`,
        title: name,
        description: '',
        feed: fileURLToPath(new URL(`open/${name}.xml`, sharedFeeds)),
        access: 'everyone' as const,
      })),
      grants: [],
    };
    [browser, service] = await Promise.all([launchChromium(), startServer({ catalogue, port: 0 })]);
    page = await browser.newPage();
  });
  afterAll(() => Promise.all([browser.close(), service.close()]));

  it.each(names)('shows title and episodes of %s', async (name) => {
    const api = createFeedServiceClient({
      ...client,
      tokenUrl: service.url,
      baseUrl: service.url,
      parserUrl: service.url,
      consumeUrl: `${service.url}/consume`,
      onboardingOriginId: 'page-tests',
    });
    const { feedUrl } = await api.privateFeed({
      email: 'member@example.com',
      sku: `sid:${name}`,
    });
    await page.goto(api.consumeUrl(feedUrl, 'en'));
    await page.locator('[data-episode]').first().waitFor();

    const { items, channel } = oracle[name]!;
    const title = await page.locator('[part=title]').textContent();
    expect(collapse(title)).toBe(collapse(channel?.title ?? firstTitle(name)));
    const all = page.getByRole('button', { name: /^All / });
    if (items > 5) await all.click();
    await expect
      .poll(() => page.locator('[data-episode]').count(), { timeout: 30_000 })
      .toBe(items);
  });
});
