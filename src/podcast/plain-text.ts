/**
 * HTML notes as plain text, and text as one line. It runs over every note of a feed, so it
 * looks at each character as few times as it can, and never back.
 */
import { decodeEntities } from './entities.js';

/** What follows a `<` where it begins a tag or a comment: `<3` is neither. */
const TAG = /^[a-z/!?]/i;
/** Tags at which a new line begins. */
const BLOCK =
  /^\/?(?:p|br|div|li|[uo]l|h[1-6]|hr|tr|table|pre|blockquote|section|article|figure|d[ltd])\b/i;
/** Elements whose content is not text. */
const UNSEEN = /^(?:style|script)\b/i;

const UNTIDY = /[\t\r\n\f]| {2}/;
const LINE_BREAKS = /[\t\r\n\f]+/g;
const BLANKS = / {2,}/g;
const BLANK_LINES = /\n[ \n]*/g;

/** Text in one line; nothing where it is blank. */
export function oneLine(text: string): string | undefined {
  const line = text.trim();
  if (!UNTIDY.test(line)) return line || undefined;
  return line.replace(LINE_BREAKS, ' ').replace(BLANKS, ' ');
}

/** True where a text is HTML: it has a tag or an entity. */
export function isHtml(text: string): boolean {
  return /<[a-z/!]|&(?:#\d|#x[\da-f]|[a-z])[\da-z]*;/i.test(text);
}

/** The text between the tags, with a line end for each block. */
function textOf(html: string): string {
  const parts = html.split('<');
  let text = parts[0] ?? '';
  let unseen: string | undefined;
  for (let at = 1; at < parts.length; at++) {
    const part = parts[at] ?? '';
    if (unseen !== undefined) {
      if (!part.toLowerCase().startsWith(`/${unseen}`)) continue;
    } else if (!TAG.test(part)) {
      text += `<${part}`;
      continue;
    }
    if (BLOCK.test(part)) text += '\n';
    unseen = UNSEEN.exec(part)?.[0].toLowerCase();
    const end = part.indexOf('>');
    if (end !== -1 && unseen === undefined) text += part.slice(end + 1);
  }
  return text;
}

/** HTML without its tags, entities decoded, a line for each block; nothing where it is blank. */
export function plainText(html: string): string | undefined {
  const isPlain = !html.includes('<');
  const breaks = isPlain ? /[\t\r\f]+/g : LINE_BREAKS;
  const oneLined = UNTIDY.test(html) ? html.replace(breaks, ' ') : html;
  const text = (isPlain ? oneLined : textOf(oneLined)).replace(BLANKS, ' ');
  const lines = text.includes('\n')
    ? text.replaceAll(' \n', '\n').replace(BLANK_LINES, '\n')
    : text;
  return decodeEntities(lines).trim() || undefined;
}
