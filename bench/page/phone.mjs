/** A phone on a slow line: Chromium with an empty cache, 1.6 Mbps, 150 ms of latency and a part of this CPU. */
import { chromium, devices } from 'playwright-core';
import { ensureBrowsers } from '../../scripts/browsers.mjs';
import { openTab } from './tab.mjs';
import { detailCategories, readTrace } from './trace.mjs';

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

/** Returns the page's measurements so far. */
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
 * @param {(tab: import('./tab.mjs').Tab) => Promise<void>} use goes on until the page has done what is measured
 * @param {{ bitsPerSecond?: number, categories?: string[] }} [options] of the line, and of the trace
 */
export async function openOnPhone(
  browser,
  url,
  link,
  slowdown,
  use,
  { bitsPerSecond = BITS_PER_SECOND, categories = detailCategories } = {},
) {
  const tab = await openTab(browser);
  try {
    await tab.send('Page.enable');
    await tab.send('Runtime.enable');
    await tab.send('Emulation.setDeviceMetricsOverride', {
      width: 390,
      height: 844,
      deviceScaleFactor: phone.deviceScaleFactor,
      mobile: true,
    });
    await tab.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await tab.send('Emulation.setUserAgentOverride', { userAgent: phone.userAgent });
    await tab.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
    await tab.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: bitsPerSecond / 8,
      uploadThroughput: bitsPerSecond / 8,
    });
    await tab.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await tab.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${watch})(${JSON.stringify(link)})`,
    });
    await browser.startTracing(undefined, { categories });
    const isPressable = tab.event(
      'Runtime.consoleAPICalled',
      ({ args }) => args[0]?.value === 'pressable',
    );
    await tab.send('Page.navigate', { url });
    await isPressable;
    await use(tab);
    const { result } = await tab.send('Runtime.evaluate', {
      expression: `(${tell})()`,
      returnByValue: true,
    });
    /** @type {ReturnType<typeof tell>} */
    const told = result.value;
    const trace = await browser.stopTracing();
    return { ...told, trace, thread: readTrace(trace, url) };
  } finally {
    await tab.close();
  }
}
