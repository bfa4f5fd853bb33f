/** The element as a server renders it: without JavaScript, and when the script takes over on a strict page. */
import { devices, type BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { renderSubscribeElement } from '../../src/server.js';
import { holdBack, reach } from './chromium.js';
import { useGallery, useStand, type GalleryPage } from './gallery-page.js';

const phone = { ...devices['iPhone 15'], viewport: { width: 390, height: 844 } };
const android = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } };
const computer: BrowserContextOptions = {
  viewport: { width: 1000, height: 900 },
  userAgent: devices['Desktop Chrome'].userAgent.replace(/\([^)]*\)/, '(X11; Linux x86_64)'),
};

const stand = useStand();

/** Opens a story and holds its script back, until the result is called. Nothing answers for the podcast. */
async function openHeld({ page, open }: GalleryPage, story: string) {
  const release = await holdBack(page, '**/private-podcast-subscribe.js');
  await page.route('**/parser/**', () => undefined);
  const opened = open(story);
  await page.locator('[part=title]').waitFor();
  return async () => {
    release();
    await opened;
  };
}

/** Until the element's own view has taken over from the server's. */
const takenOver = ({ page }: GalleryPage) =>
  page.waitForFunction(() => {
    const { shadowRoot } = document.querySelector('private-podcast-subscribe')!;
    return !shadowRoot!.querySelector('noscript') && shadowRoot!.querySelector('[data-app]');
  });

/** Where the focus is, in the element. */
const focused = ({ page }: GalleryPage) =>
  page.evaluate(() => {
    const { shadowRoot } = document.querySelector('private-podcast-subscribe')!;
    const control = shadowRoot!.activeElement as HTMLElement | null;
    return {
      name: control?.dataset.app ?? control?.part.value,
      isRinged: control?.matches(':focus-visible'),
      isOurs: !shadowRoot!.querySelector('noscript'),
    };
  });

/** The ids of the apps that are seen, in their order, and where what is below them begins. */
const appsShown = ({ page }: GalleryPage) =>
  page.evaluate(() => {
    const { shadowRoot } = document.querySelector('private-podcast-subscribe')!;
    const isSeen = (piece: HTMLElement) => piece.checkVisibility();
    const seen = [...shadowRoot!.querySelectorAll<HTMLElement>('[data-app]')].filter(isSeen);
    const below = [...shadowRoot!.querySelectorAll<HTMLElement>('section')].find(isSeen)!;
    return {
      primary: seen.find(({ part }) => part.contains('primary'))?.dataset.app,
      apps: seen.map(({ dataset }) => dataset.app),
      tops: seen.map((app) => app.getBoundingClientRect().top),
      below: below.getBoundingClientRect().top,
    };
  });

/** How many pixels of two pictures are of another colour, beyond what smoothing edges may change. */
async function differences(one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 0;
  // The page's own policy would refuse the pictures.
  const blank = await stand.browser.newPage();
  const urls = [one, other].map((png) => `data:image/png;base64,${png.toString('base64')}`);
  const count = await blank.evaluate(async (sources) => {
    const pixels = async (src: string) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      canvas.drawImage(image, 0, 0);
      return canvas.getImageData(0, 0, image.width, image.height).data;
    };
    const [before, after] = await Promise.all(sources.map(pixels));
    return before!.filter((value, at) => Math.abs(value - after![at]!) > 64).length;
  }, urls);
  await blank.close();
  return count;
}

