/**
 * Turns HTML notes into plain text, and text into one line. Runs over every note of a feed, so
 * each regular expression takes linear time.
 */
import { decodeEntities } from '../xml/entities.js';

/** Elements whose content is not shown. Without an end tag they reach to the end of the notes. */
const HIDDEN = /<(style|script)\b[^]*?(?:<\/\1[^>]*>?|$)/gi;
/** Tags that start a new line. */
const BLOCK =
  /<\/?(?:p|br|div|li|[uo]l|h[1-6]|hr|tr|table|pre|blockquote|section|article|figure|d[ltd])\b[^>]*>?/gi;
/** Tags and comments. `<3` is neither. */
const TAG = /<[a-z/!?][^>]*>?/gi;
/** White space to be collapsed: anything but a single space. */
const SPACE = /[ \t\n\v\f\r]{2,}|[\t\n\v\f\r]/g;

/** Marks a line break while the line breaks of the HTML source are still in the text. XML forbids it. */
const lineBreak = '\v';

/** Text as one line, trimmed and with white space collapsed; undefined if it is blank. */
export function oneLine(text: string): string | undefined {
  return text.trim().replace(SPACE, ' ') || undefined;
}

/** Whether text has to be read as HTML: it contains a tag or an entity. */
export function isHtml(text: string): boolean {
  return /<[a-z/!]|&(?:#\d|#x[\da-f]|[a-z])[\da-z]*;/i.test(text);
}

/**
 * HTML as plain text: without tags, entities decoded, one line for each block.
 * @returns undefined if no text is left
 */
export function htmlToText(html: string): string | undefined {
  const hasTags = html.includes('<');
  const mayHide = html.includes('<s') || html.includes('<S');
  const visible = mayHide ? html.replace(HIDDEN, '') : html;
  const text = hasTags ? visible.replace(BLOCK, lineBreak).replace(TAG, '') : html;
  const lineEnd = hasTags ? lineBreak : '\n';
  const tidy = text.replace(SPACE, (space) => (space.includes(lineEnd) ? '\n' : ' '));
  return decodeEntities(tidy).trim() || undefined;
}
