/**
 * After each test in a browser: once the fixtures are off the page, the element has no timer and no frame, no
 * listener on the page or on a signal, no open request and nothing that plays; and the console has no line
 * that nobody expected, but for the warning of a failure that was heard. A test that expects one puts a function
 * of its own in its place. Each test file imports this first (`scripts/bundled-tests.mjs`).
 */
import { fixtureCleanup } from '@open-wc/testing';
import { waitUntil } from '../waiting/wait-until.js';
import { forget, note, pending, type Trace } from './traces.js';

/** The codes of the failures that a page has heard of. */
const failures = new Set<string>();

type Run = (...args: unknown[]) => unknown;
type Methods = Record<string, unknown>;

/** The element as members load it. */
const isElements = ({ frames }: Trace) => (frames()[0] ?? '').includes('/dist/embed/');

function replace(target: object, name: string, made: (own: Run) => Run): void {
  (target as Methods)[name] = made((target as Methods)[name] as Run);
}

/** Timers and frames of the page. What only waits its turn may still come back from it. */
function watchTurns(name: string, clearName: string, isTurn: (ms: unknown) => boolean): void {
  const running = new Map<unknown, Trace>();
  const own = (window as unknown as Record<string, Run>)[clearName]!.bind(window);
  replace(window, name, (set) => {
    return function watched(run, ms, ...args) {
      const text = String(run).slice(0, 80);
      const trace = note(
        `${name} of ${String(ms)} ms: ${text}`,
        () => running.get(id) !== trace,
        watched,
      );
      const id = set.call(
        window,
        function (...given: unknown[]) {
          if (name !== 'setInterval') running.delete(id);
          if (trace.isAwaited && !isTurn(ms)) trace.isFault = true;
          return (run as Run).apply(window, given);
        },
        ms,
        ...args,
      );
      running.set(id, trace);
      return id;
    };
  });
  replace(window, clearName, () => (id) => {
    running.delete(id);
    own(id);
  });
}

/** Listeners on what is there longer than the element. A signal of its own goes with it. */
function watchListeners(): void {
  const isLasting = (target: unknown): target is Window | Document | MediaQueryList =>
    target === window || target === document || target instanceof MediaQueryList;
  /** By type and target. */
  const heard = new Map<unknown, Map<unknown, Set<unknown>>>();
  const listenersOf = (type: unknown, target: unknown): Set<unknown> => {
    const targets = heard.get(type) ?? new Map<unknown, Set<unknown>>();
    const listeners = targets.get(target) ?? new Set();
    heard.set(type, targets.set(target, listeners));
    return listeners;
  };
  replace(EventTarget.prototype, 'addEventListener', (add) => {
    return function watched(this: EventTarget | undefined, type, listener, options) {
      const target = this ?? window;
      if (isLasting(target)) {
        const listeners = listenersOf(type, target);
        const { signal } = Object(options) as AddEventListenerOptions;
        const isOver = () => signal?.aborted === true || !listeners.has(listener);
        if (!listeners.has(listener)) note(`a listener of ${String(type)}`, isOver, watched);
        listeners.add(listener);
      }
      return add.call(target, type, listener, options);
    };
  });
  replace(EventTarget.prototype, 'removeEventListener', (remove) => {
    return function (this: EventTarget | undefined, type, listener, options) {
      const target = this ?? window;
      if (isLasting(target)) listenersOf(type, target).delete(listener);
      return remove.call(target, type, listener, options);
    };
  });
}

/** Each failure of the element is told in the console, too: it may come when the test is over. */
function isOfFailure(line: string): boolean {
  const [, code = ''] =
    /^<private-podcast-subscribe>: .* docs\/errors\.md#([\w-]+)$/.exec(line) ?? [];
  return failures.has(code);
}

function watchOutput(): void {
  for (const name of ['warn', 'error']) {
    replace(console, name, (own) => {
      return function watched(...text) {
        if (isOfFailure(text.map(String).join(' '))) return;
        note(
          `in the console: ${text.map(String).join(' ').slice(0, 200)}`,
          () => true,
          watched,
        ).isFault = true;
        return own.apply(console, text);
      };
    });
  }
}

if (!Object.hasOwn(window, 'isWatched')) {
  Object.assign(window, { isWatched: true });
  window.addEventListener('pps-error', ({ code }) => failures.add(code), true);
  watchTurns('setTimeout', 'clearTimeout', (ms) => !ms);
  watchTurns('setInterval', 'clearInterval', () => false);
  watchTurns('requestAnimationFrame', 'cancelAnimationFrame', () => true);
  watchListeners();
  watchOutput();
  replace(HTMLMediaElement.prototype, 'play', (own) => {
    return function watched(this: HTMLMediaElement) {
      note('what plays', () => this.paused, watched);
      return own.call(this);
    };
  });
}

const described = ({ what, frames }: Trace) =>
  [what, ...frames().map((frame) => frame.trim())].slice(0, 5).join('\n    ');

/** Takes the fixtures off the page, and waits until nothing of the element goes on. @returns what does */
export async function leftBehind(patience = 15_000): Promise<string[]> {
  fixtureCleanup();
  const left = () => pending().filter((trace) => trace.isFault || isElements(trace));
  for (const trace of left()) trace.isAwaited = true;
  const isDecided = () => left().every(({ isFault }) => isFault);
  if (!isDecided()) await waitUntil(isDecided, '', { timeout: patience }).catch(() => undefined);
  const found = left();
  forget(pending());
  return found.map(described);
}

afterEach(async function () {
  this.timeout(60_000);
  // An element that a whole suite looks at goes on.
  const test = this.currentTest!;
  if (test.isFailed() || document.querySelector('body > private-podcast-subscribe'))
    forget(pending());
  else {
    const found = await leftBehind();
    if (found.length === 0) return;
    // The test fails. Thrown from here, the error would end its file.
    test.state = 'failed';
    test.err = new Error(`Left behind:\n  ${found.join('\n  ')}`);
  }
});
