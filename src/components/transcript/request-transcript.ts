/** Chooses an episode's transcript and requests it. */
import type { ShownTranscript } from '../../podcast/shown-podcast.js';
import { requestText } from '../podcast/request-text.js';
import { MAX_LINES, readLines } from './read-lines.js';
import type { TranscriptLine } from './transcript-line.js';

/** Characters. Of a longer file, the beginning is read. */
export const MAX_FILE_LENGTH = 2_000_000;

/** Files that are tried. */
const MAX_FILES = 4;

export interface ReadTranscript {
  lines: TranscriptLine[];
  /** Whether there is more in the file than the lines. */
  isCut: boolean;
  file: ShownTranscript;
}

/** By type and URL, from the one that says most to the one that says least. */
const KINDS = [/vtt/i, /json/i, /srt|subrip/i, /html/i, /^ |plain|octet/];

const languageOf = (tag = '') => tag.toLowerCase().split(/[-_]/, 1)[0];

/**
 * Those that may be readable, the best first: in the podcast's language, then by their kind. What is in a
 * file decides how it is read.
 * @param lang the podcast's language, which a transcript without one has too.
 */
export function inOrder(
  transcripts: readonly ShownTranscript[],
  lang: string | undefined,
): ShownTranscript[] {
  const order = ({ url, type = '', language = lang }: ShownTranscript) => {
    const kind = KINDS.findIndex((kind) => kind.test(`${type} ${url}`));
    const isForeign = languageOf(language) !== languageOf(lang);
    return kind >= 0 && isForeign ? kind + KINDS.length : kind;
  };
  return transcripts
    .filter((transcript) => order(transcript) >= 0)
    .sort((one, other) => order(one) - order(other))
    .slice(0, MAX_FILES);
}

/** Keeps what was read as long as the episodes: whoever presses a link reads it once. */
const known = new WeakMap<readonly ShownTranscript[], ReadTranscript>();

/**
 * Requests the best transcript that can be read here; `undefined` if there is none.
 */
export async function requestTranscript(
  transcripts: readonly ShownTranscript[],
  lang: string | undefined,
  signal: AbortSignal,
): Promise<ReadTranscript | undefined> {
  const before = known.get(transcripts);
  if (before) return before;
  for (const file of inOrder(transcripts, lang)) {
    try {
      const call = { serverName: 'The host', url: file.url, signal };
      const text = await requestText(call, MAX_FILE_LENGTH);
      const lines = await readLines(text, signal);
      const isCut = text.length === MAX_FILE_LENGTH || lines.length === MAX_LINES;
      if (!lines.length || signal.aborted) continue;
      const read = { lines, isCut, file };
      known.set(transcripts, read);
      return read;
    } catch {
      // The next one may be readable.
    }
  }
  return undefined;
}
