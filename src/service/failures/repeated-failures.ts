/**
 * One line for each cause and minute: the first at once, and one at the end of the minute that counts
 * those after it. A disk that is full must not fill what is left of it.
 */
import type { Log } from '../config.js';

const WINDOW_MS = 60_000;
/** Causes that are told apart. All further ones are counted together: some messages name what a client sent. */
const MAX_CAUSES = 200;
const OTHERS = 'others';

export interface FailureLog {
  log: Log;
  /** Writes what was counted so far. */
  flush: () => void;
}

interface Counted {
  line: object;
  /** Since the last line. */
  count: number;
  timer: NodeJS.Timeout;
}

/** The key that tells failures apart: all but when and for whom they happened. */
const causeOf = (line: object): string =>
  JSON.stringify(line, (name, value: unknown) =>
    name === 'time' || name === 'id' || name === 'at' ? undefined : value,
  );

/** Lines of requests and of events pass; they have no `error`. */
export function countRepeated(log: Log): FailureLog {
  const causes = new Map<string, Counted>();

  function write({ line, count }: Counted): void {
    // The time is that of the count, and no single request is meant.
    const rest = Object.entries(line).filter(([name]) => name !== 'time' && name !== 'id');
    log({ ...Object.fromEntries(rest), count });
  }

  function startWindow(cause: string, line: object): void {
    const timer = setTimeout(() => {
      const counted = causes.get(cause);
      causes.delete(cause);
      if (!counted?.count) return;
      write(counted);
      startWindow(cause, counted.line);
    }, WINDOW_MS).unref();
    causes.set(cause, { line, count: 0, timer });
  }

  return {
    log(line) {
      if (!('error' in line)) {
        log(line);
        return;
      }
      const cause = causeOf(line);
      const counted = causes.get(cause);
      if (counted) {
        counted.count += 1;
        return;
      }
      if (causes.size < MAX_CAUSES) {
        log(line);
        startWindow(cause, line);
        return;
      }
      const others = causes.get(OTHERS);
      if (others) others.count += 1;
      else {
        const message = `More than ${MAX_CAUSES} different failures within a minute. The rest of them is only counted.`;
        const summary = { error: OTHERS, message, do: 'Look at the lines before this one.' };
        log(summary);
        startWindow(OTHERS, summary);
      }
    },
    flush() {
      for (const [cause, counted] of causes) {
        clearTimeout(counted.timer);
        causes.delete(cause);
        if (counted.count > 0) write(counted);
      }
    },
  };
}
