/** The RSS 1.0 content module (purl.org/rss/1.0/modules/content): the full notes as HTML. */
import { notes } from './tag-readers.js';

export const content = { 'content:encoded': notes };
