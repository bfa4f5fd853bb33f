/** A network that loses what is loaded when it is needed: the app buttons work, and the rest comes later. */
import { readdirSync, readFileSync } from 'node:fs';
import { devices } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { silence } from '../support/element/silence.js';
import { reach } from './chromium.js';
import { useGallery } from './gallery-page.js';

const use = useGallery(devices['iPhone 15']);

const chunkFolder = 'dist/embed/chunks';

/** A chunk with what it imports before it runs, by name. */
function chunkWithImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const file = readdirSync(chunkFolder).find((path) => path.replace(/-.{8}\.js$/, '') === name)!;
  const code = readFileSync(`${chunkFolder}/${file}`, 'utf8');
  for (const [, imported = ''] of code.matchAll(/(?:from|import)"\.\/([^"]+)-.{8}\.js"/g)) {
    chunkWithImports(imported, found);
  }
  return found;
}

/** Opens a story while the network loses a chunk. */
async function openWithout(chunk: string, story: string, on = use): Promise<void> {
  await on.page.route(`**/chunks/${chunk}-*.js`, (route) => route.abort());
  await on.open(story);
  await reach(on.page, isForToken(chunk) ? 'resolving' : 'ready');
}

/** Whether the answer to the token cannot be read without the chunk. */
const isForToken = (chunk: string) => chunkWithImports('shared').has(chunk);

