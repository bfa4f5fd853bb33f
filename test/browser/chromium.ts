/** The project's Chromium, driven as a member would use it. */
import { chromium, type Browser, type Page } from 'playwright-core';
import { ensureBrowsers } from '../../scripts/browsers.mjs';
import type { Desktop } from '../support/programs/desktop.js';

/** @param desktop on which its windows open; default: none, and it has no windows. */
export function launchChromium(desktop?: Desktop): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureBrowsers({}).chromium,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    ...(desktop && { headless: false, env: desktop.env }),
  });
}

/** A page's console messages, so that a test can search them. */
export function consoleOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  page.on('pageerror', (error) => lines.push(String(error)));
  return lines;
}

/** Waits until the element is in `state` and has replaced the server-rendered view. */
export async function reach(page: Page, state: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const element = document.querySelector<HTMLElement & { state: string }>(
      'private-podcast-subscribe',
    );
    return element?.state === wanted && !element.shadowRoot?.querySelector('noscript');
  }, state);
}

/**
 * Holds back what matches a pattern of URLs.
 * @returns lets it go.
 */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