/** Watches every frame: the visible views of the element, layout shifts, and breaches of the page's policy. */
function watch() {
  const seen = new Set<string>();
  const found = { moved: 0, refused: [] as string[], views: () => [...seen] };
  Object.assign(window, { found });
  addEventListener('securitypolicyviolation', (event) =>
    found.refused.push(event.violatedDirective),
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      found.moved += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const root = document.querySelector('private-podcast-subscribe')?.shadowRoot;
    // A picture comes when it comes; its frame keeps its place.
    const pieces = root?.querySelectorAll('[part]:not([part~=cover-image])') ?? [];
    const shown = [...pieces].flatMap((piece) => {
      const { x, y, width, height } = piece.getBoundingClientRect();
      const text = piece.querySelector('[part]') ? '' : piece.textContent.trim();
      return width ? `${piece.getAttribute('part')} ${x} ${y} ${width} ${height} ${text}` : [];
    });
    if (shown.length && document.readyState !== 'loading') seen.add(shown.join('\n'));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

interface Found {
  moved: number;
  refused: string[];
  views: () => string[];
}

describe.each([
  ['a phone', phone, ['more'], ['served', 'served-arabic', 'served-swedish']],
  ['a computer', computer, ['more', 'phone'], ['served', 'served-arabic']],
] as const)('TakeOver: on %s', (_, device, controls, stories) => {
  const use = useGallery(device, stand);

  it.each(stories)('replaces the server’s view without a visible change: %s', async (story) => {
    await use.page.addInitScript(watch);
    const before = use.gallery.requests.length;
    const release = await openHeld(use, story);
    const look = () => use.page.screenshot({ animations: 'disabled' });
    const served = await look();
    await release();
    await takenOver(use);
    const after = await look();
    expect(await differences(served, after)).toBeLessThan(20);
    const { views, ...found } = await use.page.evaluate(() => {
      const { moved, refused, views } = (window as unknown as { found: Found }).found;
      return { moved, refused, views: views() };
    });
    expect(views).toHaveLength(1);
    expect(found).toEqual({ moved: 0, refused: [] });
    expect(use.said).toEqual([]);
    const requested = use.gallery.requests.slice(before).map(({ url }) => url.split('/')[1]);
    expect(requested.filter((folder) => folder === 'handler')).toEqual([]);
  });

  it('keeps the focus, with the ring of the keyboard', async () => {
    const release = await openHeld(use, 'served');
    const tile = use.page.locator('a[data-app]').locator('visible=true').last();
    const name = await tile.getAttribute('data-app');
    await tile.focus();
    await use.page.keyboard.press('Shift+Tab');
    await use.page.keyboard.press('Tab');
    await release();
    await takenOver(use);
    expect(await focused(use)).toEqual({ name, isRinged: true, isOurs: true });
  });

  it.each(controls)('acts on a press of “%s” from before the script', async (part) => {
    const release = await openHeld(use, 'served');
    await use.page.locator(`[part=${part}]`).click();
    await use.page.getByText('One moment…').locator('visible=true').waitFor();
    await release();
    await use.page.locator(part === 'more' ? 'dialog[open]' : '[part=qr]').waitFor();
    expect(await use.page.getByText('One moment…').count()).toBe(0);
  });

  it('waits until a pressed finger lifts, and handles its click', async () => {
    const release = await openHeld(use, 'served');
    const { page } = use;
    await page.locator('[part=more]').hover();
    await page.mouse.down();
    await release();
    // Its own view is complete but for the right moment.
    await page.waitForFunction(() => {
      const { shadowRoot } = document.querySelector('private-podcast-subscribe')!;
      const tiles = [...shadowRoot!.querySelectorAll('.root ~ .root .tile')];
      return tiles.length > 3 && tiles.every(({ childElementCount }) => childElementCount > 0);
    });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await page.locator('[popovertarget]').count()).toBeGreaterThan(0);
    await page.mouse.up();
    await page.locator('dialog[open]').waitFor();
  });

  it('keeps the server’s view if the script fails to load', async () => {
    await use.page.route('**/take-over-*.js', (route) => route.abort());
    const release = await openHeld(use, 'served');
    const cut = use.page.waitForEvent('requestfailed');
    await release();
    await cut;
    const link = use.page.locator('a[data-app]').locator('visible=true').first();
    expect(await link.getAttribute('href')).toContain('secret-of-served');
    await use.page.locator('[part=more]').first().click();
    await use.page.getByText('One moment…').locator('visible=true').waitFor();
  });

  it('replaces the server’s view if the feed is dead', async () => {
    await use.page.route('**/parser/**', (route) => route.fulfill({ status: 404, body: '{}' }));
    await use.open('served');
    await use.page.getByText('Your podcast link needs renewing').first().waitFor();
    expect(await use.page.locator('[data-app]').count()).toBe(0);
  });
});

describe.each([
  ['an iPhone', phone, 'fountain'],
  ['an Android phone', android, 'fountain'],
  ['a computer', computer, 'truefans'],
])('TakeOver: with an app that only the browser remembers, on %s', (_, device, app) => {
  const use = useGallery(device, stand);

  it('changes no button, and puts it first in the sheet', async () => {
    await use.page.addInitScript((id) => localStorage.setItem('pps-app', id), app);
    const release = await openHeld(use, 'served');
    const served = await appsShown(use);
    await release();
    await takenOver(use);
    expect(await appsShown(use)).toEqual(served);
    await use.page.locator('[part=more]').click();
    const first = use.page.locator('dialog [data-app]').first();
    expect(await first.getAttribute('data-app')).toBe(app);
  });
});

describe('renderSubscribeElement: without JavaScript', () => {
  const use = useGallery({ ...phone, javaScriptEnabled: false }, stand);

  it('has links to the apps, the link to copy, and no button that does nothing', async () => {
    const { page } = use;
    await use.open('served-swedish');
    const link = page.locator('a[data-app="overcast"]');
    expect(await link.getAttribute('href')).toMatch(/secret-of-served-swedish/);
    expect(await link.isVisible()).toBe(true);
    expect(await page.locator('button').locator('visible=true').count()).toBe(0);
    expect(await page.locator('[part=link]').isVisible()).toBe(true);
    expect(await page.locator('[part=link]').inputValue()).toMatch(/secret-of-served-swedish/);
    expect(await page.locator('[part=title]').textContent()).toContain('Quiet Harbours');
  });

  it('shows the glyph in place of a cover that cannot be loaded, and fills its frame with one that can', async () => {
    const { page } = use;
    const image = 'https://publisher.example/cover.svg';
    const html = await renderSubscribeElement({
      subscription: { feedUrl: 'https://feeds.example/f', title: 'Quiet', sku: 's' },
      attributes: { 'podcast-image': image },
      userAgent: phone.userAgent,
      locale: 'en',
    });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"/>';
    const boxOf = (selector: string) => page.locator(selector).boundingBox();
    for (const isThere of [false, true]) {
      await page.route(image, (route) =>
        route.fulfill(isThere ? { contentType: 'image/svg+xml', body: svg } : { status: 404 }),
      );
      await page.setContent(`<!doctype html>${html}`, { waitUntil: 'load' });
      const frame = await boxOf('[part=cover]');
      const cover = await boxOf('[part=cover-image]');
      expect(frame!.height).toBeCloseTo(frame!.width, 0);
      expect(cover?.height).toBeCloseTo(isThere ? frame!.height : 0, 0);
      if (isThere) expect(cover!.width).toBeGreaterThanOrEqual(frame!.width);
      await page.unrouteAll();
    }
  });
});

describe('PrivatePodcastSubscribe: the built file', () => {
  const use = useGallery(phone, stand);

  it('loads and runs once, from the page’s own hosts, without a secret in the referrer', async () => {
    const loaded: URL[] = [];
    use.page.on('request', (request) => loaded.push(new URL(request.url())));
    const before = use.gallery.requests.length;
    await use.open('ready');
    await use.page.locator('[data-episode]').first().waitFor();
    await use.page.waitForLoadState('networkidle');
    const paths = loaded.map(({ pathname }) => pathname);
    expect(paths.filter((path) => path === '/private-podcast-subscribe.js')).toHaveLength(1);
    // Each copy of Lit that runs adds its version.
    const copies = await use.page.evaluate(
      () => (globalThis as { litHtmlVersions?: string[] }).litHtmlVersions,
    );
    expect(copies).toHaveLength(1);
    const { url, cdn } = use.gallery;
    expect(loaded.filter(({ origin }) => origin !== url && origin !== cdn)).toEqual([]);
    const asked = use.gallery.requests.slice(before);
    expect(asked.length).toBeGreaterThan(2);
    for (const { referrer } of asked) expect(referrer).not.toMatch(/secret-of|token/);
  });

  it('matches its custom state in the page’s style sheet, and draws edges with forced colours', async () => {
    await use.open('ready');
    await reach(use.page, 'ready');
    const states = ['ready', 'resolving'].map((state) =>
      use.page.locator(`private-podcast-subscribe:state(${state})`).count(),
    );
    expect(await Promise.all(states)).toEqual([1, 0]);
    const primary = use.page.locator('.primary');
    const edge = () => primary.evaluate((button) => getComputedStyle(button).borderTopColor);
    expect(await edge()).toBe('rgba(0, 0, 0, 0)');
    await use.page.emulateMedia({ forcedColors: 'active' });
    expect(await edge()).not.toBe('rgba(0, 0, 0, 0)');
  });
});
