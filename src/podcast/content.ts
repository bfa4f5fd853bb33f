/** The content module of RSS 1.0 (purl.org/rss/1.0/modules/content): notes in full, as HTML. */
import { notes } from './read-text.js';

export const content = { 'content:encoded': notes };
