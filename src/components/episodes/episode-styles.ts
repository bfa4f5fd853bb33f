/** Styles of the episode list, adopted when its chunk is loaded. */
import { css } from 'lit';

export const episodeStyles = css`
  .episode-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.75em 1em;
    min-height: max(2.75em, 44px);
    margin-bottom: 0.75em;
  }
  h4,
  h5 {
    margin: 0;
    font-size: 1.0625em;
    font-weight: 600;
    line-height: 1.35;
  }
  h5 {
    font-size: 1em;
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
    min-width: 0;
  }
  .field {
    min-height: max(2.75em, 44px);
    max-width: 100%;
    padding: 0.375em 0.75em;
    border: 1px solid var(--_control);
    border-radius: var(--_radius);
    background: transparent;
    color: inherit;
    font: inherit;
    font-size: 0.9375em;
  }
  .field::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  option {
    background: Canvas;
    color: CanvasText;
  }
  input.field {
    flex: 1 0 100%;
    width: 100%;
  }

  .episode {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0.25em 1em;
    align-items: start;
    padding-block: 0.875em;
    border-top: 1px solid var(--_line);
  }
  /*
   * Ten thousand rows stay smooth: what is out of view is not laid out. The first fifty always
   * are, because Chromium leaves the others out of the accessibility tree until they come near.
   */
  .episode:nth-child(n + 51) {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 6.5em;
    /* Focus rings reach beyond the row. */
    overflow-clip-margin: 1em;
  }
  /* As high as a row with a title of one line. */
  .row-space {
    height: 6.9em;
    padding-top: 0.875em;
    border-top: 1px solid var(--_line);
  }
  .episode-text {
    min-width: 0;
    display: grid;
    justify-items: start;
    gap: 0.125em;
  }
  .facts {
    font-size: 0.9375em;
  }
  .excerpt {
    display: none;
    font-size: 0.9375em;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    max-width: 100%;
  }
  .badge {
    display: inline-block;
    margin-inline-start: 0.375em;
    padding: 0 0.5em;
    border: 1px solid var(--_line);
    border-radius: 1em;
    font-size: 0.8125em;
  }
  .notes-toggle {
    margin-inline-start: -0.5em;
  }
  [aria-expanded='true'] .glyph {
    transform: rotate(180deg);
  }
  .notes {
    grid-column: 1 / -1;
    max-width: 42em;
    padding-bottom: 0.5em;
  }
  .notes p,
  .notes ul,
  .notes ol {
    margin: 0 0 0.75em;
  }
  .notes ul,
  .notes ol {
    padding-inline-start: 1.25em;
  }
  .notes ul {
    list-style: disc;
  }
  .notes .chapters {
    padding: 0;
    list-style: '';
  }
  .chapters .quiet {
    margin-inline-start: -0.5em;
    align-items: baseline;
    color: inherit;
    text-align: start;
  }
  .clock {
    flex: none;
    min-width: 2.75em;
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }
  .play {
    display: grid;
    place-items: center;
    width: max(2.75em, 44px);
    height: max(2.75em, 44px);
    border: 1px solid var(--_control);
    border-radius: 50%;
  }
  .play:hover {
    background: var(--_wash);
  }
  .player {
    grid-column: 1 / -1;
  }
  audio {
    display: block;
    width: 100%;
    min-height: max(2.75em, 44px);
  }

  /* Wide enough: the date stands before the title, in a column of its own. */
  @container (min-width: 40em) {
    .controls {
      flex: 1;
      justify-content: end;
    }
    input.field {
      flex: 0 1 18em;
      width: 12em;
    }
    .episode-text {
      grid-template-columns: 13em minmax(0, 1fr);
      column-gap: 2em;
      width: 100%;
    }
    .facts {
      grid-area: 1 / 1 / span 4;
      padding-top: 0.0625em;
    }
    .badge:first-child {
      margin-inline-start: 0;
    }
    .excerpt {
      display: block;
    }
    .episode-text > * {
      min-width: 0;
    }
    h4,
    .excerpt,
    .notes-toggle {
      grid-column: 2;
    }
    .notes {
      margin-inline-start: 15em;
    }
  }
`;
