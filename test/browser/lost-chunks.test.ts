/** A network that loses what is loaded when it is needed: the app buttons work, and the rest comes later. */
import { expect, it } from 'vitest';
import { reach } from './chromium.js';
import { useGallery } from './gallery-page.js';

const use = useGallery();

/** Opens a story while the network loses a chunk. */
async function openWithout(chunk: string, story: string): Promise<void> {
  await use.page.route(`**/chunks/${chunk}-*.js`, (route) => route.abort());
  await use.open(story);
  await reach(use.page, 'ready');
}

/** What the console says beside the browser's own word about the lost file. */
const faults = () => use.said.filter((line) => !line.includes('ERR_FAILED'));

const lost = () => use.page.locator('.actions').getByText('Our service isn’t responding.');

/** The buttons are there, and do what they say, and so are the episodes. */
async function expectAll(): Promise<void> {
  await use.page.locator('[data-episode]').first().waitFor();
  await use.page.locator('[part=copy]').click();
  await use.page.locator('[part=link]').waitFor();
  expect(await lost().count()).toBe(0);
  expect(faults()).toEqual([]);
}

const parts = [
  ['features-controller', 'ready'],
  ['app-actions-controller', 'ready'],
  ['en', 'ready'],
  ['languages', 'arabic'],
  ['ar', 'arabic'],
] as const;

it.each(parts)(
  'opens apps without %s, and gets it when the connection is back',
  async (...part) => {
    await openWithout(...part);
    const link = use.page.locator('[data-app="overcast"]');
    expect(await link.getAttribute('href')).toContain('/consume/');
    await lost().waitFor();
    await use.page.unrouteAll();
    await use.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expectAll();
  },
);

it.each(parts)('gets %s when the member tries again', async (...part) => {
  await openWithout(...part);
  await lost().waitFor();
  await use.page.unrouteAll();
  await use.page.getByRole('button', { name: /^Try again$/ }).click();
  await expectAll();
});

it.each([
  ['notes', '[part=notes-toggle]', '[part=notes] li'],
  ['phone-dialog', '[part=phone]', 'dialog'],
])('says so where %s does not come, and gets it when it is asked for again', async (...part) => {
  const [chunk, button, opened] = part;
  await openWithout(chunk, 'ready');
  await use.page.locator('[data-episode]').first().waitFor();
  await use.page.locator(button).first().click();
  await lost().waitFor();
  expect(await use.page.locator(opened).count()).toBe(0);
  await use.page.unrouteAll();
  await use.page.locator(button).first().click();
  await use.page.locator(opened).first().waitFor();
  expect(await lost().count()).toBe(0);
  expect(faults()).toEqual([]);
});

it('speaks English, and says so, while the texts of a language are lost', async () => {
  await openWithout('ar', 'arabic');
  await lost().waitFor();
  expect(await use.page.locator('[part=copy]').textContent()).toContain('Copy private link');
  const root = use.page.locator('[part=root]');
  expect(await root.getAttribute('lang')).toBe('en');
  await use.page.unrouteAll();
  await use.page.getByRole('button', { name: /^Try again$/ }).click();
  await use.page.locator('[lang=ar][dir=rtl]').waitFor();
});

it.each(['load-icon', 'overcast'])(
  'shows the letters of an app while %s is lost',
  async (chunk) => {
    await openWithout(chunk, 'ready');
    await use.page.locator('[data-app=overcast] .monogram').waitFor({ state: 'attached' });
    expect(await lost().count()).toBe(0);
    expect(faults()).toEqual([]);
  },
);
