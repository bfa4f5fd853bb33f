/** A button of the player. */
import { html, nothing, type TemplateResult } from 'lit/html.js';

/** @param label read out in place of the content. */
export const renderButton = (
  part: string,
  look: string,
  content: unknown,
  onClick: () => unknown,
  label?: string,
): TemplateResult =>
  html`<button
    type="button"
    part=${part}
    class=${look}
    aria-label=${label ?? nothing}
    @click=${onClick}
  >
    ${content}
  </button>`;
