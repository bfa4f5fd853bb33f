/** Styles of the search field and the menu, adopted when their chunk is loaded. */
import { css } from '../../styles/css.js';

/**
 * The menu stands over the rows, so that opening it moves nothing; the field takes the heading's place
 * where there is no room for both.
 */
export const episodeControlStyles = css`
  .episode-head {
    position: relative;
  }
  .controls [hidden] {
    display: none;
  }
  .field {
    width: 100%;
    min-height: max(2.75em, 44px);
    padding: 0.25em 0.75em;
    border: 1px solid var(--_control);
    border-radius: var(--_radius);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  .field::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .field::-webkit-search-cancel-button {
    display: none;
  }
  option {
    background: Canvas;
    color: CanvasText;
  }
  input.field {
    flex: 1;
    min-width: 0;
    max-width: 24em;
    appearance: none;
  }
  .sort {
    position: absolute;
    z-index: 1;
    inset-block-start: 100%;
    inset-inline-end: 0;
    display: grid;
    gap: 1em;
    inline-size: min(100%, 18em);
    padding: 1em;
    border: 1px solid var(--_line);
    border-radius: 1em;
    background: Canvas;
    color: CanvasText;
    box-shadow: 0 0.25em 1.5em rgb(0 0 0 / 20%);
  }
  .sort > label {
    display: grid;
    gap: 0.25em;
    font-size: 0.875em;
  }
  .sort .field {
    font-size: calc(1em / 0.875);
  }
  .episode-head,
  .sort {
    scroll-margin: 0.5em;
  }
  .found + div,
  .episode-head + .lost {
    padding-bottom: 1em;
  }
  .found {
    padding-bottom: 0.75em;
    font-size: 0.875em;
  }
  @container (max-width: 26em) {
    h3:has(+ .controls > input:not([hidden])) {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  @container (max-width: 17em) {
    .sort {
      padding: 0.5em;
    }
    .field {
      padding-inline: 0.25em;
    }
  }
`;
