/** A line that is said, and when: the form in which every kind of transcript is read; and the one of a moment. */

export interface TranscriptLine {
  /** Seconds. */
  start: number;
  /** Seconds; `undefined` if the file does not say. */
  end?: number | undefined;
  speaker?: string | undefined;
  text: string;
}

/**
 * A reader gives a line as soon as it has one, and `undefined` in between, so that whoever reads a long
 * file can pause at any time. It checks no times: see `read-lines.ts`.
 */
export type LineReader = (file: string) => Generator<TranscriptLine | undefined, void>;

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
