/** The look of the episode list, adopted when the list is loaded. */
import { css } from 'lit';

export const episodeStyles = css`
  .episode-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem 1rem;
    margin-bottom: 0.75rem;
  }
  h4 {
    margin: 0;
    font-size: 1.0625rem;
    font-weight: 600;
    line-height: 1.35;
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    min-width: 0;
  }
  .field {
    min-height: 2.75rem;
    max-width: 100%;
    padding: 0.375rem 0.75rem;
    border: 1px solid var(--_control);
    border-radius: var(--_radius);
    background: transparent;
    color: inherit;
    font: inherit;
    font-size: 0.9375rem;
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
    flex: 1 1 10rem;
    width: 10rem;
  }

  .episode {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0.25rem 1rem;
    align-items: start;
    padding-block: 0.875rem;
    border-top: 1px solid var(--_line);
    /* Ten thousand rows stay smooth: what is out of view is not laid out. */
    content-visibility: auto;
    contain-intrinsic-block-size: auto 6.5rem;
  }
  .episode-text {
    min-width: 0;
    display: grid;
    justify-items: start;
    gap: 0.125rem;
  }
  .facts {
    font-size: 0.9375rem;
  }
  .badge {
    display: inline-block;
    margin-inline-start: 0.375rem;
    padding: 0 0.5rem;
    border: 1px solid var(--_line);
    border-radius: 1rem;
    font-size: 0.8125rem;
  }
  .notes-toggle {
    margin-inline-start: -0.625rem;
    font-size: 0.9375rem;
  }
  [aria-expanded='true'] .glyph {
    transform: rotate(180deg);
  }
  .notes {
    max-width: 42rem;
    padding-bottom: 0.5rem;
  }
  .notes p,
  .notes ul,
  .notes ol {
    margin: 0 0 0.75rem;
  }
  .notes ul,
  .notes ol {
    padding-inline-start: 1.25rem;
  }
  .notes ul {
    list-style: disc;
  }
  .play {
    display: grid;
    place-items: center;
    width: 2.75rem;
    height: 2.75rem;
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
    min-height: 2.75rem;
  }

  /* Wide enough: the date stands before the title, in a column of its own. */
  @container (min-width: 40rem) {
    .episode-text {
      grid-template-columns: 13rem 1fr;
      column-gap: 2rem;
      width: 100%;
    }
    .facts {
      grid-area: 1 / 1 / span 3;
      padding-top: 0.0625rem;
    }
    .badge:first-child {
      margin-inline-start: 0;
    }
    h4,
    .notes-toggle,
    .notes {
      grid-column: 2;
    }
  }
`;
