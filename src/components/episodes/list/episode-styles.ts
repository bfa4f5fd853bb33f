/** Styles of the episode list, adopted when its chunk is loaded. */
import { css } from '../../styles/css.js';

/** The field and the menu have styles of their own: `control-styles.ts`. */
const iconStyles = css`
  /* The second line of the button that goes on: a long title is cut off, and never how long there is to hear. */
  [part='listen'] > span {
    min-width: 0;
  }
  small {
    display: flex;
    font-size: 0.875em;
    font-weight: 400;
    white-space: pre;
  }
  small > bdi {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .controls {
    display: flex;
    flex: 1;
    justify-content: end;
    gap: 0.25em;
  }
`;

/**
 * Ten thousand rows stay smooth: a block of them is laid out when it comes near, and so is a group of
 * blocks. The first fifty rows always are, because Chromium leaves the others out of the accessibility
 * tree until then. `overflow-clip-margin` leaves room for focus rings, which reach beyond the block.
 *
 * The title's button is 44 pixels high without taking more room than its text: it reaches into the space
 * above, and its ring stays above the facts. A hidden image still loads when it comes near. An image floats, so that the text is as wide as there is room.
 * In large letters on a small screen nothing stands beside the title, whose words would break, and its arrow takes no width of its own: it never begins a line.
 */
const rowStyles = css`
  .episode-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 0.5em;
  }
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
  @media (forced-colors: active) {
    .playing > * {
      color: inherit;
    }
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
    hyphens: auto;
    hyphenate-limit-chars: 12;
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
  }
  .episode-image > [hidden] {
    display: block;
    visibility: hidden;
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
      padding-inline-end: 1.25em;
    }
    .notes-toggle .glyph {
      margin-inline-start: -1.25em;
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
`;

export const episodeStyles = [iconStyles, rowStyles, endStyles];
