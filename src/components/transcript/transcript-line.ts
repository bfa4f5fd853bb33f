/** A line that is said, and when: the form in which every kind of transcript is read. */

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
