/** The controls of panels and the sheet: what opens an app, and what closes. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AppButton } from './app-buttons.js';
import { glyph } from '../icons/glyphs.js';

export interface AppControl {
  part: string;
  /** Name of the class. */
  look: string;
  content: unknown;
  /** Read out in place of the content. */
  name?: string;
  onSelect: () => void;
}

/** A link, or a button where no link does. */
export function renderAppControl({ app, href }: AppButton, control: AppControl): TemplateResult {
  const { part, look, content, name = nothing, onSelect } = control;
  return href
    ? html`<a
        part=${part}
        class=${look}
        data-app=${app.id}
        href=${href}
        aria-label=${name}
        rel="noreferrer"
        @click=${onSelect}
        >${content}</a
      >`
    : html`<button
        type="button"
        part=${part}
        class=${look}
        data-app=${app.id}
        aria-label=${name}
        @click=${onSelect}
      >
        ${content}
      </button>`;
}

const closeGlyph = glyph('m6 6 12 12M18 6 6 18');

/** The button that closes a panel or a dialog. */
export const renderClose = (part: string, label: string, onClose: () => void): TemplateResult =>
  html`<button type="button" part=${part} class="icon-button" aria-label=${label} @click=${onClose}>
    ${closeGlyph}
  </button>`;
