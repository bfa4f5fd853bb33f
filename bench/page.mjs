/**
 * `npm run bench:page`: how soon the buttons can be pressed on a phone with a slow line, beside static
 * links and a bare Lit element. The contestants take turns, so that whatever else this machine does
 * falls on all of them; the medians are printed.
 *
 *   node bench/page.mjs [--runs 9] [--only NAME,NAME] [--slowdown 4] [--trace FILE]
 *
 * `--trace` saves the last trace of ours by feed URL, to open in Chromium's developer tools. On a busy
 * machine the main thread's time with `--slowdown 1` is steadier than the time on the clock.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launchChromium, openOnPhone } from './page/phone.mjs';
import { contestants, serve } from './page/site.mjs';
import { median } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '9' },
    only: { type: 'string' },
    slowdown: { type: 'string', default: '4' },
    trace: { type: 'string' },
  },
});

/** By then the episodes and everything else after the buttons has loaded. */
const SETTLED_MS = 1500;

const all = await contestants();
const chosen = Object.entries(all).filter(
  ([name]) => !values.only || values.only.split(',').includes(name),
);
const site = await serve(all);
const browser = await launchChromium();

/** One run. @param {string} name @param {import('./page/site.mjs').Contestant} contestant */
async function measure(name, contestant) {
  const { pressable, until, shift, arrivals, thread, trace } = await openOnPhone(
    browser,
    `${site.url}/${encodeURIComponent(name)}`,
    contestant.link,
    Number(values.slowdown),
    () => setTimeout(SETTLED_MS),
  );
  const arrival = contestant.script ? (arrivals[contestant.script] ?? NaN) : 0;
  const before = thread.between(arrival, pressable);
  const after = thread.between(pressable, until);
  return {
    trace,
    pressable,
    shift,
    afterArrival: pressable - arrival,
    busy: before.busy,
    forced: before.forced,
    longBefore: before.longTasks.length,
    longAfter: after.longTasks.length,
    longest: after.longest,
  };
}

/** @type {Map<string, Awaited<ReturnType<typeof measure>>[]>} */
const results = new Map(chosen.map(([name]) => [name, []]));
try {
  // The first visits warm up the browser's own processes, and count for nobody.
  for (const [name, contestant] of chosen) await measure(name, contestant);
  for (let run = 0; run < Number(values.runs); run++) {
    for (const [name, contestant] of chosen)
      results.get(name)?.push(await measure(name, contestant));
  }
} finally {
  await browser.close();
  site.close();
}

const { log } = console;
const medianOf = (/** @type {string} */ name, /** @type {'pressable'} */ what) =>
  median((results.get(name) ?? []).map((run) => run[what]));
const columns = /** @type {const} */ ({
  pressable: 'pressable ms',
  afterArrival: 'after script',
  busy: 'main thread',
  forced: 'forced',
  longBefore: 'long before',
  longAfter: 'long after',
  longest: 'longest ms',
  shift: 'shift',
});
log(
  `Chromium ${browser.version()}, 1.6 Mbps, 150 ms, CPU × ${values.slowdown}, 390 px, ${values.runs} runs each`,
);
log(
  ''.padEnd(16) +
    Object.values(columns)
      .map((title) => title.padStart(14))
      .join(''),
);
for (const [name, runs] of results) {
  const cells = Object.keys(columns).map((column) => {
    const value = median(runs.map((run) => run[/** @type {keyof typeof columns} */ (column)]));
    return value.toFixed(column === 'shift' ? 3 : 0).padStart(14);
  });
  log(name.padEnd(16) + cells.join(''));
}

const byFeedUrl = medianOf('by feed URL', 'pressable');
const ratios = {
  'by feed URL / bare element (goal: 1.08)': byFeedUrl / medianOf('bare element', 'pressable'),
  'by token / (by feed URL + 150 ms) (goal: 1.05)':
    medianOf('by token', 'pressable') / (byFeedUrl + 150),
  'server-rendered / static links (goal: 1.15)':
    medianOf('server-rendered', 'pressable') / medianOf('static links', 'pressable'),
};
for (const [what, ratio] of Object.entries(ratios)) {
  if (!Number.isNaN(ratio)) log(`${what}: ${ratio.toFixed(2)}`);
}
const traced = (results.get('by feed URL') ?? [...results.values()].at(-1))?.at(-1);
if (values.trace && traced) writeFileSync(values.trace, traced.trace);
