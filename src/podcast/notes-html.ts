/**
 * The HTML that show notes may keep: one list for every sanitizer, in the element and in the
 * service. Any other tag is replaced by its content.
 */

/** Allowed tags, in lower case. */
export const notesTags = ['a', 'b', 'br', 'em', 'i', 'li', 'ol', 'p', 'strong', 'ul'];

/** Allowed attributes of each tag. */
export const notesAttributes: Record<string, string[]> = { a: ['href'] };

/** Allowed schemes of a link, in lower case and without the colon. */
export const notesLinkSchemes = ['https', 'http', 'mailto'];
