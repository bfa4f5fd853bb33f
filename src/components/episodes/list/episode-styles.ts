/** Styles of the episode list, adopted when its chunk is loaded. */
import { css } from 'lit';

/**
 * The menu stands over the rows, so that opening it moves nothing; the field takes the heading's place
 * where there is no room for both.
 */
const controlStyles = css`
  .episode-head {
    position: relative;
  }
  .controls {
    display: flex;
    flex: 1;
    justify-content: end;
    gap: 0.25em;
  }
  .controls [hidden] {
    display: none;
  }
  .icon-button {
    flex: none;
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    color: var(--_muted);
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

/**
 * Ten thousand rows stay smooth: a block of them is laid out when it comes near, and so is a group of
 * blocks. The first fifty rows always are, because Chromium leaves the others out of the accessibility
 * tree until then. `overflow-clip-margin` leaves room for focus rings, which reach beyond the block.
 *
 * The title's button is 44 pixels high without taking more room than its text: it reaches into the space
 * above, and its ring stays above the facts. An image floats, so that the text is as wide as there is room.
 * In large letters on a small screen nothing stands beside the title, whose words would break.
 */
const rowStyles = css`
  .episode {
    display: grid;
    grid-template-columns: max(2.75em, 44px) minmax(0, 1fr);
    gap: 0.5em 1em;
    align-items: start;
    padding-block: 1em;
    border-top: 1px solid var(--_line);
  }
  .group:nth-child(n + 2),
  .block:nth-child(n + 2),
  .group:nth-child(n + 2) > .block {
    content-visibility: auto;
    overflow-clip-margin: 1em;
  }
  .play {
    grid-column: 1;
    display: grid;
    place-items: center;
    width: max(2.75em, 44px);
    height: max(2.75em, 44px);
    padding: 0;
    border: 1px solid transparent;
    border-radius: 50%;
    background: var(--_soft);
  }
  .play .glyph {
    fill: currentColor;
    stroke-width: 1;
  }
  .playing {
    background: var(--_accent);
  }
  .episode-text {
    grid-column: 2;
    display: flow-root;
  }
  h4 {
    margin: 0;
    font-size: 1em;
    font-weight: 600;
    line-height: 1.3;
  }
  .notes-toggle {
    position: relative;
    display: flex;
    justify-content: space-between;
    align-items: start;
    gap: 0.75em;
    width: calc(100% + 0.25em);
    min-height: 44px;
    padding-block: 1em 0.5em;
    padding-inline: 0.25em 0;
    margin-block: -1em -0.5em;
    margin-inline: -0.25em 0;
    font-weight: inherit;
    line-height: inherit;
    outline-offset: -2px;
  }
  [part='episode-title'] {
    display: block;
    min-width: 0;
  }
  .notes-toggle .glyph {
    color: var(--_muted);
  }
  .notes-toggle[aria-expanded='true'] > .glyph {
    rotate: 180deg;
  }
  .facts,
  .excerpt,
  .description {
    margin-top: calc(0.25em / 0.875);
    font-size: 0.875em;
    line-height: 1.45;
  }
  [part='badge'] {
    font-weight: 600;
  }
  .excerpt {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
  [part='episode-title'],
  .excerpt,
  [part='description'] {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .episode-image {
    float: right;
    float: inline-end;
    width: 3.5em;
    height: 3.5em;
    margin-block-start: 0.5em;
    margin-inline-start: 1em;
    border-radius: 0.5em;
    object-fit: cover;
    background: var(--_soft);
  }
  .player {
    clear: both;
    padding-top: 0.75em;
  }
  audio {
    display: block;
    width: 100%;
    min-height: max(2.75em, 44px);
  }
  @container (max-width: 17em) {
    .episode {
      grid-template-columns: minmax(0, 1fr);
    }
    .episode-text {
      grid-column: 1;
    }
    .notes-toggle {
      display: block;
    }
    [part='episode-title'] {
      display: inline;
    }
    .notes-toggle .glyph {
      vertical-align: middle;
    }
  }
`;

const endStyles = css`
  .more-episodes {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0 1.5em;
    border-top: 1px solid var(--_line);
  }
  .show-more {
    min-height: max(3em, 44px);
    padding: 0;
    color: var(--_accent);
    font-weight: 600;
  }
  .description {
    padding-top: 1em;
    border-top: 1px solid var(--_line);
  }
  .description > p {
    max-width: 48em;
    margin: 0;
    font-size: 1em;
  }
`;

export const episodeStyles = [controlStyles, rowStyles, endStyles];
