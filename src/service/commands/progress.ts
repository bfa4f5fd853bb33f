/** Says on a terminal how far a long command has come: on one line, which is gone once it is done. */
import type { Output } from './print.js';

/** Milliseconds after which somebody wonders, and between two numbers. */
const FIRST_MS = 2_000;
const NEXT_MS = 1_000;

const RETURN = '\r';
const ERASE_TO_END = '\u001b[K';

export interface Progress {
  /** Counts what has been done. */
  add: (count: number) => void;
  end: () => void;
}

/** @param what has been done so far, such as `rows restored` */
export function startProgress(
  what: string,
  output: Output = process.stderr,
  now = () => Date.now(),
): Progress {
  if (!output.isTTY) return { add: () => undefined, end: () => undefined };
  let done = 0;
  let due = now() + FIRST_MS;
  let isShown = false;
  const show = () => {
    if (now() < due) return;
    due = now() + NEXT_MS;
    isShown = true;
    output.write(`${RETURN}${done.toLocaleString('en')} ${what} so far${ERASE_TO_END}`);
  };
  // While something else is waited for, the number stays, and so does the sign of life.
  const timer = setInterval(show, NEXT_MS).unref();
  return {
    add(count) {
      done += count;
      // An embedded database leaves no turn to the timer.
      show();
    },
    end() {
      clearInterval(timer);
      if (isShown) output.write(RETURN + ERASE_TO_END);
    },
  };
}

const NEWLINE = 10;

function linesIn(piece: string | Uint8Array): number {
  let lines = 0;
  if (typeof piece === 'string') for (const character of piece) lines += character === '\n' ? 1 : 0;
  else for (const byte of piece) lines += byte === NEWLINE ? 1 : 0;
  return lines;
}

/** The same pieces, whose lines are counted while they are read. */
export async function* countingLines<T extends string | Uint8Array>(
  pieces: AsyncIterable<T>,
  { add }: Progress,
): AsyncGenerator<T> {
  for await (const piece of pieces) {
    yield piece;
    add(linesIn(piece));
  }
}

/** Does something that takes its time. */
export async function withProgress<T>(
  what: string,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = startProgress(what);
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}
