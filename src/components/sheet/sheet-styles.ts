/** Styles of what is in the sheet. Adopted when it opens, over those of its dialog. */
import { css } from '../styles/css.js';

/**
 * The rows are as calm as in a phone's own settings: a glyph, what it is, what for, and a line. The glyphs
 * of the icon buttons stand at the edge of the text, their room beyond it.
 */
export const sheetStyles = css`
  .sheet-head {
    display: flex;
    align-items: center;
    gap: 0.5em;
  }
  .sheet-head h3 {
    flex: 1;
    min-width: 0;
    outline: none;
  }
  .dialog-body .icon-button {
    flex: none;
    display: grid;
    place-items: center;
    --_size: max(2em, 44px);
    --_edge: calc((1.25em - var(--_size)) / 2);
    width: var(--_size);
    height: var(--_size);
    margin-inline-end: var(--_edge);
    border-radius: 50%;
  }
  .dialog-body .back {
    margin-inline: var(--_edge) 0;
  }
  .root[dir='rtl'] .back .glyph {
    transform: scaleX(-1);
  }
  .news {
    padding: 0.75em 1em;
    border-radius: var(--_radius);
    background: var(--_soft);
    font-weight: 600;
  }
  .dialog-body .apps {
    grid-template-columns: repeat(auto-fill, minmax(min(100%, max(5em, 21%)), 1fr));
    gap: 1em 0.25em;
    margin: 0;
  }
  .dialog-body .app > span {
    min-width: 0;
    max-width: 100%;
    min-height: 0;
  }
  .dialog-body .phone-card {
    justify-content: center;
  }
  .dialog-body > .quiet {
    text-decoration: underline;
  }
  .forgotten {
    justify-self: center;
    outline: none;
    text-align: center;
  }
  .dialog-body h4 {
    margin: 0.5em 0 0;
    font-size: 1em;
    font-weight: 600;
  }
  .items {
    border-top: 1px solid var(--_line);
  }
  .items > li {
    border-bottom: 1px solid var(--_line);
  }
  .item {
    display: flex;
    align-items: center;
    gap: min(1em, 4vw);
    --_room: min(0.75em, 3vw);
    width: calc(100% + 2 * var(--_room));
    min-height: max(3.875em, 44px);
    margin-inline: calc(-1 * var(--_room));
    padding: 0.5em var(--_room);
    border-radius: 0.75em;
    text-decoration: none;
  }
  .item > .glyph {
    color: var(--_muted);
  }
  .item-words {
    display: grid;
    min-width: 0;
  }
  .item-title {
    font-weight: 600;
  }
  .item-text {
    color: var(--_muted);
    font-size: 0.875em;
  }
  .link-item {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 1em;
  }
  .link-item > .item {
    flex: 1;
  }
  .link-row {
    flex: 1 0 100%;
    display: grid;
    gap: 0.5em;
    padding-bottom: 1em;
  }
  .link-row > p {
    font-size: 0.875em;
  }
  .link-field {
    width: 100%;
    min-height: max(2.75em, 44px);
    padding: 0.5em 0.75em;
    border: 1.5px solid var(--_control);
    border-radius: min(var(--_radius), 0.75em);
    background: none;
    color: inherit;
    font:
      0.875em/1.5 ui-monospace,
      monospace;
  }
  @container (max-width: 14em) {
    .sheet-head {
      flex-wrap: wrap;
    }
    .sheet-head h3 {
      order: 1;
      flex-basis: 100%;
    }
    .dialog-body [part='close'] {
      margin-inline-start: auto;
    }
  }
  @media (hover: hover) {
    .dialog-body :is(.item, .icon-button):hover {
      background: var(--_soft);
    }
  }
  @media (forced-colors: active) {
    .item {
      width: 100%;
      margin: 0.25em 0;
      border: 1px solid;
    }
    .items,
    .items > li {
      border: 0;
    }
    .dialog-body .icon-button {
      border: 1px solid;
    }
  }
`;
