/** A page for each test, in Chromium, beside the gallery whose stories it opens. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startGallery } from '../gallery/server.js';
import { consoleOf, launchChromium } from './chromium.js';

export interface GalleryPage {
  gallery: Awaited<ReturnType<typeof startGallery>>;
  page: Page;
  /** The page's console messages. */
  said: string[];
  /** Opens a story. */
  open: (story: string) => Promise<unknown>;
}

/** A browser beside the gallery. */
interface Stand {
  browser: Browser;
  gallery: GalleryPage['gallery'];
}

/** Stands for the tests of one file, on whatever devices they are. */
export function useStand(): Stand {
  const stand = {} as Stand;
  beforeAll(async () => {
    [stand.browser, stand.gallery] = await Promise.all([launchChromium(), startGallery()]);
  });
  afterAll(() => Promise.all([stand.browser.close(), stand.gallery.close()]));
  return stand;
}

/**
 * `page` and `said` are another's in each test.
 * @param device default: this computer
 * @param stand default: one of its own
 */
export function useGallery(device: BrowserContextOptions = {}, stand = useStand()): GalleryPage {
  const use = {
    open: (story: string) => use.page.goto(`${stand.gallery.url}/story/${story}`),
  } as GalleryPage;
  beforeEach(async () => {
    use.gallery = stand.gallery;
    use.page = await stand.browser.newPage(device);
    use.said = consoleOf(use.page);
  });
  afterEach(() => use.page.close());
  return use;
}
