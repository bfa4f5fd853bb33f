/** The buttons of the player, their glyphs, and how far they skip. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { glyph } from '../icons/glyphs.js';

/**
 * @param label read out in place of the content.
 * @param isBusy whether what it does takes its time.
 */
export const renderButton = (
  part: string,
  look: string,
  content: unknown,
  onClick: () => unknown,
  label?: string,
  isBusy = false,
): TemplateResult =>
  html`<button
    type="button"
    part=${part}
    class=${look}
    aria-label=${label ?? nothing}
    aria-busy=${isBusy || nothing}
    @click=${onClick}
  >
    ${content}
  </button>`;

/** How far a press skips, in seconds: the steps that people know from their apps. */
export const SKIP_BACK_S = 15;
export const SKIP_FORWARD_S = 30;

/** An arrow around the seconds that it skips. */
const skipGlyph = (path: string, seconds: number) =>
  html`<svg part="icon" class="glyph" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${path} />
    <text x="12" y="16" text-anchor="middle">${seconds}</text>
  </svg>`;

export const skipBackGlyph = skipGlyph('M12 4.5a8 8 0 1 1-7.6 5.4M12 4.5 15 2M12 4.5l3 2.5', 15);
export const skipForwardGlyph = skipGlyph('M12 4.5a8 8 0 1 0 7.6 5.4M12 4.5 9 2M12 4.5 9 7', 30);
export const sleepGlyph = glyph('M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z');
