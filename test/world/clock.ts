/**
 * The clock of the world: the time of day and the time that the process has run stand still until the
 * test moves them. Timers follow it, those of `node:timers/promises` too. A wait moves it by itself; a
 * deadline, a timer that does not keep the process running, passes only when the clock gets there.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

const platform = { setTimeout, clearTimeout, setInterval, clearInterval };
const promised = createRequire(import.meta.url)('node:timers/promises') as {
  setTimeout: unknown;
};

const outside = new AsyncLocalStorage<boolean>();
/** For what is no part of the world, and has timers of its own. */
export const inRealTime = <T>(work: () => T): T => outside.run(true, work);

interface Options {
  signal?: AbortSignal;
  ref?: boolean;
}

/** Nobody waits longer between two tries. */
const LONGEST_WAIT_MS = 5_000;

export class Clock {
  /** Milliseconds since 1970. */
  time = 0;
  #ran = 0;
  #timers = new Set<Timer>();

  /** Begins anew: what waited for the time before it never happens. */
  begin(time: number): void {
    this.#timers.clear();
    this.time = time;
  }

  start(after: number, fire: () => void, every?: number): Timer {
    const timer = new Timer(this.#timers, this.#ran + after, fire, every);
    this.#timers.add(timer);
    return timer;
  }

  /** Moves on, and fires what is due, in order. */
  advance(milliseconds: number): void {
    const end = this.#ran + milliseconds;
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= end);
      const [next] = due.sort((one, other) => one.at - other.at);
      if (!next) break;
      this.#moveTo(Math.max(next.at, this.#ran));
      next.fireOnce();
    }
    this.#moveTo(end);
  }

  #moveTo(ran: number): void {
    this.time += ran - this.#ran;
    this.#ran = ran;
  }

  /** Milliseconds until the next timer, at most `most`. */
  untilNext(most: number): number {
    return Math.min(most, ...[...this.#timers].map(({ at }) => Math.max(0, at - this.#ran)));
  }

  /** Lets everything in this process follow the clock. @returns what ends that */
  install(): () => void {
    const wait = (fire: () => void, after = 0) => {
      const timer = this.start(after, fire);
      setImmediate(() => {
        if (after <= LONGEST_WAIT_MS && timer.isWait && timer.isPending)
          this.advance(timer.at - this.#ran);
      });
      return timer;
    };
    const clear = (timer: unknown) => {
      if (timer instanceof Timer) timer.end();
      else platform.clearTimeout(timer as NodeJS.Timeout);
    };
    const fakes = {
      setTimeout: (fire: (...given: unknown[]) => void, after?: number, ...given: unknown[]) =>
        outside.getStore()
          ? platform.setTimeout(fire, after, ...given)
          : wait(() => fire(...given), after),
      setInterval: (fire: () => void, every = 0) => this.start(every, fire, every),
      clearTimeout: clear,
      clearInterval: clear,
    };
    Object.assign(globalThis, fakes);
    const before = promised.setTimeout;
    promised.setTimeout = (after = 0, value?: unknown, { signal, ref = true }: Options = {}) =>
      new Promise((resolve, reject) => {
        const done = () => {
          signal?.removeEventListener('abort', leave);
          resolve(value);
        };
        const timer = ref ? wait(done, after) : this.start(after, done);
        const leave = () => {
          timer.end();
          reject(new DOMException('The operation was aborted', 'AbortError'));
        };
        if (signal?.aborted) leave();
        signal?.addEventListener('abort', leave, { once: true });
      });
    syncBuiltinESMExports();
    const ofDay = Date.now;
    const ofProcess = performance.now.bind(performance);
    vi.spyOn(Date, 'now').mockImplementation(() =>
      outside.getStore() ? ofDay() : Math.floor(this.time),
    );
    vi.spyOn(performance, 'now').mockImplementation(() =>
      outside.getStore() ? ofProcess() : this.#ran,
    );
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    return () => {
      vi.restoreAllMocks();
      Object.assign(globalThis, platform);
      promised.setTimeout = before;
      syncBuiltinESMExports();
    };
  }
}

class Timer {
  isWait = true;

  constructor(
    private readonly all: Set<Timer>,
    public at: number,
    private readonly fire: () => void,
    private readonly every: number | undefined,
  ) {}

  get isPending(): boolean {
    return this.all.has(this);
  }

  fireOnce(): void {
    if (this.every === undefined) this.end();
    else this.at += Math.max(1, this.every);
    this.fire();
  }

  end(): void {
    this.all.delete(this);
  }

  unref(): this {
    this.isWait = false;
    return this;
  }

  ref(): this {
    return this;
  }

  refresh(): this {
    return this;
  }
}
