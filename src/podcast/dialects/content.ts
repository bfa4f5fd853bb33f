/** The content module of RSS 1.0 (purl.org/rss/1.0/modules/content): notes in full, as HTML. */
import { notes } from './tag-readers.js';

export const content = { 'content:encoded': notes };
