/**
 * An app's tile: its own colour, and its mark on it. The colour is a presentation attribute of SVG, so
 * that it needs no inline style, which a Content Security Policy may forbid.
 */
import { html, type TemplateResult } from 'lit/html.js';
import type { App } from '../../apps/app-table.js';

/** Beneath the initials of an app that has no colour in the table. */
const DEFAULT_COLOR = '#5b6770';

/** Three dots: more apps. */
const DOTS = 'M6.5 12h.01M12 12h.01M17.5 12h.01';

/** @param mark white on the colour, in a square of 24 units; nothing while it is loading. */
export const renderTile = ({ color = DEFAULT_COLOR }: App, mark: unknown): TemplateResult =>
  html`<svg part="icon" class="tile" viewBox="0 0 56 56" color=${color} aria-hidden="true">
    <rect width="56" height="56" rx="15" />
    ${mark}
  </svg>`;

export const moreTile = html`<svg
  part="icon"
  class="tile glyph quiet"
  viewBox="0 0 24 24"
  aria-hidden="true"
>
  <rect width="24" height="24" rx="6.5" />
  <path d=${DOTS} />
</svg>`;
