/**
 * `npm run bench:episodes`: how long a phone is busy at a stretch with ten and with ten thousand
 * episodes: from the moment the buttons can be pressed until the first rows stand, while "All episodes"
 * adds the rest, and while a search through them is answered. The line is a fast one, because the
 * episodes of a slow one come too late to be measured. From the press of a row's button to sound it
 * measures on a slow line, beside a bare `<audio>`. It fails if the first rows of many episodes take
 * longer than `MAX_RATIO` times those of few, a task `MAX_TASK_MS` or a search `MAX_SEARCH_MS`.
 *
 *   node bench/episodes.mjs [--runs 5] [--episodes 10,10000] [--slowdown 4] [--trace FILE]
 *
 * `--trace` saves the last trace, to open in Chromium's developer tools. What it takes to record is in
 * the figures then.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { launchChromium, openOnPhone } from './page/phone.mjs';
import { pressToSound } from './page/press-to-sound.mjs';
import { serve, withEpisodes } from './page/site.mjs';
import { detailCategories, taskCategories } from './page/trace.mjs';
import { median } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    episodes: { type: 'string', default: '10,10000' },
    slowdown: { type: 'string', default: '4' },
    trace: { type: 'string' },
  },
});

const MAX_RATIO = 1.5;
const MAX_TASK_MS = 50;
const MAX_SEARCH_MS = 200;

/** Ten thousand episodes are five megabytes after compression. */
const BITS_PER_SECOND = 100_000_000;

/**
 * Uses the page as a member does, and tells when what happened. Runs in the page.
 * @param {number} count of episodes
 * @param {number} wanted number of the episode to search for
 */
async function useEpisodes(count, wanted) {
  const element = document.querySelector('private-podcast-subscribe');
  const root = element?.shadowRoot;
  if (!root) throw new Error('There is no element.');
  const marks = { rows: 0, showAll: 0, all: 0, focus: 0, search: 0, found: 0, end: 0 };
  /** @param {() => unknown} isThere */
  const painted = (isThere) =>
    new Promise((resolve, reject) => {
      const latest = performance.now() + 60_000;
      const look = () => {
        if (performance.now() > latest) return reject(new Error('It does not come.'));
        if (!isThere()) return requestAnimationFrame(look);
        // This frame is painted by the next one; a message would come after work that has precedence.
        return requestAnimationFrame(resolve);
      };
      requestAnimationFrame(look);
    });
  const rest = () => new Promise((resolve) => setTimeout(resolve, 1000));
  /** Resolves in a new task. */
  const task = () => new Promise((resolve) => setTimeout(resolve));
  const first = () => root.querySelector('[data-episode]')?.getAttribute('data-episode');

  await painted(first);
  marks.rows = performance.now();
  await rest();

  const list = root.querySelector('[part=episodes]');
  const showAll = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[part=show-more]')]).at(
    -1,
  );
  marks.showAll = performance.now();
  await task();
  showAll?.click();
  await painted(() => {
    // Rows stand in the list itself, or in blocks of it.
    let last = list?.lastElementChild;
    while (last && !last.hasAttribute('data-episode')) last = last.lastElementChild;
    return last?.getAttribute('data-episode') === 'show-example-1';
  });
  marks.all = performance.now();
  await rest();

  const open = /** @type {HTMLElement | null} */ (root.querySelector('[part=search-open]'));
  // A finger that comes down brings the controls, before it presses.
  open?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  await painted(() => root.querySelector('[part=search]'));
  const field = /** @type {HTMLInputElement | null} */ (root.querySelector('[part=search]'));
  marks.focus = performance.now();
  await task();
  open?.click();
  if (root.activeElement !== field) throw new Error('The search field has no focus.');
  // The keyboard of a phone takes its time, too.
  await rest();
  if (field) field.value = `episode ${wanted}`;
  marks.search = performance.now();
  await task();
  field?.dispatchEvent(new Event('input'));
  await painted(() => first() === `show-example-${wanted}`);
  marks.found = performance.now();
  await rest();
  marks.end = performance.now();
  return marks;
}

