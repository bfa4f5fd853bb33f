/** `npm run pictures`: takes the README's pictures of the demo's member page into docs/. */
import { chromium, devices } from 'playwright-core';
import { asData, fontRules, pictureFont } from '../test/pictures/fonts.mjs';
import { ensureBrowsers, ensureBuild, ensureDependencies } from './setup.mjs';

ensureBuild();
ensureDependencies('test/pictures');
const { startDemo } = await import('../demo/start-demo.js');

const iPhone = devices['iPhone 15'];
const pixel = devices['Pixel 7'];

/** @type {Record<string, import('playwright-core').BrowserContextOptions>} */
const pictures = {
  desktop: { viewport: { width: 1100, height: 900 }, colorScheme: 'light' },
  iphone: { ...iPhone, viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  'android-dark': { ...pixel, viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  listening: { ...iPhone, viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
};

/**
 * Plays an episode, and opens what is behind the bar.
 * @param {import('playwright-core').Page} page
 */
async function listen(page) {
  await page.locator('[data-episode=slack-hour-s2-bonus] [part=play]').click();
  await page.locator('[part=player-open]').click();
  const chapter = page.locator('[part=chapter][aria-current]', { hasText: 'Lunenburg' });
  await chapter.waitFor();
  await page.locator('[part=player] [part=play]').click();
}

const demo = await startDemo({ port: 0 });
const browser = await chromium.launch({
  executablePath: ensureBrowsers({}).chromium,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  for (const [name, options] of Object.entries(pictures)) {
    const context = await browser.newContext({ ...options, deviceScaleFactor: 1, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(demo.url);
    await page.locator('button[value=mira]').click();
    await page.locator('[data-episode]').first().waitFor();
    await page.addStyleTag({
      content: `${fontRules(asData)} :root { --sans: ${pictureFont}, sans-serif }`,
    });
    await page.waitForLoadState('networkidle');
    if (name === 'listening') await listen(page);
    await page.screenshot({ path: `docs/${name}.png` });
    await context.close();
  }
} finally {
  await browser.close();
  await demo.close();
}
