/**
 * Time that a test moves itself, for code that waits or has deadlines by `setTimeout`. Each
 * case of a test has a time of its own, however many run at once, and none depends on how busy the
 * machine is.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';

const current = new AsyncLocalStorage<VirtualTime | undefined>();

export class VirtualTime {
  /** Milliseconds since the beginning. */
  elapsed = 0;
  #timers: { at: number; fire: () => void }[] = [];

  /** @param start milliseconds since 1970. */
  constructor(readonly start = Date.UTC(2026, 0, 1)) {}

  now = (): number => this.start + this.elapsed;

  /** Runs code whose timers follow this time. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }

  add(milliseconds: number, fire: () => void): void {
    this.#timers.push({ at: this.elapsed + milliseconds, fire });
  }

  /** Moves the time on, and fires what is due, in order. */
  advance(milliseconds: number): void {
    const end = this.elapsed + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.elapsed = next.at;
      next.fire();
    }
    this.elapsed = end;
  }

  /** Moves on to the first timer that is due. */
  advanceToNext(): void {
    this.advance(Math.min(...this.#timers.map(({ at }) => at)) - this.elapsed);
  }
}

/** Leaves virtual time for work that brings timers of its own, such as the platform's `fetch`. */
export const inRealTime = <T>(work: () => T): T => current.run(undefined, work);

/**
 * Lets the timers of code inside {@link VirtualTime.run} follow its time until
 * `vi.restoreAllMocks()`. A wait by `setTimeout` moves the time on by itself. A deadline, which is a
 * timer that does not keep the process running, passes only when the time gets there.
 */
export function installVirtualTime(): void {
  const { setTimeout, clearTimeout } = globalThis;
  const fakeTimeout = (
    callback: (...args: unknown[]) => void,
    milliseconds = 0,
    ...args: unknown[]
  ): unknown => {
    const time = current.getStore();
    if (!time) return setTimeout(callback, milliseconds, ...args);
    const timer = new VirtualTimer();
    time.add(milliseconds, () => timer.isCleared || callback(...args));
    const due = time.elapsed + milliseconds;
    setImmediate(() => timer.isWait && time.advance(Math.max(0, due - time.elapsed)));
    return timer;
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(fakeTimeout as typeof setTimeout);
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    if ((timer as unknown) instanceof VirtualTimer) (timer as unknown as VirtualTimer).clear();
    else clearTimeout(timer);
  });
}

class VirtualTimer {
  isWait = true;
  isCleared = false;

  unref(): void {
    this.isWait = false;
  }

  clear(): void {
    this.isWait = false;
    this.isCleared = true;
  }
}
