/** Reads a transcript of any kind; of the kinds it knows cues itself. */
import { numberReferences } from '../podcast/character-references.js';
import { inSlices } from './in-slices.js';
import type { LineReader, TranscriptLine } from './transcript-line.js';
import { plainText, secondsOf } from './plain-text.js';

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

const LINE = /([^\r\n]*)(?:\r\n?|\n|$)/g;
const TIMES = /^\s*(\d+:[\d:.,]+)\s*-->\s*(\d+:[\d:.,]+)/;

/** WebVTT's voice tag; splitting by it gives texts and names by turns. */
const VOICE = /<v(?:\.[^\s<>]*)?\s([^<>]*)>/;

/** The lines of a cue: one for each voice. */
function* readCue([, start = '', end = '']: string[], payload: string): Generator<TranscriptLine> {
  let speaker: string | undefined;
  for (const [index, part] of payload.split(VOICE).entries()) {
    const text = plainText(part);
    if (index % 2) speaker = text;
    else yield { start: secondsOf(start), end: secondsOf(end), speaker, text };
  }
}

/**
 * Reads WebVTT and SubRip (SRT), which differ in nothing that matters here: a line with two times, lines
 * of text, a blank line. Whatever stands elsewhere (header, NOTE, STYLE, identifiers) is passed over.
 * SubRip has no speakers: "Remember: …" looks like one, so a name before a colon stays in the text.
 */
export const readCues: LineReader = function* (file) {
  let times: RegExpExecArray | null = null;
  let payload = '';
  // The last match is empty, and ends the last cue.
  for (const [, line = ''] of file.matchAll(LINE)) {
    const next = TIMES.exec(line);
    if (times && (next || !line.trim())) {
      yield* readCue(times, payload);
      times = null;
    }
    if (next) {
      times = next;
      payload = '';
    } else payload += `${line}\n`;
    yield undefined;
  }
};
