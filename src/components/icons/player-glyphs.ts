/** The glyphs of the play button. */
import { glyph } from './glyphs.js';

export const playGlyph = glyph('M8 5.5v13l10.5-6.5z');
export const pauseGlyph = glyph('M8.5 5.5v13M15.5 5.5v13');
