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

/**
 * Stands for the tests of one file; `page` and `said` are another's in each test.
 * @param device default: this computer
 */
export function useGallery(device: BrowserContextOptions = {}): GalleryPage {
  let browser: Browser;
  const use = {
    open: (story: string) => use.page.goto(`${use.gallery.url}/story/${story}`),
  } as GalleryPage;
  beforeAll(async () => {
    [browser, use.gallery] = await Promise.all([launchChromium(), startGallery()]);
  });
  afterAll(() => Promise.all([browser.close(), use.gallery.close()]));
  beforeEach(async () => {
    use.page = await browser.newPage(device);
    use.said = consoleOf(use.page);
  });
  afterEach(() => use.page.close());
  return use;
}
