/** Timers that ring when a test says so: no test waits for them, and no slow machine upsets their order. */
import { useStub } from '../element/publisher-page.js';
import { waitUntil } from './wait-until.js';

export interface HeldTimers {
  isSet: () => boolean;
  /** Rings those that are set now, if any. */
  ring: () => void;
  /** Waits until one is set, and rings it. */
  ringNext: () => Promise<void>;
  /** Rings whatever is set until something is so. */
  ringUntil: (isSo: () => boolean, what: string) => Promise<void>;
}

/**
 * Holds back what the page sets for later.
 * @returns a function that holds the timers of one length, in milliseconds, until the test is over
 */
export function useHeldTimers(): (length: number) => HeldTimers {
  const stub = useStub();
  return (length) => {
    const set = window.setTimeout.bind(window);
    const clear = window.clearTimeout.bind(window);
    const held = new Map<number, () => void>();
    stub(window, 'setTimeout', (run: () => void, ms?: number) => {
      if (ms !== length) return set(run, ms);
      // Only its number is needed, which no other timer has.
      const id = set(() => undefined);
      held.set(id, run);
      return id;
    });
    stub(window, 'clearTimeout', (id: number) => {
      held.delete(id);
      clear(id);
    });
    const isSet = () => held.size > 0;
    const ring = () => {
      const due = [...held.values()];
      held.clear();
      for (const run of due) run();
    };
    const ringNext = async () => {
      await waitUntil(isSet, `a timer of ${length} ms`);
      ring();
    };
    const ringUntil = (isSo: () => boolean, what: string) =>
      waitUntil(() => {
        ring();
        return isSo();
      }, what);
    return { isSet, ring, ringNext, ringUntil };
  };
}
