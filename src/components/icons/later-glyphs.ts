/** The glyphs of what comes after the buttons: a square of 24 units, as in `glyphs.ts`. */
import { glyph } from './glyphs.js';

export const checkGlyph = glyph('m5 12.5 4.5 4.5L19 7.5');
export const chevronGlyph = glyph('m6 9 6 6 6-6');
export const searchGlyph = glyph('M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16l4.5 4.5');
export const endSearchGlyph = glyph('m6 6 12 12M18 6 6 18');
export const sortGlyph = glyph('M4 7h16M7 12h10M10 17h4');
/** A shape to be filled, as that of `playGlyph`. */
export const pauseGlyph = glyph('M7.5 6h2.5v12H7.5zM14 6h2.5v12H14z');
