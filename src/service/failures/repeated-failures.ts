/**
 * One line for each cause and minute: the first at once, and one at the end of the minute that counts
 * those after it. A disk that is full must not fill what is left of it. What is well again is not told
 * once more: whoever is woken looks at the newest line.
 */
import { adviceFor } from './advice.js';
import { OF_DATABASE } from './describe-failure.js';
import type { Log } from './log.js';

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
  /** When the first and the last of these happened. */
  first?: string;
  last?: string;
  timer: NodeJS.Timeout;
}

/** The key that tells failures apart: all but when and for whom they happened. */
const causeOf = (line: object): string =>
  JSON.stringify(line, (name, value: unknown) =>
    name === 'time' || name === 'id' || name === 'at' ? undefined : value,
  );

interface Line {
  error?: unknown;
  sku?: unknown;
  source?: unknown;
}

/** Which failures a line declares over; `undefined` if it declares none. */
function curedBy(line: object): ((failed: object) => boolean) | undefined {
  if ('database' in line || 'changes' in line) return (failed) => OF_DATABASE in failed;
  if ('reloaded' in line) return ({ error }: Line) => error === 'config';
  if (!('show' in line)) return undefined;
  const { sku, source } = line as Line;
  // A failure without a source is that of the whole show.
  return (failed: Line) => failed.sku === sku && [undefined, source].includes(failed.source);
}

/** Lines of requests and of events pass; they have no `error`. */
export function countRepeated(log: Log, now = () => new Date()): FailureLog {
  const causes = new Map<string, Counted>();

  function add(counted: Counted): void {
    counted.count += 1;
    counted.last = now().toISOString();
    counted.first ??= counted.last;
  }

  function write({ line, count, first, last }: Counted): void {
    // The time is that of the count, and no single request is meant.
    const rest = Object.entries(line).filter(([name]) => name !== 'time' && name !== 'id');
    log({ ...Object.fromEntries(rest), count, first, last });
  }

  function forget(isOver: (failed: object) => boolean): void {
    for (const [cause, { line, timer }] of causes) {
      if (!isOver(line)) continue;
      clearTimeout(timer);
      causes.delete(cause);
    }
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
        const isOver = curedBy(line);
        if (isOver) forget(isOver);
        return;
      }
      const cause = causeOf(line);
      const counted = causes.get(cause);
      if (counted) {
        add(counted);
        return;
      }
      if (causes.size < MAX_CAUSES) {
        log(line);
        startWindow(cause, line);
        return;
      }
      const others = causes.get(OTHERS);
      if (others) add(others);
      else {
        const message = `More than ${MAX_CAUSES} different failures within a minute. The rest of them is only counted.`;
        const summary = { error: OTHERS, message, do: adviceFor(false, undefined, OTHERS) };
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
