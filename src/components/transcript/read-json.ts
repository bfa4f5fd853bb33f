/**
 * Reads the JSON of the podcast namespace, `{ "segments": [{ speaker, startTime, endTime, body }] }` in
 * seconds, and Podlove's, `[{ voice, start_ms, end_ms, start, end, text }]`. Entries are objects without
 * others in them, so each is read by itself: a long file can be paused at, and one that is cut in the
 * middle has its whole entries.
 */
import { readJson } from '../../api/http.js';
import { fieldsOf } from '../../podcast/shown-podcast.js';
import { decodeReferences } from '../podcast/character-references.js';
import { inOneLine, secondsOf } from './plain-text.js';
import type { LineReader, TranscriptLine } from './transcript-line.js';

/** Strings, in which braces mean nothing, and braces. */
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[{}]/g;

/** Characters after which a line of single words is long enough. */
const LONG = 60;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? inOneLine(decodeReferences(value)) : undefined;

const timeOf = (milliseconds: unknown, time: unknown): number =>
  typeof milliseconds === 'number' ? milliseconds / 1000 : secondsOf(String(time));

function readEntry(json: string): TranscriptLine | undefined {
  const fields = fieldsOf(readJson(json));
  const text = textOf(fields.body ?? fields.text);
  return text
    ? {
        start: timeOf(fields.start_ms, fields.startTime ?? fields.start),
        end: timeOf(fields.end_ms, fields.endTime ?? fields.end),
        // Podlove's `speaker` is a number.
        speaker: textOf(fields.voice ?? fields.speaker),
        text,
      }
    : undefined;
}

/** In the namespace's own example each word is an entry: those become lines. */
const continues = (line: TranscriptLine, { speaker, text }: TranscriptLine): boolean =>
  speaker === line.speaker &&
  !/\s|.{20}/.test(text) &&
  line.text.length < LONG &&
  !/[.?!…]$/.test(line.text);

export const readEntries: LineReader = function* (file) {
  let line: TranscriptLine | undefined;
  let start: number | undefined;
  for (const { 0: token, index } of file.matchAll(TOKEN)) {
    if (token === '{') start = index;
    if (token === '}' && start !== undefined) {
      const entry = readEntry(file.slice(start, index + 1));
      start = undefined;
      if (line && entry && continues(line, entry)) {
        line.text += ` ${entry.text}`;
        line.end = entry.end;
      } else if (entry) {
        yield line;
        line = entry;
      }
    }
    yield undefined;
  }
  yield line;
};
