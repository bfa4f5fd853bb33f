/** The glyph of a play button that plays. */
import { glyph } from './glyphs.js';

export const pauseGlyph = glyph('M8.5 5.5v13M15.5 5.5v13');
