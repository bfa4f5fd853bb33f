/** The button that closes a panel or a dialog. */
import { html, type TemplateResult } from 'lit/html.js';
import { glyph } from './glyphs.js';

const closeGlyph = glyph('m6 6 12 12M18 6 6 18');

export const renderClose = (part: string, label: string, onClose: () => void): TemplateResult =>
  html`<button type="button" part=${part} class="icon-button" aria-label=${label} @click=${onClose}>
    ${closeGlyph}
  </button>`;
