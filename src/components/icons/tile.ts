/**
 * An app's tile: its own colour, and its mark on it. The colour is a presentation attribute of SVG, so
 * that it needs no inline style, which a Content Security Policy may forbid.
 */
import { html, nothing, type TemplateResult } from 'lit/html.js';

export interface AppIcon {
  /** `#rrggbb` */
  color: string;
  /** White on the colour, in a square of 56 units. */
  mark: unknown;
}

/** @param icon `undefined` while it is loading. */
export const renderTile = (icon: AppIcon | undefined): TemplateResult =>
  html`<svg
    part="icon"
    class="tile"
    viewBox="0 0 56 56"
    color=${icon?.color ?? nothing}
    aria-hidden="true"
  >
    ${icon?.mark}
  </svg>`;

/** Three dots: everything else. */
export const moreTile = html`<svg part="icon" class="tile" viewBox="0 0 56 56" aria-hidden="true">
  <path stroke="currentColor" stroke-width="5" stroke-linecap="round" d="M20 28h0m8 0h0m8 0h0" />
</svg>`;
