/**
 * Reads the HTML of the podcast namespace: `<cite>Speaker:</cite><time>0:00</time><p>Text</p>`. Without
 * times it has no lines: a page of text is what a browser shows best by itself.
 */
import { MAX_TEXT_LENGTH, plainText, secondsOf } from './plain-text.js';
import type { LineReader } from './transcript-line.js';

/** A part that is not shown, a speaker, a time, the end. A part that is not closed reaches to the end. */
const MARK =
  /<!--[^]*?(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1[^<>]*>?|$)|<cite\b[^<>]*>([^<]*)|<time\b[^<>]*>[^<\d]*(\d[\d:.]*)[^<]*|$/gi;

/** Tags that part what is before them from what follows. */
const BLOCK = /<\/?(?:p|div|li|br)\b[^<>]*>/gi;

const htmlText = (html: string): string =>
  plainText(html.slice(0, MAX_TEXT_LENGTH).replace(BLOCK, ' '));

export const readHtml: LineReader = function* (file) {
  let [at, start, text] = [0, NaN, ''];
  let speaker: string | undefined;
  for (const { 0: mark, 2: cite, 3: time, index } of file.matchAll(MARK)) {
    text += file.slice(at, index);
    at = index + mark.length;
    if (cite ?? time ?? !mark) {
      yield { start, speaker, text: htmlText(text) };
      text = '';
    } else yield undefined;
    if (cite) speaker = htmlText(cite).replace(/ ?:$/, '');
    if (time) start = secondsOf(time);
  }
};
