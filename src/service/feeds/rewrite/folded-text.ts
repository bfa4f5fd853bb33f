/**
 * A text as it is compared: escapes of URLs, HTML and JSON decoded, in lower case. Each character
 * knows which part of the text it came from.
 */
import { decodeEntities } from '../../../podcast/xml/entities.js';

export interface FoldedText {
  text: string;
  /** Offset in the original of what became the character at `index`. */
  startOf: (index: number) => number;
  /** Offset in the original after what became the character at `index`. */
  endOf: (index: number) => number;
}

const ESCAPE =
  /%[0-7][\da-f]|(?:%[89a-f][\da-f])+|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);|\\u[\da-f]{4}|\\(?=\/)/gi;
/** A URL in the query of a URL in JSON is escaped three times. */
const MAX_LEVELS = 4;

function decodeEscape(escape: string): string {
  if (escape.startsWith('&')) return decodeEntities(escape);
  if (escape.startsWith('\\')) {
    return escape.length > 1 ? String.fromCharCode(parseInt(escape.slice(2), 16)) : '';
  }
  try {
    return decodeURIComponent(escape);
  } catch {
    return escape;
  }
}

/** Some letters become two in lower case; those stay, so that offsets do. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}

interface Decoded {
  text: string;
  starts: number[];
  ends: number[];
}

function decodeOnce({ text, starts, ends }: Decoded): Decoded {
  const pieces: string[] = [];
  const decoded: Decoded = { text: '', starts: [], ends: [] };
  let done = 0;
  function copyTo(end: number): void {
    pieces.push(text.slice(done, end));
    for (let at = done; at < end; at++) {
      decoded.starts.push(starts[at] ?? 0);
      decoded.ends.push(ends[at] ?? 0);
    }
  }
  for (const { 0: escape, index } of text.matchAll(ESCAPE)) {
    copyTo(index);
    const character = decodeEscape(escape);
    done = index + escape.length;
    pieces.push(character);
    const { length } = character;
    decoded.starts.push(...Array.from({ length }, () => starts[index] ?? 0));
    decoded.ends.push(...Array.from({ length }, () => ends[done - 1] ?? 0));
  }
  copyTo(text.length);
  decoded.text = pieces.join('');
  return decoded;
}

/** Folds a text, in linear time. */
export function foldText(original: string): FoldedText {
  if (!/[%&\\]/.test(original)) {
    return { text: lowerCase(original), startOf: (index) => index, endOf: (index) => index + 1 };
  }
  const starts = Array.from({ length: original.length }, (_, index) => index);
  let decoded: Decoded = { text: original, starts, ends: starts.map((start) => start + 1) };
  for (let level = 0; level < MAX_LEVELS; level++) {
    const next = decodeOnce(decoded);
    if (next.text === decoded.text) break;
    decoded = next;
  }
  const { text, ...offsets } = decoded;
  return {
    text: lowerCase(text),
    startOf: (index) => offsets.starts[index] ?? original.length,
    endOf: (index) => offsets.ends[index] ?? original.length,
  };
}
