/**
 * Walks through the gallery, and takes its pictures, the same on each machine and each time: fonts of its
 * own, a clock that stands, nothing that moves. For `npm run shots` and for the test of every story.
 */
import { chromium, devices } from 'playwright-core';
import { ensureBrowsers, ensureDependencies } from '../../scripts/setup.mjs';
import { enterStory } from '../gallery/enter-story.js';
import { startGallery } from '../gallery/server.js';
import { stories } from '../gallery/stories.js';
import { pictureFont } from './fonts.mjs';

/** How many pages are open at once. */
const PAGES = 4;

/** The gallery's host in the pictures: its port would be in links and codes. Browsers trust it as they trust loopback. */
const HOST = 'gallery.localhost';

/** How often in a row a picture is the same before it counts. */
const TIMES = 3;

/** @type {Record<string, import('playwright-core').BrowserContextOptions>} */
const views = {
  phone: { ...devices['iPhone 15'], viewport: { width: 390, height: 844 } },
  computer: { viewport: { width: 1100, height: 700 } },
  android: devices['Pixel 7'] ?? {},
};

/** @type {Record<string, Parameters<import('playwright-core').Page['emulateMedia']>[0]>} */
const schemes = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
};

/**
 * @typedef {object} Subject a story's page on a device
 * @property {string} story
 * @property {string} view
 * @property {string} [query] of the page, which has its pictures taken without one
 *
 * @typedef {object} Follower of a page
 * @property {(subject: Subject) => Promise<void>} stands asks it what a subject shows
 * @property {(subject: Subject) => void} left hears that a subject was left, and that nothing of it comes later
 *
 * @typedef {(page: import('playwright-core').Page) => Promise<Follower>} Follow
 */

/**
 * The pictures that there are to take.
 * @param {string[]} [names] of stories; default: all that look like no other
 * @returns {Subject[]}
 * @throws {Error} if there is no such story
 */
export function subjects(names = []) {
  const unknown = names.find((name) => !stories[name]);
  if (unknown) throw new Error(`There is no story ${unknown}: see test/gallery/stories.js.`);
  const wanted = names.length
    ? names
    : Object.keys(stories).filter((name) => !stories[name]?.isAlike);
  return ['phone', 'computer'].flatMap((view) =>
    wanted
      .filter((story) => view === 'computer' || !stories[story]?.isForComputer)
      .map((story) => ({ story, view })),
  );
}

