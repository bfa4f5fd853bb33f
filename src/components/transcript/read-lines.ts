/** Reads a transcript of any kind. */
import { numberReferences } from '../podcast/character-references.js';
import { inSlices } from './in-slices.js';
import { readCues } from './read-cues.js';
import type { LineReader, TranscriptLine } from './transcript-line.js';

/** Of a longer transcript, the beginning is shown: this is 20 hours of speech. */
export const MAX_LINES = 20_000;

/** Characters of a line. A longer one becomes several, because it could not be laid out at once. */
const MAX_LENGTH = 4_000;

/** Eleven days. A later time is a mistake. */
const MAX_SECONDS = 1e6;

/**
 * By the look of it, because hosts send all of them as any type. Text that is no transcript has no cues.
 * Kinds that are rarer than cues are chunks of their own.
 */
async function readerOf(file: string): Promise<LineReader> {
  if (/^\s*[[{]/.test(file)) return (await import('./read-json.js')).readEntries;
  return /<time\b/i.test(file) ? (await import('./read-html.js')).readHtml : readCues;
}

/**
 * The lines of a file in the order of their times, at most `MAX_LINES`; without those that have no text or
 * no possible time.
 * @param signal ends the work: the lines so far.
 */
export async function readLines(file: string, signal: AbortSignal): Promise<TranscriptLine[]> {
  const lines: TranscriptLine[] = [];
  await inSlices(
    (await readerOf(file))(await numberReferences(file)),
    () => !signal.aborted,
    (line) => {
      const { start = NaN, text = '' } = line ?? {};
      for (let at = 0; start >= 0 && start < MAX_SECONDS && at < text.length; at += MAX_LENGTH) {
        lines.push({ ...line, start, text: text.slice(at, at + MAX_LENGTH) });
      }
      return lines.length < MAX_LINES;
    },
  );
  return lines.sort((one, other) => one.start - other.start);
}
