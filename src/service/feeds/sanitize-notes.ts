/** Reduces the HTML of a feed's notes to simple text marks and links. */
import { Parser } from 'htmlparser2';
import sanitize, { type Attributes, type Tag } from 'sanitize-html';
import { notesAttributes, notesLinkSchemes, notesTags } from '../../podcast/notes-html.js';
import { htmlToText } from '../../podcast/values/html-to-text.js';

/** No notes that anybody reads are longer (UTF-16 code units). */
export const MAX_NOTES_LENGTH = 512 * 1024;
/** Open elements. The sanitizer searches all of them at each end tag. */
export const MAX_NOTES_DEPTH = 100;

class TooDeep extends Error {}

/** Whether the notes are short and flat enough for the sanitizer to take linear time. */
function isSimpleEnough(html: string): boolean {
  if (html.length > MAX_NOTES_LENGTH) return false;
  let depth = 0;
  const parser = new Parser({
    onopentag() {
      if (++depth > MAX_NOTES_DEPTH) throw new TooDeep();
    },
    onclosetag() {
      depth--;
    },
  });
  try {
    parser.end(html);
    return true;
  } catch (error) {
    if (error instanceof TooDeep) return false;
    throw error;
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const ALLOWED_LINK = new RegExp(`^(?:${notesLinkSchemes.join('|')}):`, 'i');

/** A relative link would lead anywhere: nobody knows the page that an app shows the notes in. */
function mendLink(tagName: string, { href = '' }: Attributes): Tag {
  const url = href.trim();
  return { tagName, attribs: ALLOWED_LINK.test(url) ? { href: url } : {} };
}

const OPTIONS = {
  allowedTags: notesTags,
  allowedAttributes: notesAttributes,
  allowedSchemes: notesLinkSchemes,
  allowProtocolRelative: false,
  transformTags: { a: mendLink },
};

/** Makes notes safe to show. Of notes that are too long or nest too deeply, only the text is kept. */
export function sanitizeNotes(html: string): string {
  return isSimpleEnough(html) ? sanitize(html, OPTIONS) : escapeHtml(htmlToText(html) ?? '');
}