/** Resolves when the page has its fonts and pictures, and has drawn. @param {import('playwright-core').Page} page */
const drawn = (page) =>
  page.evaluate(async (font) => {
    const roots = [...document.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot);
    // The numbers within icons are in the machine's own font.
    for (const text of roots.flatMap((root) => [...(root?.querySelectorAll('text') ?? [])])) {
      text.style.fontFamily = font;
    }
    await document.fonts.ready;
    const images = [document, ...roots].flatMap((root) => [
      ...(root?.querySelectorAll('img') ?? []),
    ]);
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, pictureFont);

/**
 * Takes pictures of a page until one is right, or the same three times in a row: on a busy machine
 * something may still be loading.
 * @param {import('playwright-core').Page} page
 * @param {(png: Buffer) => boolean} isRight
 */
async function take(page, isRight) {
  /** @type {Buffer | undefined} */
  let last;
  for (let same = 1; ;) {
    await drawn(page);
    const png = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
    same = last?.equals(png) ? same + 1 : 1;
    if (same >= TIMES || isRight(png)) return png;
    last = png;
    await page.waitForTimeout(200);
  }
}

/**
 * Takes the pictures, a few at a time.
 * @param {Subject[]} subjects
 * @param {string[]} schemeNames `light`, `dark` or `forced`
 * @param {(name: string, png: Buffer) => void} keep given each picture, by a name such as `phone-light/ready`
 * @param {(name: string, png: Buffer) => boolean} [isRight] whether a picture is the one that is expected;
 * a page with another one is opened a second time
 * @returns {Promise<string>} the browser's version
 */
export async function takePictures(subjects, schemeNames, keep, isRight) {
  const walk = await startWalk();
  try {
    await walk.through(subjects, { schemeNames, keep, isRight });
    return walk.version;
  } finally {
    await walk.end();
  }
}

/** Starts the gallery and a browser that shows it the same everywhere. */
export async function startWalk() {
  ensureDependencies('test/pictures');
  const gallery = await startGallery();
  const browser = await chromium.launch({
    executablePath: ensureBrowsers({}).chromium,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      `--host-resolver-rules=MAP ${HOST}:80 ${new URL(gallery.url).host}`,
      // Letters are drawn alike, whatever the machine's settings of fonts and screen.
      ...['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
    ],
  });
  const openPage = async (/** @type {string} */ view) => {
    const page = await browser.newPage({
      ...views[view],
      ...{ deviceScaleFactor: 1, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' },
    });
    await page.clock.setFixedTime('2026-11-20T12:00:00Z');
    await page.addInitScript(() => {
      // No picture shows what a member chose in the one before.
      if (location.protocol.startsWith('http')) {
        localStorage.clear();
        sessionStorage.clear();
      }
      const set = window.setTimeout.bind(window);
      // A timer that ends a state after seconds would end it before the picture, on a busy machine.
      Object.assign(window, {
        setTimeout: (/** @type {() => void} */ run, ms = 0) => (ms >= 2000 ? 0 : set(run, ms)),
      });
    });
    return page;
  };
  /**
   * Visits subjects, a few at a time.
   * @param {Subject[]} subjects
   * @param {object} how
   * @param {string[]} [how.schemeNames]
   * @param {(name: string, png: Buffer) => void} [how.keep]
   * @param {(name: string, png: Buffer) => boolean} [how.isRight]
   * @param {Follow} [how.follow]
   */
  async function through(subjects, { schemeNames = [], keep, isRight, follow }) {
    // Views one after the other, so that a page serves many subjects: a renderer for each takes longer.
    const rest = Object.keys(views)
      .flatMap((view) => subjects.filter((subject) => subject.view === view))
      .map((subject) => ({ subject, isSecondTry: false }));
    const visitRest = async () => {
      /** @type {import('playwright-core').Page | undefined} */
      let page;
      /** @type {Follower | undefined} */
      let follower;
      let usual = '';
      for (let next = rest.shift(); next; next = rest.shift()) {
        const { subject, isSecondTry } = next;
        const { story, view, query = 'pictured' } = subject;
        let isAsExpected = true;
        if (!page || view !== usual) {
          await page?.close();
          page = await openPage(view);
          follower = await follow?.(page);
          usual = view;
        }
        await page.emulateMedia({ colorScheme: null, forcedColors: null });
        const url = `http://${HOST}/story/${story}?${query}`;
        await enterStory(page, url, stories[story] ?? { state: 'idle' });
        await follower?.stands(subject);
        for (const scheme of query === 'pictured' ? schemeNames : []) {
          // Chromium keeps a line of what moved by less than a pixel where it was, until all is drawn anew.
          await page.emulateMedia(schemes.forced);
          await drawn(page);
          await page.emulateMedia(schemes[scheme]);
          const name = `${view}-${scheme}/${story}`;
          const png = await take(page, (png) => isRight?.(name, png) ?? false);
          isAsExpected &&= isRight?.(name, png) ?? true;
          keep?.(name, png);
        }
        await page.goto('about:blank');
        follower?.left(subject);
        // A browser that stops for a while can leave a page at another moment.
        if (!isAsExpected && !isSecondTry) rest.push({ subject, isSecondTry: true });
      }
      await page?.close();
    };
    await Promise.all(Array.from({ length: PAGES }, visitRest));
  }
  return {
    through,
    reports: gallery.reports,
    version: browser.version(),
    end: async () => void (await Promise.all([browser.close(), gallery.close()])),
  };
}
