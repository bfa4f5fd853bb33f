/**
 * `npm run shots`: renders every story in light, dark and forced colours at three widths
 * into .cache/shots, and all of them onto one contact sheet, docs/contact-sheet.png.
 * `npm run shots -- ready expired` renders these alone, without the sheet.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { startGallery } from '../test/gallery/server.js';
import { stories } from '../test/gallery/stories.js';
import { ensureBrowsers } from './browsers.mjs';
import { ensureBuild } from './setup.mjs';

const folder = fileURLToPath(new URL('../.cache/shots/', import.meta.url));
const sheet = fileURLToPath(new URL('../docs/contact-sheet.png', import.meta.url));

const schemes = [
  { name: 'light', options: { colorScheme: 'light' } },
  { name: 'dark', options: { colorScheme: 'dark' } },
  { name: 'forced', options: { colorScheme: 'dark', forcedColors: 'active' } },
];
const widths = [320, 480, 1100];

const asked = process.argv.slice(2);
const names = asked.length ? asked : Object.keys(stories);

if (!process.env.NOBUILD) ensureBuild();
const gallery = await startGallery();
const browser = await chromium.launch({
  executablePath: ensureBrowsers({}).chromium,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
await mkdir(folder, { recursive: true });

/** Takes one story's picture when the story stands: its state reached, its episodes in. */
async function take(page, name, file) {
  const story = stories[name];
  await page.goto(`${gallery.url}/story/${name}`);
  await page.waitForFunction(
    ({ state, episodes }) => {
      const element = document.querySelector('private-podcast-subscribe');
      return (
        element?.state === state &&
        (!episodes || element.shadowRoot?.querySelector('[data-episode]') !== null)
      );
    },
    { state: story.state, episodes: story.state === 'ready' && !story.parser },
  );
  // A story whose answer never comes would never be idle.
  const isLasting = [story.handler, story.parser].some(
    (answer) => typeof answer === 'object' && !('body' in answer),
  );
  if (!isLasting) await page.waitForLoadState('networkidle');
  await page.screenshot({ path: file, fullPage: name !== 'many-episodes' });
}

const pictures = [];
for (const { name: scheme, options } of schemes) {
  for (const width of widths) {
    const page = await browser.newPage({ ...options, viewport: { width, height: 700 } });
    for (const name of names) {
      const file = `${folder}${name}-${scheme}-${width}.png`;
      await take(page, name, file);
      pictures.push({ name, scheme, width, file });
    }
    await page.close();
  }
}

if (asked.length === 0) {
  const { readFile } = await import('node:fs/promises');
  const rows = await Promise.all(
    names.map(async (name) => {
      const cells = await Promise.all(
        pictures
          .filter((picture) => picture.name === name)
          .map(async ({ scheme, width, file }) => {
            const data = (await readFile(file)).toString('base64');
            return `<figure><img src="data:image/png;base64,${data}"><figcaption>${scheme} ${width}</figcaption></figure>`;
          }),
      );
      return `<h2>${name}</h2><div>${cells.join('')}</div>`;
    }),
  );
  const page = await browser.newPage({ viewport: { width: 1800, height: 1000 } });
  await page.setContent(`<style>
    body { margin: 20px; font: 14px system-ui; background: #ddd }
    div { display: grid; grid-template-columns: repeat(3, 80fr 120fr 275fr); gap: 8px; align-items: start }
    figure { margin: 0 } img { width: 100%; max-height: 340px; object-fit: cover; object-position: top }
  </style>${rows.join('')}`);
  await page.screenshot({ path: sheet, fullPage: true });
  console.log('docs/contact-sheet.png');
}
console.log(`${pictures.length} pictures in .cache/shots`);
await browser.close();
await gallery.close();
