/** The look of the player, adopted with the first press. */
import { css } from 'lit';

/**
 * It stands at the element's lower edge, and stays in sight while the element is: sticky, so that it has room
 * of its own after the last row. Its ground is opaque, and a little lighter than the page's.
 */
const barStyles = css`
  .player {
    position: sticky;
    z-index: 1;
    inset-block-end: max(0.5em, env(safe-area-inset-bottom));
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.75em;
    margin-top: var(--_gap);
    padding: 0.75em;
    border-radius: var(--_radius);
    overflow: hidden;
    background: linear-gradient(
        color-mix(in srgb, currentColor 9%, transparent),
        color-mix(in srgb, currentColor 9%, transparent)
      )
      Canvas;
    box-shadow: 0 0.25em 1.5em rgb(0 0 0 / 0.25);
    outline: 1px solid transparent;
  }
  .now {
    flex: 1 1 9em;
    display: flex;
    align-items: center;
    gap: 0.75em;
    min-width: 0;
  }
  .art {
    flex: none;
    width: 2.75em;
    aspect-ratio: 1;
    border-radius: 0.5em;
    overflow: hidden;
    background: var(--_soft);
  }
  .art > * {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  .art > audio {
    display: none;
  }
  .player-open {
    flex: 1;
    display: flex;
    align-items: center;
    gap: 0.5em;
    min-width: 0;
    min-height: 44px;
  }
  .titles {
    flex: 1;
    display: grid;
    min-width: 0;
  }
  .titles > * {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .player-open > .glyph {
    rotate: 180deg;
    color: var(--_muted);
  }
  .line {
    position: absolute;
    inset: 0 0 auto;
    height: 3px;
    background: var(--_line);
  }
  .line::after {
    content: '';
    display: block;
    width: calc(var(--_at) * 100%);
    height: 100%;
    background: var(--_accent);
  }
  .transport {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
  .skip {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
  }
  .skip .glyph {
    width: 1.75em;
    height: 1.75em;
  }
  .skip text {
    fill: currentColor;
    stroke: none;
    font: 700 8px sans-serif;
  }
  .trouble:empty {
    display: none;
  }
  .trouble {
    flex: 1 0 100%;
    order: 1;
    font-size: 0.875em;
  }
`;

const expandedStyles = css`
  .expanded {
    flex-flow: column;
    flex-wrap: nowrap;
    align-items: stretch;
    gap: 0.75em;
    max-height: min(90dvh, 45em);
    padding: 1.25em;
  }
  .expanded > * {
    flex: none;
  }
  .expanded .player-open > .glyph {
    rotate: none;
  }
  .expanded .art:has(video) {
    width: 100%;
    aspect-ratio: 16 / 9;
    max-height: 40dvh;
  }
  .expanded .now:has(video) {
    flex-wrap: wrap;
  }
  .expanded video {
    object-fit: contain;
  }
  .seek {
    position: relative;
    height: 44px;
    margin-block: -0.5em;
    border-radius: 0.5em;
  }
  .seek:focus-within {
    outline: 2px solid var(--_accent);
  }
  .seek > * {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
  }
  .seek > .line,
  .notches {
    inset-block: calc(50% - 3px);
    height: 6px;
    border-radius: 3px;
  }
  .seek > .line::after {
    border-radius: inherit;
  }
  .seek > .line::before {
    content: '';
    position: absolute;
    inset-block-start: -6px;
    inset-inline-start: calc(var(--_at) * (100% - 18px));
    width: 18px;
    height: 18px;
    border-radius: 50%;
    background: var(--_accent);
  }
  .notches {
    stroke: Canvas;
    stroke-width: 2px;
  }
  .notches path {
    vector-effect: non-scaling-stroke;
  }
  .seek > input {
    opacity: 0;
    cursor: pointer;
  }
  .times {
    display: flex;
    justify-content: space-between;
    font-variant-numeric: tabular-nums;
  }
  .expanded .play {
    width: 3.75em;
    height: 3.75em;
  }
  .choice,
  .sleep > select {
    min-width: 44px;
    height: 44px;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-weight: 650;
    appearance: none;
    cursor: pointer;
  }
  option {
    background: Canvas;
    color: CanvasText;
  }
  .sleep {
    position: relative;
    display: grid;
    place-items: center;
    min-width: 44px;
    height: 44px;
  }
  .sleep > select {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
  }
  .sleep:focus-within {
    outline: 2px solid var(--_accent);
  }
  .expanded > .rest {
    flex: 0 1 auto;
    min-height: 0;
    overflow: auto;
    overscroll-behavior: contain;
  }
  summary {
    align-content: center;
    min-height: 44px;
    font-weight: 600;
    cursor: pointer;
  }
  .chapter-list {
    margin: 0;
    padding: 0;
    list-style: '';
  }
  .extra {
    display: flex;
    align-items: center;
    gap: 0.75em;
    width: 100%;
    min-height: 44px;
  }
  .extra[aria-current] {
    font-weight: 650;
  }
  dl,
  dl > div {
    display: grid;
    gap: 0.25em 1em;
    margin: 0;
  }
  dl > div {
    grid-template-columns: 4em 1fr;
  }
  dd {
    margin: 0;
  }
`;

export const playerStyles = css`
  ${barStyles}
  ${expandedStyles}
`;
