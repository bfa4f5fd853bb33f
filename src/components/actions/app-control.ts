/** The control that opens an app from a panel or the sheet: a link, or a button where no link does. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AppButton } from '../first-load/view/app-buttons.js';

export interface AppControl {
  part: string;
  /** Name of the class. */
  look: string;
  content: unknown;
  /** Read out in place of the content. */
  name?: string;
  onSelect: () => void;
}

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
