/** Which line is said at a moment. */
import type { TranscriptLine } from './transcript-line.js';

/**
 * The place of the last line that has begun, -1 before the first.
 * @param lines in the order of their times
 * @param seconds since the beginning
 */
export function lineAt(lines: readonly TranscriptLine[], seconds: number): number {
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lines[middle]?.start ?? Infinity) <= seconds) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
