/**
 * Nothing moves on a phone with a slow line, from the first byte of the page to the episodes: with fonts
 * that the test brings, so that no machine's own fonts have a say.
 */
import { devices, type Browser, type BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureDependencies } from '../../scripts/setup.mjs';
import { startGallery } from '../gallery/server.js';
import { asData } from '../pictures/fonts.mjs';
import { launchChromium } from './chromium.js';

ensureDependencies('test/pictures');

/** The sum of all shifts that nobody asked for; 0.1 counts as good (web.dev, CLS). */
const MAX_SHIFT = 0.005;
const BITS_PER_SECOND = 400_000;
const LATENCY_MS = 400;

/** For the style sheet of the publisher's page, as the README gives it, with room for the episodes. */
const rule = (room: string) =>
  `private-podcast-subscribe:not(:defined) { display: block; min-height: ${room}; }`;
const forEpisodes = rule('70rem');

/** A page that shows none keeps the height of the head. */
const forNoEpisodes = rule('23rem');

/** The footer below the element. */
const footer = 'body::after { content: "The publisher’s footer"; display: block }';

/** Files of fonts, by their families. */
const files = {
  Inter: asData('inter-latin-wght-normal.woff2'),
  // Its lines are nearly twice as high as Inter's.
  Noto: asData('noto-sans-arabic-arabic-wght-normal.woff2'),
};

/** Fonts of very different sizes, for the style sheet of the page. */
const fonts = {
  'an ordinary font': ':root { font-family: Inter, Noto !important }',
  'a tall, wide font': ':root { font-family: Noto, Inter !important; letter-spacing: 0.1em }',
};

const phone = { ...devices['iPhone 15'], viewport: { width: 390, height: 844 } };
const inApp = {
  ...phone,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 357.0.0.18.84',
};

let browser: Browser;
let gallery: Awaited<ReturnType<typeof startGallery>>;
beforeAll(async () => {
  [browser, gallery] = await Promise.all([launchChromium(), startGallery()]);
});
afterAll(() => Promise.all([browser.close(), gallery.close()]));

interface Shift {
  sum: number;
  moved: string[];
  /** Whether the page says how to get out of an app's own browser. */
  leadsOut: boolean;
}

/** Sums up what moves while a story's page loads, with a footer below the element. */
async function shiftOf(device: BrowserContextOptions, story: string, css: string): Promise<Shift> {
  const page = await browser.newPage(device);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const throughput = BITS_PER_SECOND / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await page.addInitScript(
    ({ css, files }) => {
      // As on a machine that has them: the line brings none.
      for (const [family, url] of Object.entries(files)) {
        const { buffer } = Uint8Array.from(atob(url.split(',')[1]!), (each) => each.charCodeAt(0));
        document.fonts.add(new FontFace(family, buffer, { weight: '100 900' }));
      }
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
    },
    { css: `${css} ${footer}`, files },
  );
  await page.goto(`${gallery.url}/story/${story}`);
  await page.locator('[data-episode], [part=cover-image]').last().waitFor();
  await page.waitForLoadState('networkidle');
  // The last frame's shifts are reported after it.
  const shifts = await page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        requestAnimationFrame(() =>
          setTimeout(() => resolve((window as unknown as { shifts: never }).shifts), 100),
        );
      }),
  );
  const leadsOut = await page.locator('[part=in-app]').isVisible();
  await page.close();
  return { ...shifts, leadsOut };
}

/** What moves in each font. The pages load side by side: each waits for its line. */
const shiftsOf = (device: BrowserContextOptions, story: string, css: string) =>
  Promise.all(
    Object.entries(fonts).map(
      async ([font, style]) => [font, await shiftOf(device, story, css + style)] as const,
    ),
  );

describe(
  'PrivatePodcastSubscribe: layout shift on a phone with a slow line',
  { timeout: 60_000 },
  () => {
    it.each([
      ['ready', forEpisodes],
      ['arabic', forEpisodes],
      ['feed-url', forEpisodes],
      ['ready-hiding-episodes', forNoEpisodes],
    ])('moves nothing, in whichever font: %s', async (story, css) => {
      for (const [font, { sum, moved }] of await shiftsOf(phone, story, css)) {
        expect(sum, [font, ...moved].join('\n')).toBeLessThanOrEqual(MAX_SHIFT);
      }
    });
  },
);

describe('InAppExit: layout shift on a phone with a slow line', { timeout: 60_000 }, () => {
  it.each(['ready', 'served'])(
    'moves nothing where it leads out, in whichever font: %s',
    async (story) => {
      for (const [font, { sum, moved, leadsOut }] of await shiftsOf(inApp, story, forEpisodes)) {
        expect(sum, [font, ...moved].join('\n')).toBeLessThanOrEqual(MAX_SHIFT);
        expect(leadsOut, font).toBe(true);
      }
    },
  );
});
