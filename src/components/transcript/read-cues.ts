/**
 * Reads WebVTT and SubRip (SRT), which differ in nothing that matters here: a line with two times, lines
 * of text, a blank line. Whatever stands elsewhere (header, NOTE, STYLE, identifiers) is passed over.
 * SubRip has no speakers: "Remember: …" looks like one, so a name before a colon stays in the text.
 */
import { plainText, secondsOf } from './plain-text.js';
import type { LineReader, TranscriptLine } from './transcript-line.js';

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