/** Console messages, except the browser's own about the lost file and about recordings, which do not exist here. */
const faults = () =>
  use.said.filter((line) => !/ERR_FAILED|^Loading media from|docs\/errors\.md#network$/.test(line));

const nameOf = (file: string) => file.replace(/\.ts$/, '');

/** The button that is shown while something is missing, in whichever language. */
const lost = () => use.page.locator('.actions [part=retry]');

/** The buttons are there, and do what they say, and so are the episodes. */
async function expectAll(): Promise<void> {
  await use.page.locator('[data-episode]').first().waitFor();
  await use.page.locator('[part=more]').click();
  await use.page.locator('dialog[open]').waitFor();
  expect(await lost().count()).toBe(0);
  expect(faults()).toEqual([]);
}

/** The element reports no lost icons, nor lost announcements: their text is visible anyway. */
const quietLosses = new Set([
  'announcer',
  'suspicions',
  ...readdirSync('src/components/icons/apps').map(nameOf),
]);

/** The chunks that a story's page loads by itself. */
async function chunksOf(story: string): Promise<string[]> {
  const names = new Set<string>();
  const note = (request: { url: () => string }) => {
    const name = /\/chunks\/(.+)-.{8}\.js/.exec(request.url())?.[1];
    if (name && !quietLosses.has(name)) names.add(name);
  };
  use.page.on('request', note);
  await use.open(story);
  await use.page.locator('[data-episode]').first().waitFor();
  await use.page.waitForLoadState('networkidle');
  use.page.off('request', note);
  return [...names];
}

describe.each(['ready', 'arabic'])(
  'PrivatePodcastSubscribe: without any one chunk of the page %s',
  (story) => {
    it(
      'opens apps, tries at a press, and loads the chunk when the connection is back',
      {
        timeout: 180_000,
      },
      async () => {
        // A chunk that both pages load is lost in one of them.
        const usual = story === 'ready' ? [] : await chunksOf('ready');
        const chunks = (await chunksOf(story)).filter((chunk) => !usual.includes(chunk));
        expect(chunks.length).toBeGreaterThan(story === 'ready' ? 2 : 0);
        for (const chunk of chunks) {
          await openWithout(chunk, story);
          await lost().waitFor();
          expect(await use.page.locator('.actions [role=alert]').count(), chunk).toBe(1);
          const link = use.page.locator('[data-app="overcast"]');
          if (isForToken(chunk)) expect(await link.count(), chunk).toBe(0);
          else expect(await link.getAttribute('href'), chunk).toContain('/consume/');
          const [again] = await Promise.all([
            use.page.waitForEvent('requestfailed', (request) =>
              request.url().includes(`/chunks/${chunk}-`),
            ),
            lost().click(),
          ]);
          expect(again.failure(), chunk).not.toBe(null);
          await use.page.unrouteAll();
          // Until the element has seen that the try failed, it waits for that one.
          await expect
            .poll(async () => {
              await use.page.evaluate(() => window.dispatchEvent(new Event('online')));
              return lost().count();
            })
            .toBe(0);
          await expectAll();
          use.said.length = 0;
        }
      },
    );
  },
);

describe('PrivatePodcastSubscribe: a lost chunk', () => {
  it.each([
    ['notes-controller', '[part=notes-toggle]', '[part=notes] li'],
    ['create-player', '[part=play]', 'audio'],
    ['sheet', 'button[part=more]', 'dialog'],
  ])('says that %s did not come, and then does what the member asked for', async (...part) => {
    const [chunk, button, opened] = part;
    await openWithout(chunk, 'ready');
    await use.page.locator('[data-episode]').first().waitFor();
    await use.page.locator(button).first().click();
    await lost().waitFor();
    expect(await use.page.locator(opened).count()).toBe(0);
    await use.page.unrouteAll();
    await lost().click();
    await use.page.locator(opened).first().waitFor({ state: 'attached' });
    expect(await lost().count()).toBe(0);
    expect(faults()).toEqual([]);
  });

  it('says so in the open sheet, where it can be tried again', async () => {
    await openWithout('phone-card', 'ready');
    await use.page.locator('[part=more]').click();
    const sheet = use.page.locator('dialog[open]');
    await sheet.locator('[part=phone]').click();
    await sheet.locator('[part=retry]').waitFor();
    expect(await sheet.locator('[part=qr]').count()).toBe(0);
    await use.page.unrouteAll();
    await sheet.locator('[part=retry]').click();
    await sheet.locator('[part=qr] svg').waitFor();
    expect(await use.page.locator('[part=retry]').count()).toBe(0);
    expect(faults()).toEqual([]);
  });

  it('says so where the member searches, and nowhere else', async () => {
    await openWithout('search-episodes', 'ready');
    await use.page.locator('[part=search-open]').click();
    const here = use.page.locator('section [part=retry]');
    await here.waitFor();
    expect(await lost().isVisible()).toBe(false);
    await use.page.keyboard.type('fog');
    await use.page.unrouteAll();
    await here.click();
    await use.page.locator('.found').waitFor();
    expect(await use.page.locator('[part=retry]').count()).toBe(0);
    expect(faults()).toEqual([]);
  });

  it('asks the handler once, though the chunk that reads the answer comes late', async () => {
    const asked = () => use.gallery.requests.filter(({ url }) => url === '/handler/ready').length;
    const before = asked();
    await openWithout('shared', 'ready');
    await lost().waitFor();
    await expect.poll(asked).toBe(before + 1);
    await use.page.unrouteAll();
    await lost().click();
    await expectAll();
    expect(asked()).toBe(before + 1);
  });

  it('uses English, and says so, while the texts of a language are lost', async () => {
    await openWithout('ar', 'arabic');
    await lost().waitFor();
    expect(await use.page.locator('[part=listen]').textContent()).toContain('Listen now');
    const root = use.page.locator('[part=root]');
    expect(await root.getAttribute('lang')).toBe('en');
    await use.page.unrouteAll();
    await lost().click();
    await use.page.locator('[lang=ar][dir=rtl]').waitFor();
  });
  it.each(['player', 'en.player'])(
    'plays what was pressed without a line once it is back, though %s and the recording failed',
    async (chunk) => {
      const { page } = use;
      const body = Buffer.from(await silence(30).arrayBuffer());
      let isLost = true;
      // The policy of the page knows this host alone.
      await page.route('**/parser/**', async (route) => {
        const answer = await route.fetch();
        const text = (await answer.text()).replaceAll('https://media.example', use.gallery.url);
        await route.fulfill({ response: answer, body: text });
      });
      await page.route(/\.mp3/, (route) =>
        isLost ? route.abort() : route.fulfill({ contentType: 'audio/wav', body }),
      );
      for (const isKnown of [true, false]) {
        isLost = true;
        await openWithout(chunk, 'ready');
        await page.locator('[data-episode]').first().waitFor();
        await page.context().setOffline(isKnown);
        await page.locator('.episode [part=play]').first().click();
        await lost().waitFor();
        await page.waitForFunction(
          () =>
            document
              .querySelector('private-podcast-subscribe')
              ?.shadowRoot?.querySelector('audio') === null,
        );
        isLost = false;
        await page.unroute(`**/chunks/${chunk}-*.js`);
        await page.context().setOffline(false);
        if (!isKnown) await lost().click();
        await page.locator('.transport .playing [part=icon]').first().waitFor();
        expect(await page.locator('.trouble').textContent()).toBe('');
        expect(
          await page.locator('[part=media]').evaluate((media: HTMLMediaElement) => media.paused),
        ).toBe(false);
        use.said.length = 0;
      }
    },
  );
});

describe('AppActionsController: the code on a computer, without a line', () => {
  const computer = useGallery({ viewport: { width: 1280, height: 720 } });

  it('says so in the card that was pressed, in sight and with the focus, and shows the code later', async () => {
    const { page } = computer;
    await openWithout('phone-card', 'ready', computer);
    await page.locator('[data-episode]').first().waitFor();
    await page.locator('[part=phone]').focus();
    await page.keyboard.press('Enter');
    const card = page.locator('[part=phone-card]');
    const retry = card.locator('[part=retry]');
    await retry.waitFor();
    await expect.poll(() => retry.evaluate((it) => it.matches(':focus'))).toBe(true);
    const { y = NaN, height = NaN } = (await retry.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(720);
    expect(await page.locator('[role=alert]').filter({ visible: true }).count()).toBe(1);
    await page.unrouteAll();
    await retry.click();
    await card.locator('[part=qr] svg').waitFor();
    expect(await page.locator('[part=retry]').count()).toBe(0);
  });
});
