/** One item of the sheet: a glyph, what it is, and in a few words what for. */
import { html, nothing, type TemplateResult } from 'lit/html.js';

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
