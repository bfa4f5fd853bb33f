/** Styles of the episode list, adopted when its chunk is loaded. */
import { css } from 'lit';

/**
 * Ten thousand rows stay smooth: a block of them is laid out when it comes near, and so is a group of
 * blocks. The first fifty rows always are, because Chromium leaves the others out of the accessibility
 * tree until then. `overflow-clip-margin` leaves room for focus rings, which reach beyond the block.
 *
 * Children of `.episode-text` need a `max-width`: an item that begins at the start is as wide as its
 * longest word. The play button is first in the row for the keyboard and last for the eye. In a wide
 * container the date is in a column of its own before the title.
 */
export const episodeStyles = css`
  h4 {
    margin: 0;
    font-size: 1.0625em;
    font-weight: 600;
    line-height: 1.35;
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
  .group:nth-child(n + 2),
  .block:nth-child(n + 2),
  .group:nth-child(n + 2) > .block {
    content-visibility: auto;
    overflow-clip-margin: 1em;
  }
  .episode-text {
    grid-area: 1 / 1;
    min-width: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    justify-items: start;
    gap: 0.125em;
  }
  .episode-text > * {
    max-width: 100%;
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
    padding-inline: 0;
  }
  [aria-expanded='true'] .glyph {
    transform: rotate(180deg);
  }
  .play {
    grid-area: 1 / 2;
    display: grid;
    place-items: center;
    width: max(2.75em, 44px);
    height: max(2.75em, 44px);
    border: 1px solid var(--_control);
    border-radius: 50%;
  }
  .player {
    grid-column: 1 / -1;
  }
  audio {
    display: block;
    width: 100%;
    min-height: max(2.75em, 44px);
  }

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
  }
`;
