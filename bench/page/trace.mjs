/** Reads from a Chromium trace how busy a page's main thread was. */

/**
 * @typedef {{ ph: string, name: string, cat: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number, args: { beginData?: { url?: string }, data?: { documentLoaderURL?: string } } }} TraceEvent
 */

/** Categories that say which tasks ran. */
export const taskCategories = ['toplevel', 'blink.user_timing'];

/**
 * Those that say what happens in a task, too. With them Chromium counts the elements of the page in each
 * frame that changed it: with ten thousand rows, half of what the frame takes.
 */
export const detailCategories = [
  ...taskCategories,
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'v8.execute',
  'loading',
];

/** A longer task delays an answer to the member (web.dev, Long Tasks API). */
const LONG_TASK_MS = 50;

/** Events that run the page's code: style and layout inside one were asked for by the code. */
const scripts = new Set([
  'EvaluateScript',
  'FunctionCall',
  'v8.callFunction',
  'v8.evaluateModule',
  'RunMicrotasks',
  'FireAnimationFrame',
  'TimerFire',
  'EventDispatch',
]);

/** @param {TraceEvent} event */
const isTask = ({ name, cat }) =>
  name === 'ThreadControllerImpl::RunTask' || (name === 'RunTask' && cat.includes('devtools'));

/**
 * @param {Buffer} trace as Chromium writes it
 * @param {string} url of the page
 */
export function readTrace(trace, url) {
  /** @type {TraceEvent[]} */
  const all = JSON.parse(trace.toString('utf8')).traceEvents;
  const start = all.find(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url,
  );
  if (!start) throw new Error('The trace lacks the navigation.');
  const mine = all
    .filter(({ pid, tid, ph }) => pid === start.pid && tid === start.tid && ph === 'X')
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const since = (/** @type {number} */ ts) => (ts - start.ts) / 1000;

  /**
   * Events with their time since the navigation, and whether the page's code runs around them.
   * @type {{ name: string, isOuterTask: boolean, isInScript: boolean, start: number, thread: number }[]}
   */
  const events = [];
  let scriptEnd = 0;
  let taskEnd = 0;
  for (const event of mine) {
    const end = event.ts + (event.dur ?? 0);
    // A task may contain another: only the outer one counts.
    const isOuterTask = isTask(event) && event.ts >= taskEnd;
    if (isOuterTask) taskEnd = end;
    events.push({
      name: event.name,
      isOuterTask,
      isInScript: event.ts < scriptEnd,
      start: since(event.ts),
      thread: (event.tdur ?? event.dur ?? 0) / 1000,
    });
    if (scripts.has(event.name)) scriptEnd = Math.max(scriptEnd, end);
  }

  return {
    /**
     * Of a span of time: milliseconds for which the main thread worked, tasks of 50 ms and more, and
     * how often the page's code had styles or layout computed before its end.
     * @param {number} from milliseconds since the navigation
     * @param {number} [to]
     */
    between(from, to = Infinity) {
      const within = events.filter((event) => event.start >= from && event.start < to);
      const tasks = within.filter(({ isOuterTask }) => isOuterTask);
      return {
        busy: tasks.reduce((sum, { thread }) => sum + thread, 0),
        longTasks: tasks.map(({ thread }) => thread).filter((time) => time > LONG_TASK_MS),
        longest: Math.max(0, ...tasks.map(({ thread }) => thread)),
        forced: within.filter(
          ({ name, isInScript }) => isInScript && /^(Layout|UpdateLayoutTree)$/.test(name),
        ).length,
      };
    },
  };
}
