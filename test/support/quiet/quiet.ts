/**
 * Around each test and each file: when it is over, nothing of it goes on. After a test, no timer and no
 * listener of a signal is left that our code began in it, unless it belongs to a service, which may serve
 * the whole file; and nothing was printed that nobody expected. After a file, nothing at all is left. A
 * test that expects a line in the console puts a spy in its place.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, aroundEach, beforeAll, vi } from 'vitest';
import { forget, pending, type Trace } from './traces.js';
import { isOurs, watch } from './watch.js';

// The files of a process may share its modules, but this one runs before each.
const inProcess = globalThis as { isWatched?: boolean };
if (!inProcess.isWatched) watch();
inProcess.isWatched = true;

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A service has these from its start to its end. */
const SERVICES_OWN =
  /src\/service\/(connections\/connections|failures\/repeated-failures|feeds\/(pings|show-feed)|store\/(cleaning|database\/silent-server|links\/live-links))\.ts/;

/** Whoever lent these has them back, or is asked for what was borrowed. An idle one ends after a while. */
const isLent = (trace: Trace) =>
  trace.what === 'a thread'
    ? trace.frames().some((frame) => frame.includes('/lent-feed-workers.'))
    : trace.frames()[0]?.includes('/feeds/feed-workers.') === true;

/**
 * A test's stand-in for the platform listens to signals as the platform does, which lets go of them itself;
 * and a spy in the place of `setTimeout` hands on the timers of packages too.
 */
const isStandIn = ({ what, frames }: Trace) => {
  const [first = '', second = ''] = frames();
  if (!first.includes('/test/')) return false;
  return what === 'a listener of a signal' || second.includes('/@vitest/spy/');
};

/** What packages begin is their own, if it is brief. */
const isOfFile = (trace: Trace) =>
  trace.isFault ||
  (!isLent(trace) && (!trace.isBrief || (isOurs(trace.frames()[0]) && !isStandIn(trace))));

const isOfTest = (trace: Trace) =>
  isOfFile(trace) &&
  (trace.isFault || (trace.isBrief && !trace.frames().some((frame) => SERVICES_OWN.test(frame))));

const described = ({ what, frames }: Trace) =>
  [
    what,
    ...frames()
      .filter(isOurs)
      .map((frame) => frame.trim().replace(root, '')),
  ].join('\n    ');

/** Waits until nothing is left. What rings or prints meanwhile is a fault, and so is what never ends. */
async function quiet(since: ReadonlySet<Trace>, isAsked: (trace: Trace) => boolean) {
  const left = () => pending().filter((trace) => !since.has(trace) && isAsked(trace));
  for (const trace of left()) trace.isAwaited = true;
  const require = (traces: Trace[]) => {
    if (traces.length > 0) throw new Error(`Left behind:\n  ${traces.map(described).join('\n  ')}`);
  };
  try {
    if (left().length > 0)
      await vi.waitFor(() => require(left().filter(({ isFault }) => !isFault)), {
        timeout: 20_000,
        interval: 5,
      });
    require(left());
  } finally {
    forget(left());
  }
}

aroundEach(async (runTest, { task }) => {
  const since = new Set(pending());
  await runTest();
  // A test that failed may have left out its end.
  if (task.result?.state === 'fail') forget(pending().filter((trace) => !since.has(trace)));
  else await quiet(since, isOfTest);
});

let since: ReadonlySet<Trace>;
beforeAll(() => {
  since = new Set(pending());
});
afterAll(() => quiet(since, isOfFile));
