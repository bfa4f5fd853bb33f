/** One item of the sheet: a glyph, what it is, and in a few words what for; and those glyphs. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { glyph } from '../icons/glyphs.js';

export interface SheetItem {
  part: string;
  glyph: TemplateResult;
  title: string;
  text?: string | undefined;
  /** Where it leads; without one it is a button. */
  href?: string | undefined;
  onPress?: (event: Event) => void;
}

export function renderItem({ part, glyph, title, text, href, onPress }: SheetItem): TemplateResult {
  const content = html`${glyph}
    <span class="item-words"
      ><span class="item-title">${title}</span> ${
        text ? html`<span class="item-text">${text}</span>` : nothing
      }</span
    >`;
  return href
    ? html`<a part=${part} class="item" href=${href} rel="noreferrer">${content}</a>`
    : html`<button type="button" part=${part} class="item" @click=${onPress}>${content}</button>`;
}

/** Points against the direction of the text, as the way back does. */
export const backGlyph = glyph('m14.5 5-7 7 7 7');
export const deviceGlyph = glyph(
  'M8.9 2.5h6.2a2.4 2.4 0 0 1 2.4 2.4v14.2a2.4 2.4 0 0 1-2.4 2.4H8.9a2.4 2.4 0 0 1-2.4-2.4V4.9a2.4 2.4 0 0 1 2.4-2.4zM11 18.2h2',
);
export const copyGlyph = glyph(
  'M10.9 8.5h7.2a2.4 2.4 0 0 1 2.4 2.4v7.2a2.4 2.4 0 0 1-2.4 2.4h-7.2a2.4 2.4 0 0 1-2.4-2.4v-7.2a2.4 2.4 0 0 1 2.4-2.4zM15.5 8.5V6a2.4 2.4 0 0 0-2.4-2.4H6A2.4 2.4 0 0 0 3.6 6v7.1a2.4 2.4 0 0 0 2.4 2.4h2.5',
);
export const eyeGlyph = glyph(
  'M2.5 12C4.5 8 8 5.5 12 5.5S19.5 8 21.5 12C19.5 16 16 18.5 12 18.5S4.5 16 2.5 12zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
);
export const hideGlyph = glyph(
  'M2.5 12C4.5 8 8 5.5 12 5.5S19.5 8 21.5 12C19.5 16 16 18.5 12 18.5S4.5 16 2.5 12zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0M4 20 20 4',
);
export const renewGlyph = glyph(
  'M4 12a8 8 0 0 1 13.7-5.6L20 8.7M20 4v4.7h-4.7M20 12a8 8 0 0 1-13.7 5.6L4 15.3M4 20v-4.7h4.7',
);
/** Two plugs that meet: an account that is connected. */
export const accountGlyph = glyph(
  'M10 14a4.5 4.5 0 0 0 6.4.4l3-3a4.5 4.5 0 0 0-6.4-6.4l-1.7 1.7M14 10a4.5 4.5 0 0 0-6.4-.4l-3 3A4.5 4.5 0 0 0 11 19l1.7-1.7',
);
/** Two arrows: another app in the place of this one. */
export const swapGlyph = glyph('M7 4 3.5 7.5 7 11M3.5 7.5H17M17 13l3.5 3.5L17 20M20.5 16.5H7');
