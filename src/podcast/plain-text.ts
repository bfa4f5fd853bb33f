/** HTML notes as plain text, and text as one line. Every expression here is linear in its input. */
import { decodeEntities } from './entities.js';

/** Elements whose content is not text; without an end tag it goes to the end. */
const UNSEEN = /<(style|script)\b[^]*?(?:<\/\1|$)/gi;
/** Where a new line begins. */
const BLOCK =
  /<\/?(?:p|br|div|li|[uo]l|h[1-6]|hr|tr|table|pre|blockquote|section|article|figure|d[ltd])\b[^>]*(?:>|$)/gi;
/** Tags and comments; `<3` is neither. */
const TAG = /<[a-z/!?][^>]*(?:>|$)/gi;

const BLANKS = /[ \t\r\n\f]{2,}|[\t\r\n\f]/g;
const BLANKS_IN_LINE = /[ \t\r\f]{2,}|[\t\r\f]/g;
const LINE_ENDS = / ?\n[ \n]*/g;

/** Text in one line; nothing where it is blank. */
export function oneLine(text: string): string | undefined {
  return text.trim().replace(BLANKS, ' ') || undefined;
}

/** True where a text is HTML: it has a tag or an entity. */
export function isHtml(text: string): boolean {
  return /<[a-z/!]|&(?:#\d|#x[\da-f]|[a-z])[\da-z]*;/i.test(text);
}

/** HTML without its tags, entities decoded, a line for each block; nothing where it is blank. */
export function plainText(html: string): string | undefined {
  const lines = html.includes('<')
    ? html.replace(UNSEEN, '').replace(BLANKS, ' ').replace(BLOCK, '\n').replace(TAG, '')
    : html.replace(BLANKS_IN_LINE, ' ');
  return (
    decodeEntities(lines.includes('\n') ? lines.replace(LINE_ENDS, '\n') : lines).trim() ||
    undefined
  );
}
