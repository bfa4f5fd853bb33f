/** Styles of the transcript, adopted when it is opened. */
import { css } from '../styles/css.js';

/**
 * Twenty thousand lines stay smooth: a block of them is laid out when it comes near. The first block
 * always is, because Chromium leaves the others out of the accessibility tree until then. Field and button
 * stay where the lines pass under them; `--_panel` is the background of what they are in.
 */
export const transcriptStyles = css`
  .transcript [hidden] {
    display: none;
  }
  .transcript > :is(input, .button) {
    position: sticky;
    z-index: 1;
    background: var(--_panel, Canvas);
  }
  .said,
  .transcript > :is(input, .button) {
    width: 100%;
    min-height: max(2.75em, 44px);
  }
  .transcript > .button {
    inset-block-end: 0;
  }
  .transcript > input {
    inset-block-start: 0;
    padding: 0.25em 0.75em;
    margin-block: 0.5em;
    border: 1px solid var(--_control);
    border-radius: var(--_radius);
    color: inherit;
    font: inherit;
    appearance: none;
  }
  .said-block:nth-child(n + 2) {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 2200px;
  }
  .said {
    display: block;
    padding: 0.375em 0.25em;
    color: var(--_muted);
    outline-offset: -2px;
    scroll-margin-block: 5em;
  }
  .said[aria-current] {
    color: inherit;
    font-weight: 600;
  }
  .said > b {
    display: block;
    font-size: 0.875em;
  }
`;
