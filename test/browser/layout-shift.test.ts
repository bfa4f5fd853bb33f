/** Nothing moves on a phone with a slow line, from the first byte of the page to the episodes. */
import { devices } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useGallery, type GalleryPage } from './gallery-page.js';

/** The sum of all shifts that nobody asked for; 0.1 counts as good (web.dev, CLS). */
const MAX_SHIFT = 0.02;
const BITS_PER_SECOND = 400_000;
const LATENCY_MS = 400;

/** For the style sheet of the publisher's page, as the README gives it. */
const rule = 'private-podcast-subscribe:not(:defined) { display: block; min-height: 70rem; }';

/** The footer below the element. */
const footer = 'body::after { content: "The publisher’s footer"; display: block }';

const phone = { ...devices['iPhone 15'], viewport: { width: 390, height: 844 } };
const inApp = {
  ...phone,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 357.0.0.18.84',
};

/** Sums up what moves while a story's page loads, with a footer below the element. */
async function shiftOf(
  use: GalleryPage,
  story: string,
  css: string,
): Promise<{ sum: number; moved: string[] }> {
  const { page } = use;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const throughput = BITS_PER_SECOND / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await page.addInitScript((css) => {
    // As in the page's own style sheet: the gallery's policy allows no other.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    const shifts = { sum: 0, moved: [] as string[] };
    Object.assign(window, { shifts });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Node }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        shifts.sum += entry.value;
        const nodes = entry.sources.map(({ node }) => (node as Element | undefined)?.outerHTML);
        shifts.moved.push(
          `${entry.value.toFixed(4)} at ${Math.round(entry.startTime)} ms: ${nodes.map((html) => html?.slice(0, 80)).join(', ')}`,
        );
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  }, `${css} ${footer}`);
  await use.open(story);
  await page.locator('[data-episode], [part=cover-image]').last().waitFor();
  await page.waitForLoadState('networkidle');
  // The last frame's shifts are reported after it.
  return page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        requestAnimationFrame(() =>
          setTimeout(() => resolve((window as unknown as { shifts: never }).shifts), 100),
        );
      }),
  );
}

describe(
  'PrivatePodcastSubscribe: layout shift on a phone with a slow line',
  { timeout: 60_000 },
  () => {
    const use = useGallery(phone);

    it.each(['ready', 'arabic', 'feed-url', 'ready-hiding-episodes'])(
      'moves nothing: %s',
      async (story) => {
        const { sum, moved } = await shiftOf(use, story, rule);
        expect(sum, moved.join('\n')).toBeLessThanOrEqual(MAX_SHIFT);
      },
    );

    it('would move much without the rule for the page', async () => {
      expect((await shiftOf(use, 'ready', '')).sum).toBeGreaterThan(MAX_SHIFT);
    });
  },
);

describe('InAppExit: layout shift on a phone with a slow line', { timeout: 60_000 }, () => {
  const use = useGallery(inApp);

  it.each(['ready', 'served'])('moves nothing where it leads out: %s', async (story) => {
    const { sum, moved } = await shiftOf(use, story, rule);
    expect(sum, moved.join('\n')).toBeLessThanOrEqual(MAX_SHIFT);
    expect(await use.page.locator('[part=in-app]').isVisible()).toBe(true);
  });
});
