/** The element's own glyphs of the first load: a square of 24 units, drawn in the text colour. */
import { svg, type SVGTemplateResult } from 'lit/html.js';

export const glyph = (content: SVGTemplateResult) =>
  svg`<svg part="icon" class="glyph" viewBox="0 0 24 24" aria-hidden="true">${content}</svg>`;

/** A podcast: a microphone with sound waves. */
export const podcastGlyph = glyph(
  svg`<circle cx="12" cy="10" r="2.2"/><path d="M10.6 14.6h2.8L12.8 21h-1.6zM7.4 14.2a6.2 6.2 0 1 1 9.2 0M5 17.3a10 10 0 1 1 14 0"/>`,
);
export const copyGlyph = glyph(
  svg`<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15a1 1 0 0 1-1-1V6a2 2 0 0 1 2-2h8a1 1 0 0 1 1 1"/>`,
);
export const phoneGlyph = glyph(
  svg`<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 18v2M18 18h2v2h-2z"/>`,
);
export const chevronGlyph = glyph(svg`<path d="m7 10 5 5 5-5"/>`);
