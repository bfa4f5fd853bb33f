/**
 * From the press of a button to sound: the element's row beside a bare `<audio>` with the same file, on
 * a phone with a slow line. The two take turns, each with an empty cache. The bare one loads nothing
 * before it is pressed, as a list with an `<audio>` in each row would do.
 */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { listen } from '../listen.mjs';
import { median } from '../statistics.mjs';
import { openTab } from './tab.mjs';

const recording = readFileSync(new URL('../../demo/show/media/bonus.mp3', import.meta.url));
const embed = new URL('../../dist/embed/', import.meta.url);

const button = {
  'bare audio': 'button',
  ours: '[data-episode] [part~=play]',
};

/** By then the page has loaded what it loads before the press. */
const SETTLED_MS = 1500;

/** How long a finger stays on a button. */
const TAP_MS = 80;

const bare = `<button>Play</button><audio preload="none" src="/recording.mp3"></audio>
<script>document.querySelector('button').onclick = () => document.querySelector('audio').play()</script>`;
const ours = `<script type="module" src="/embed/private-podcast-subscribe.js"></script>
<private-podcast-subscribe feed-url="https://feeds.example/show.rss" parser-url="/parser"></private-podcast-subscribe>`;

/** @param {string} url of this site */
const podcast = (url) => ({
  title: 'The Show',
  episodes: [{ guid: 'one', title: 'Episode one', url: `${url}/recording.mp3` }],
});

async function serve() {
  const site = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', site.url);
    const answer = (/** @type {string} */ type, /** @type {string | Buffer} */ body) =>
      response
        .writeHead(200, { 'content-type': type, 'content-encoding': 'br' })
        .end(brotliCompressSync(body));
    if (pathname === '/recording.mp3') {
      const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const body = recording.subarray(from);
      response.writeHead(206, {
        'content-type': 'audio/mpeg',
        'content-length': body.length,
        'content-range': `bytes ${from}-${recording.length - 1}/${recording.length}`,
      });
      response.end(body);
    } else if (pathname.startsWith('/embed/')) {
      answer('text/javascript', readFileSync(new URL(pathname.slice('/embed/'.length), embed)));
    } else if (pathname.startsWith('/parser/')) {
      answer('application/json', JSON.stringify(podcast(site.url)));
    } else {
      const body = pathname === '/bare%20audio' ? bare : ours;
      answer('text/html', `<!doctype html><html lang="en"><title>Press to sound</title>${body}`);
    }
  });
  return site;
}

/** Runs in the page before everything else: notes the first press, and the first sound after it. */
function watch() {
  const own = HTMLMediaElement.prototype.play;
  let pressed = 0;
  addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  const sound = new Promise((resolve, reject) => {
    addEventListener('click', () => {
      window.setTimeout(() => reject(new Error('It does not play.')), 30_000);
    });
    HTMLMediaElement.prototype.play = function () {
      this.addEventListener('playing', ({ timeStamp }) => resolve(timeStamp - pressed));
      return own.call(this);
    };
  });
  Object.assign(window, { sound });
}

/**
 * The middle of a button, once it is there. Runs in the page.
 * @param {string} selector
 */
async function middleOf(selector) {
  for (;;) {
    const host = document.querySelector('private-podcast-subscribe');
    const button = (host?.shadowRoot ?? document).querySelector(selector);
    if (button) {
      button.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = button.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {{ url: string, selector: string, slowdown: number }} of
 * @returns {Promise<number>} milliseconds
 */
async function measure(browser, { url, selector, slowdown }) {
  const tab = await openTab(browser);
  const evaluate = async (/** @type {string} */ expression) => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await tab.send('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  };
  try {
    await tab.send('Page.enable');
    await tab.send('Network.enable');
    await tab.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 200_000,
    });
    await tab.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await tab.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch})()` });
    const loaded = tab.event('Page.loadEventFired', () => true);
    await tab.send('Page.navigate', { url });
    await loaded;
    await evaluate(`(${middleOf})(${JSON.stringify(selector)})`);
    await setTimeout(SETTLED_MS);
    const { x, y } = await evaluate(`(${middleOf})(${JSON.stringify(selector)})`);
    await tab.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await setTimeout(TAP_MS);
    await tab.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    return await evaluate('sound');
  } finally {
    await tab.close();
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {{ runs: number, slowdown: number }} options
 * @returns {Promise<Record<keyof typeof button, number>>} medians in milliseconds
 */
export async function pressToSound(browser, { runs, slowdown }) {
  const { server, url } = await serve();
  const contestants = /** @type {(keyof typeof button)[]} */ (Object.keys(button));
  const results = {
    'bare audio': /** @type {number[]} */ ([]),
    ours: /** @type {number[]} */ ([]),
  };
  try {
    for (let run = 0; run <= runs; run++) {
      for (const name of contestants) {
        const page = { url: `${url}/${name}`, selector: button[name], slowdown };
        const milliseconds = await measure(browser, page);
        // The first visits warm up the browser's own processes.
        if (run > 0) results[name].push(milliseconds);
      }
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return { 'bare audio': median(results['bare audio']), ours: median(results.ours) };
}
