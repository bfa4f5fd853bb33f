/**
 * `npm run shots`: renders every story in light, dark and forced colours on a small phone, a
 * wide one and a desktop, into .cache/shots, and all onto one contact sheet, docs/contact-sheet.png.
 * `npm run shots -- ready expired` renders these alone, without the sheet.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, devices } from 'playwright-core';
import { startGallery } from '../test/gallery/server.js';
import { stories } from '../test/gallery/stories.js';
import { ensureBrowsers } from './browsers.mjs';
import { ensurePictureFonts, pictureFonts } from './picture-fonts.mjs';
import { ensureBuild } from './setup.mjs';

const folder = fileURLToPath(new URL('../.cache/shots/', import.meta.url));
const sheet = fileURLToPath(new URL('../docs/contact-sheet.png', import.meta.url));

/** @type {Record<string, import('playwright-core').BrowserContextOptions>} */
const schemes = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
};
/** The width and the user agent of each: the buttons are those of the device. */
const views = [
  { width: 320, userAgent: devices['iPhone 15']?.userAgent },
  { width: 480, userAgent: devices['Pixel 7']?.userAgent },
  { width: 1100 },
];

const asked = process.argv.slice(2);
const names = asked.length ? asked : Object.keys(stories).filter((name) => !stories[name]?.isAlike);

/** Whether a story's page settles: its answers come, all of them. */
function settles(/** @type {import('../test/gallery/stories.js').Story} */ { handler, parser }) {
  return [handler, parser].every((answer) => typeof answer !== 'object' || 'body' in answer);
}

/**
 * Takes one story's picture when the story stands: its state reached, its episodes in.
 * @param {import('playwright-core').Page} page
 * @param {string} url
 * @param {import('../test/gallery/stories.js').Story} story
 */
async function take(page, url, story) {
  await page.goto(url);
  await page.addStyleTag({ content: `:root { font-family: ${pictureFonts} }` });
  const element = page.locator('private-podcast-subscribe');
  await element.and(page.locator(`:state(${story.state})`)).waitFor({ state: 'attached' });
  if (story.state === 'ready' && !story.parser && story.attributes?.episodes !== '0') {
    await page.locator('[data-episode]').first().waitFor();
  }
  for (const selector of [story.press ?? []].flat()) await page.locator(selector).first().click();
  if (story.search) {
    await page.locator('[part=search-open]').click();
    await page.locator('[part=search]').fill(story.search);
  }
  if (story.shows) await page.locator(story.shows).first().waitFor({ state: 'attached' });
  if (settles(story)) await page.waitForLoadState('networkidle');
}

/** @param {{ name: string, label: string, file: string }[]} pictures */
async function contactSheet(pictures) {
  const rows = names.map(async (name) => {
    const ofStory = pictures.filter((picture) => picture.name === name);
    const figures = ofStory.map(async ({ label, file }) => {
      if (!file) return '<figure></figure>';
      const data = (await readFile(file)).toString('base64');
      return `<figure><img src="data:image/png;base64,${data}"><figcaption>${label}</figcaption></figure>`;
    });
    return `<h2>${name}</h2><div>${(await Promise.all(figures)).join('')}</div>`;
  });
  return `<style>
    body { margin: 20px; font: 13px system-ui; background: #ddd }
    div { display: grid; grid-template-columns: repeat(3, 80fr 120fr 275fr); gap: 8px; align-items: start }
    figure { margin: 0 } img { width: 100%; max-height: 300px; object-fit: cover; object-position: top }
  </style>${(await Promise.all(rows)).join('')}`;
}

ensureBuild();
ensurePictureFonts();
const gallery = await startGallery();
const browser = await chromium.launch({
  executablePath: ensureBrowsers({}).chromium,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
await mkdir(folder, { recursive: true });

/** @param {string} scheme */
async function takeAll(scheme) {
  const options = schemes[scheme];
  const pictures = [];
  for (const { width, ...device } of views) {
    const viewport = { width, height: 700 };
    const page = await browser.newPage({ ...options, ...device, viewport, bypassCSP: true });
    for (const name of names) {
      const story = stories[name];
      if (!story) throw new Error(`There is no story ${name}: see test/gallery/stories.js.`);
      const isPhone = 'userAgent' in device;
      const file = story.isForComputer && isPhone ? '' : `${folder}${name}-${scheme}-${width}.png`;
      if (file) await take(page, `${gallery.url}/story/${name}`, story);
      if (file) await page.screenshot({ path: file, fullPage: true });
      pictures.push({ name, label: `${scheme} ${width}`, file });
    }
    await page.close();
  }
  return pictures;
}

const pictures = (await Promise.all(Object.keys(schemes).map(takeAll))).flat();

if (asked.length === 0) {
  const page = await browser.newPage({ viewport: { width: 1500, height: 1000 } });
  await page.setContent(await contactSheet(pictures));
  await page.screenshot({ path: sheet, fullPage: true });
}
console.log(`${pictures.length} pictures in .cache/shots`);
await browser.close();
await gallery.close();
