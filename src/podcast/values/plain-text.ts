/**
 * HTML notes as plain text, and text as one line. It runs over every note of a feed: each
 * expression is linear in its input, and simple enough for a fast search.
 */
import { decodeEntities } from '../xml/entities.js';

/** Elements whose content is not text; without an end tag it goes to the end. */
const UNSEEN = /<(style|script)\b[^]*?(?:<\/\1[^>]*>?|$)/gi;
/** Tags at which a new line begins. */
const BLOCK =
  /<\/?(?:p|br|div|li|[uo]l|h[1-6]|hr|tr|table|pre|blockquote|section|article|figure|d[ltd])\b[^>]*>?/gi;
/** Tags and comments; `<3` is neither. */
const TAG = /<[a-z/!?][^>]*>?/gi;
/** Stands for a new line while those of the source are still blanks; a feed's text never has it. */
const NEW_LINE = '\v';

/** White space that is more than one blank. */
const SPACE = /[ \t\n\v\f\r]{2,}|[\t\n\v\f\r]/g;
/** Text in one line; nothing where it is blank. */
export function oneLine(text: string): string | undefined {
  return text.trim().replace(SPACE, ' ') || undefined;
}

/** True where a text is HTML: it has a tag or an entity. */
export function isHtml(text: string): boolean {
  return /<[a-z/!]|&(?:#\d|#x[\da-f]|[a-z])[\da-z]*;/i.test(text);
}

/** HTML without its tags, entities decoded, a line for each block; nothing where it is blank. */
export function plainText(html: string): string | undefined {
  const hasTags = html.includes('<');
  const mayHide = html.includes('<s') || html.includes('<S');
  const seen = mayHide ? html.replace(UNSEEN, '') : html;
  const text = hasTags ? seen.replace(BLOCK, NEW_LINE).replace(TAG, '') : html;
  const lineEnd = hasTags ? NEW_LINE : '\n';
  const tidy = text.replace(SPACE, (space) => (space.includes(lineEnd) ? '\n' : ' '));
  return decodeEntities(tidy).trim() || undefined;
}
