/**
 * A text as URLs are compared: escapes of URLs, HTML and JSON decoded, without what nobody sees, in lower
 * case. Each character knows which part of the text it came from.
 */
import { decodeHTML } from 'entities';

export interface FoldedText {
  text: string;
  /** Offset in the original of what became the character at `index`. */
  startOf: (index: number) => number;
  /** Offset in the original after what became the character at `index`. */
  endOf: (index: number) => number;
}

/** Characters that hosts ignore, and those that stand for letters, digits and dots of ASCII in them (UTS 46). */
const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}`;
const COMPATIBLE = String.raw`\u2100-\u214f\u24b6-\u24e9\u3002\uff01-\uff5e\uff61\u{1d400}-\u{1d7ff}`;
const FOLDED = new RegExp(`[%&\\\\${COMPATIBLE}]|${UNSEEN}`, 'u');
const ESCAPE = new RegExp(
  [
    String.raw`%[0-7][\da-f]|(?:%[89a-f][\da-f])+`,
    // Not where the rest of it may be escaped.
    String.raw`&(?:#\d+(?![\d%\\])|#x[\da-f]+(?![\da-f%\\])|[a-z][a-z\d]*(?![a-z\d%\\]));?`,
    String.raw`\\u[\da-f]{4}|\\u\{[\da-f]{1,6}\}|\\x[\da-f]{2}|\\(?=/)`,
    `(?:${UNSEEN})+`,
    `[${COMPATIBLE}]`,
  ].join('|'),
  'giu',
);
/** A URL in the query of a URL in JSON in HTML is escaped four times. Nobody decodes more often. */
const MAX_LEVELS = 8;

function decodeEscape(escape: string): string {
  if (escape.startsWith('&')) return decodeHTML(escape);
  if (escape.startsWith('\\')) {
    const code = parseInt(escape.replace(/[^\da-f]/gi, ''), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  }
  if (escape.startsWith('%')) {
    try {
      return decodeURIComponent(escape);
    } catch {
      return escape;
    }
  }
  return /^[\u3002\uff61]$/.test(escape) ? '.' : withoutUnseen(escape.normalize('NFKC'));
}

const EACH_UNSEEN = new RegExp(UNSEEN, 'gu');
const withoutUnseen = (text: string): string => text.replace(EACH_UNSEEN, '');

/** Some letters become two in lower case; those stay, so that offsets do. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}

/** Says what one escape became: `start` and `end` in the text before, `from` and `to` in the text after. */
interface Change {
  start: number;
  end: number;
  from: number;
  to: number;
}

function decodeOnce(text: string): { text: string; changes: Change[] } {
  const changes: Change[] = [];
  const pieces: string[] = [];
  let done = 0;
  let length = 0;
  for (const { 0: escape, index } of text.matchAll(ESCAPE)) {
    const decoded = decodeEscape(escape);
    if (decoded === escape) continue;
    pieces.push(text.slice(done, index), decoded);
    const from = length + index - done;
    length = from + decoded.length;
    done = index + escape.length;
    changes.push({ start: index, end: done, from, to: length });
  }
  return { text: pieces.join('') + text.slice(done), changes };
}

/** The last change that begins at or before an offset in the text after it. */
function changeAt(changes: readonly Change[], at: number): Change | undefined {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((changes[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return changes[low - 1];
}

/** Folds a text, in linear time. */
export function foldText(original: string): FoldedText {
  const levels: Change[][] = [];
  let text = original;
  while (levels.length < MAX_LEVELS && FOLDED.test(text)) {
    const next = decodeOnce(text);
    if (next.changes.length === 0) break;
    levels.unshift(next.changes);
    ({ text } = next);
  }
  /** The offsets before all changes of the character at an index. */
  function rangeOf(index: number): [start: number, end: number] {
    let [first, end] = [index, index + 1];
    for (const changes of levels) {
      const [one, other] = [changeAt(changes, first), changeAt(changes, end - 1)];
      const isInside = other && end - 1 < other.to;
      first = !one ? first : first < one.to ? one.start : one.end + first - one.to;
      end = !other ? end : isInside ? other.end : other.end + end - other.to;
    }
    return [first, end];
  }
  return {
    text: lowerCase(text),
    startOf: (index) => rangeOf(index)[0],
    endOf: (index) => rangeOf(index)[1],
  };
}
