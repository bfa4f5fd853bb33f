/** The chevron of what opens below. */
import { glyph } from './glyphs.js';

export const chevronGlyph = glyph('m6 9 6 6 6-6');
