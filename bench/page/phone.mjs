/** A phone on a slow line: Chromium with an empty cache, 1.6 Mbps, 150 ms of latency and a part of this CPU. */
import { chromium, devices } from 'playwright-core';
import { ensureBrowsers } from '../../scripts/browsers.mjs';
import { categories, readTrace } from './trace.mjs';

const BITS_PER_SECOND = 1_600_000;
const LATENCY_MS = 150;

/** Whose apps a server should link. */
export const phone = devices['Pixel 7'];

export const launchChromium = () =>
  chromium.launch({
    executablePath: ensureBrowsers({}).chromium,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });

/**
 * Runs in the page before everything else: marks the moment at which a link is on the screen and the
 * main thread is free, and sums up what moves.
 * @param {string} link
 */
function watch(link) {
  const state = Object.assign(window, { shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of /** @type {(PerformanceEntry & { value: number })[]} */ (
      list.getEntries()
    )) {
      state.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const isThere = () =>
    document.querySelector(link) ??
    document
      .querySelector('private-podcast-subscribe, bare-element')
      ?.shadowRoot?.querySelector(link);
  const look = () => {
    if (!isThere()) return requestAnimationFrame(look);
    // A message is delivered after this frame is painted, as a tap would be.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      performance.mark('pressable');
      console.debug('pressable');
    };
    return port2.postMessage('');
  };
  requestAnimationFrame(look);
}

/** What the page has measured so far. */
const tell = () => ({
  pressable: performance.getEntriesByName('pressable')[0]?.startTime ?? NaN,
  shift: /** @type {Window & { shift?: number }} */ (window).shift ?? NaN,
  arrivals: Object.fromEntries(
    /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource')).map(
      ({ name, responseEnd }) => [new URL(name).pathname, responseEnd],
    ),
  ),
  until: performance.now(),
});

/**
 * Opens a page on the phone, and records what its main thread does.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {string} link selector of a link that can be pressed
 * @param {number} slowdown how many times slower the phone's CPU is than this one
 * @param {(page: import('playwright-core').Page) => Promise<void>} use goes on until the page has done what is measured
 * @param {number} [bitsPerSecond] of the line
 */
export async function openOnPhone(
  browser,
  url,
  link,
  slowdown,
  use,
  bitsPerSecond = BITS_PER_SECOND,
) {
  const context = await browser.newContext({
    ...phone,
    viewport: { width: 390, height: 844 },
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: bitsPerSecond / 8,
      uploadThroughput: bitsPerSecond / 8,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(watch, link);
    await browser.startTracing(page, { categories });
    // Playwright's own way of waiting puts 300 kB of script into the page, and would be measured too.
    const isPressable = page.waitForEvent('console', (message) => message.text() === 'pressable');
    await page.goto(url, { waitUntil: 'commit' });
    await isPressable;
    await use(page);
    const { result } = await session.send('Runtime.evaluate', {
      expression: `(${tell})()`,
      returnByValue: true,
    });
    /** @type {ReturnType<typeof tell>} */
    const told = result.value;
    const trace = await browser.stopTracing();
    return { ...told, trace, thread: readTrace(trace, url) };
  } finally {
    await context.close();
  }
}
