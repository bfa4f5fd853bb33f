/** The check mark of what is done. */
import { glyph } from './glyphs.js';

export const checkGlyph = glyph('m5 12.5 4.5 4.5L19 7.5');
