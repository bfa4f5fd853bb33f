/** The element's own glyphs of the first load: a square of 24 units, drawn in the text colour. */
import { html } from 'lit/html.js';

/** @param path SVG path data: one template serves all glyphs. */
export const glyph = (path: string) =>
  html`<svg part="icon" class="glyph" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${path} />
  </svg>`;

/** A podcast: a microphone with sound waves. */
export const podcastGlyph = glyph(
  'M9.8 10a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0M10.6 14.6h2.8L12.8 21h-1.6zM7.4 14.2a6.2 6.2 0 1 1 9.2 0M5 17.3a10 10 0 1 1 14 0',
);
export const lockGlyph = glyph('M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3');
export const moreGlyph = glyph(
  'M4 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0m7 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0m7 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
);
export const playGlyph = glyph('M8 5.5v13l10.5-6.5z');
export const codeGlyph = glyph('M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM15 15h5v5');
