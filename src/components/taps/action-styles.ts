/** Styles of what a tap on a button brings. Adopted with the first paint after the buttons. */
import { css } from '../styles/css.js';

/**
 * A failure that stands where the member pressed needs no second place. A hover is styled only on a device that can hover: on a touch screen it would stay after the finger has
 * gone.
 */
export const actionStyles = css`
  .buttons + .buttons {
    margin-top: var(--_gap);
  }
  .panel:not(.phone-card) {
    display: grid;
    gap: 0.75em;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75em;
  }
  .root:has(.lost) .actions > .buttons:has(> [role='alert']) {
    display: none;
  }
  button.link {
    min-height: max(2.75em, 44px);
    font-weight: 600;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  button:disabled {
    cursor: default;
    opacity: 0.5;
  }
  .connected {
    display: inline-grid;
    place-items: center;
    width: 1.3em;
    height: 1.3em;
    margin-inline-end: 0.25em;
    border-radius: 50%;
    background: #1f7a4d;
    color: #fff;
    vertical-align: -0.2em;
  }
  .connected .glyph {
    width: 0.85em;
    margin: 0;
    stroke-width: 3;
  }
  .help {
    scroll-margin-block: 0.5em;
    position: relative;
  }
  .help > p:first-child {
    padding-inline-end: 2em;
  }
  .help .hint {
    font-size: 0.875em;
  }
  .help .hint b {
    font-weight: 600;
  }
  .paste-steps {
    display: grid;
    gap: 0.5em;
    margin: 0;
    padding-inline-start: 1.5em;
  }
  .paste-steps b {
    font-weight: 600;
  }
  .help > .icon-button {
    position: absolute;
    inset-block-start: 0.375em;
    inset-inline-end: 0.25em;
  }
  :is(.help, .in-app) .row > * {
    flex: 1 1 8em;
  }
  .starter {
    display: grid;
    gap: 0.75em;
  }
  .starter > .help {
    color: CanvasText;
    font-size: 1.143em;
  }
  .link-field {
    width: 100%;
    min-height: max(2.75em, 44px);
    padding: 0.5em 0.75em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_soft);
    color: inherit;
    font:
      0.875em/1.5 ui-monospace,
      monospace;
  }
  @media (hover: hover) {
    .primary:hover {
      filter: brightness(1.08);
    }
    .button:not(.primary):hover {
      background: var(--_soft);
    }
    .app:hover .tile {
      filter: brightness(1.08);
    }
  }
  @media (forced-colors: active) {
    .primary,
    .cover,
    .skeleton,
    .waiting :is(.primary, .button) {
      border: 1px solid;
    }
    .panel {
      outline: 1px solid;
    }
    .primary > * {
      color: inherit;
    }
    .tile {
      forced-color-adjust: none;
      border: 1px solid CanvasText;
      background: Canvas;
      fill: CanvasText;
    }
    :focus-visible {
      outline-color: Highlight;
    }
  }
`;
