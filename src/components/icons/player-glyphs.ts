/** The glyph of a play button that plays: a shape to be filled. */
import { glyph } from './glyphs.js';

export const pauseGlyph = glyph('M7.5 6h2.5v12H7.5zM14 6h2.5v12H14z');