const counts = values.episodes.split(',').map(Number);
const pages = Object.fromEntries(counts.map((count) => [String(count), withEpisodes(count)]));
const site = await serve(pages);
const browser = await launchChromium();

/** One run. @param {number} count of episodes */
async function measure(count) {
  /** @type {Awaited<ReturnType<typeof useEpisodes>> | undefined} */
  let at;
  const { link } = withEpisodes(count);
  const { pressable, thread, trace } = await openOnPhone(
    browser,
    `${site.url}/${count}`,
    link,
    Number(values.slowdown),
    async (tab) => {
      const { result, exceptionDetails } = await tab.send('Runtime.evaluate', {
        expression: `(${useEpisodes})(${count}, ${Math.floor(count * 0.4321)})`,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
      at = result.value;
    },
    {
      bitsPerSecond: BITS_PER_SECOND,
      categories: values.trace ? detailCategories : taskCategories,
    },
  );
  if (!at) throw new Error('The page was not used.');
  if (values.trace) writeFileSync(values.trace, trace);
  const longest = (/** @type {number} */ from, /** @type {number} */ to) =>
    thread.between(from, to).longest;
  return {
    rows: at.rows - pressable,
    'longest until rows': longest(pressable, at.showAll),
    'long tasks until rows': thread.between(pressable, at.showAll).longTasks.length,
    'show all': at.all - at.showAll,
    'longest of show all': longest(at.showAll, at.focus),
    'longest of focus': longest(at.focus, at.search),
    search: at.found - at.search,
    'longest of search': longest(at.search, at.end),
  };
}

/** @type {Map<number, Awaited<ReturnType<typeof measure>>[]>} */
const results = new Map(counts.map((count) => [count, []]));
/** @type {Awaited<ReturnType<typeof pressToSound>>} */
let sound;
try {
  for (const count of counts) {
    // The parser reads the feed once, and the first visit warms up the browser's own processes.
    await fetch(`${site.url}/parser/${count}/rss`).then((response) => response.arrayBuffer());
    await measure(count);
  }
  for (let run = 0; run < Number(values.runs); run++) {
    for (const count of counts) results.get(count)?.push(await measure(count));
  }
  const options = { runs: Number(values.runs), slowdown: Number(values.slowdown) };
  sound = await pressToSound(browser, options);
} finally {
  await browser.close();
  site.close();
}

const { log } = console;
log(
  `Chromium ${browser.version()}, 100 Mbps, 150 ms, CPU × ${values.slowdown}, 390 px, medians of ${values.runs} runs, in ms`,
);
for (const [count, runs] of results) {
  log(`${count.toLocaleString('en')} episodes`);
  for (const what of /** @type {(keyof typeof runs[number])[]} */ (Object.keys(runs[0] ?? {}))) {
    log(
      `  ${what.padEnd(24)}${median(runs.map((run) => run[what]))
        .toFixed(0)
        .padStart(8)}`,
    );
  }
}

const ratio = sound.ours / sound['bare audio'];
log(
  `press to sound: ${sound.ours.toFixed(0)} ms, bare audio ${sound['bare audio'].toFixed(0)} ms, 1.6 Mbps; ratio (goal: 1.00): ${ratio.toFixed(2)}`,
);

const [few, many] = [results.get(Math.min(...counts)), results.get(Math.max(...counts))].map(
  (runs = []) =>
    (/** @type {keyof typeof runs[number]} */ what) =>
      median(runs.map((run) => run[what])),
);
const judged = [
  {
    what: 'first rows of many to those of few',
    value: (many?.('rows') ?? 0) / (few?.('rows') ?? 1),
    most: MAX_RATIO,
  },
  .../** @type {const} */ ([
    'longest until rows',
    'longest of show all',
    'longest of focus',
    'longest of search',
  ]).map((what) => ({ what, value: many?.(what) ?? 0, most: MAX_TASK_MS })),
  { what: 'search', value: many?.('search') ?? 0, most: MAX_SEARCH_MS },
];
for (const { what, value, most } of judged) {
  const isMet = value <= most;
  log(`${isMet ? 'met' : 'MISSED'}: ${what} ${value.toFixed(2)}, at most ${most}`);
  if (!isMet) process.exitCode = 1;
}
