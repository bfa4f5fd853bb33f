/** The look of what is pressed in the first view: buttons, tiles, and the card for the phone. */
import { css } from './css.js';

export const controlStyles = css`
  /* On the accent stands black or white, whichever reads better: 0.179 is the relative luminance at
     which both have the same contrast (WCAG 2.2, 1.4.3), so that one of them always has 4.5:1. */
  a,
  button {
    font: inherit;
    color: inherit;
    cursor: pointer;
  }
  button {
    margin: 0;
    border: 0;
    padding: 0;
    background: none;
    text-align: start;
  }
  .primary,
  .button {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.5em;
    min-height: max(3.125em, 44px);
    padding: 0.25em 1em;
    border: 1.5px solid var(--_control);
    border-radius: var(--_radius);
    font-weight: 600;
    line-height: 1.25;
    text-align: center;
    text-decoration: none;
  }
  .primary {
    min-height: 3.5em;
    gap: 0.75em;
    border-color: transparent;
    background: var(--_accent);
  }
  .primary > :not(.tile),
  .playing > * {
    color: Canvas;
    --_on: clamp(0, (0.179 - (0.2126 * r + 0.7152 * g + 0.0722 * b)) * 9999, 1);
    color: color(from var(--_accent) srgb-linear var(--_on) var(--_on) var(--_on));
  }
  :is(.primary, .button) > .tile {
    width: 1.875em;
  }
  .primary[part='listen'] {
    justify-content: start;
    padding-inline: min(1.75em, 8vw);
    text-align: start;
  }
  .link {
    justify-self: center;
    color: var(--_accent);
    text-underline-offset: 0.2em;
  }

  /* The columns depend on the container's width alone, and each name has room for two lines: one in another
     font or language wraps in its own cell and moves nothing else. */
  .apps {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, max(4.5em, 21%)), 1fr));
    gap: 1em 0;
    margin-top: 0.5em;
  }
  .app:not(.primary) {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 0.5em;
    width: 100%;
    font-size: 0.875em;
    line-height: 1.2;
    text-align: center;
    text-decoration: none;
  }
  .app > span {
    max-width: calc(100% + 0.25em);
    min-height: 2lh;
  }
  .tile {
    flex: none;
    width: 4em;
    aspect-ratio: 1;
    border-radius: 27%;
    background: var(--pps-tile-color, currentColor);
    fill: #fff;
  }
  .tile:not([color]) {
    background: var(--_soft);
  }

  .glyph {
    flex: none;
    width: 1.25em;
    height: 1.25em;
    overflow: visible;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  :is(.button, .primary) > .glyph {
    fill: currentColor;
  }
  .button > .glyph {
    color: var(--_accent);
  }

  /* Cards: as high before the code, or the words of the notice, as with it. */
  .panel {
    padding: 1.25em;
    border-radius: var(--_radius);
    background: var(--_soft);
  }
  .in-app {
    min-height: max(7.5em, 15em - 22cqi);
    margin-bottom: 0.75em;
  }
  .phone-card {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 1em 1.25em;
  }
  .code-space {
    flex: none;
    display: grid;
    place-items: center;
    width: 11em;
    max-width: 100%;
    aspect-ratio: 1;
    border-radius: 0.75em;
    background: var(--_soft);
    color: var(--_muted);
  }
  .phone-text {
    flex: 1 1 11em;
    display: grid;
    gap: 0.25em;
    justify-items: start;
  }
  .phone-text > button {
    margin-top: 0.5em;
    min-height: max(3.125em, 44px);
    padding-inline: 1.5em;
  }
`;
