/** The glyphs beside the heading of the episodes. */
import { glyph } from './glyphs.js';

export const searchGlyph = glyph('M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16l4.5 4.5');
export const endSearchGlyph = glyph('m6 6 12 12M18 6 6 18');
export const sortGlyph = glyph('M4 7h16M7 12h10M10 17h4');
