/** The look of what is behind the player's bar. */
import { css } from '../../styles/css.js';

/**
 * The slider and the sleep timer's menu are the browser's own; they lie over what is drawn for them, which has
 * their focus ring, too.
 */
const controlStyles = css`
  .seek,
  .sleep {
    position: relative;
    display: grid;
    place-items: center;
    min-width: 44px;
    height: 44px;
    border-radius: 0.5em;
  }
  .seek {
    margin-bottom: -24px;
  }
  .seek > *,
  .sleep > select {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
  }
  .seek > input,
  .sleep > select {
    opacity: 0;
    cursor: pointer;
  }
  .seek:has(:focus-visible) > .progress::before,
  .sleep:has(:focus-visible) {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .seek > :not(input) {
    top: calc(50% - 3px);
    height: 6px;
    border-radius: 3px;
  }
  .seek > .progress::before {
    content: '';
    position: absolute;
    top: -6px;
    inset-inline-start: calc(var(--_at) * (100% - 18px));
    width: 18px;
    height: 18px;
    border-radius: 50%;
    background: var(--_accent);
  }
  .notches {
    stroke: var(--_panel);
    stroke-width: 2px;
  }
  .notches > path {
    vector-effect: non-scaling-stroke;
  }
  .times {
    display: flex;
    justify-content: space-between;
    font-variant-numeric: tabular-nums;
  }
  .on {
    color: var(--_accent);
  }
  .transport > select {
    min-width: 44px;
    height: 44px;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-weight: 650;
    border-radius: 0.5em;
    appearance: none;
  }
  option {
    color: CanvasText;
    background: Canvas;
  }
`;

/** Where there is little room for the rest, in large letters or on a small screen, the whole panel scrolls. */
const restStyles = css`
  .expanded {
    flex-flow: column;
    align-items: stretch;
    max-height: min(90dvh, 45em);
    overflow: hidden auto;
    padding: 1.25em;
  }
  .expanded > * {
    flex: none;
  }
  .extra {
    overflow-wrap: anywhere;
  }
  .expanded > .transport {
    align-self: center;
    width: min(100%, 26em);
  }
  .expanded .play {
    width: min(3.75em, 64px);
    height: min(3.75em, 64px);
  }
  .expanded > .now:has(video) {
    display: grid;
  }
  .expanded .art:has(video) {
    width: 100%;
    aspect-ratio: 16 / 9;
    max-height: 40dvh;
  }
  .expanded video {
    object-fit: contain;
  }
  .expanded > .rest {
    flex: 0 1 auto;
    min-height: 44px;
    overflow: auto;
    overscroll-behavior: contain;
  }
  .rest:has([open], .transcript) {
    min-height: 8em;
  }
  summary,
  .extra {
    display: flex;
    align-items: center;
    gap: 0.75em;
    width: 100%;
    min-height: 44px;
    padding-block: 0.375em;
    border-radius: 0.5em;
    outline-offset: -2px;
    cursor: pointer;
  }
  summary {
    justify-content: space-between;
    font-weight: 600;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  details[open] > summary > .glyph {
    rotate: 180deg;
  }
  details ol {
    margin: 0;
    padding: 0;
    list-style: '';
  }
  .extra > .small {
    flex: none;
    min-width: 3em;
    font-variant-numeric: tabular-nums;
  }
  .extra[aria-current] {
    color: var(--_accent);
    font-weight: 650;
  }
  .extra[aria-current] > .small {
    color: inherit;
  }
  dl {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 0.5em 1em;
    margin: 0;
  }
  dd {
    margin: 0;
  }
  @container (max-width: 18em) {
    .player.expanded {
      padding: 0.75em;
    }
    .expanded > .transport {
      display: grid;
      grid-template-columns: 1fr auto 1fr;
      justify-items: center;
    }
    .transport > :is(select, .sleep) {
      order: 1;
    }
    .transport > .play {
      grid-column: 2;
    }
    .transport > .sleep {
      grid-column: 3;
    }
  }
`;

export const playerPanelStyles = [controlStyles, restStyles];
