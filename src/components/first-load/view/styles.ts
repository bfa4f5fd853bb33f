/**
 * The look of the first load: calm, typographic, in the page's own font and colours, sized in
 * `em`, because a page may have made its `rem` anything. Every colour is derived from the
 * inherited text colour, so that light and dark follow the page; a publisher sets
 * `--pps-accent` and `--pps-radius` and is done.
 */
import { css } from 'lit';

/**
 * Black or white, whichever reads better on the accent: 0.179 is the relative luminance at
 * which both have the same contrast (WCAG 2.2, 1.4.3), so that one of them always has 4.5:1.
 */
const onAccent = css`clamp(0, (0.179 - (0.2126 * r + 0.7152 * g + 0.0722 * b)) * 9999, 1)`;

/**
 * A container has no width of its own: without `inline-size` it would vanish in a flex row or a float.
 * Where the page sizes it by its content, it takes what a phone has room for. `--_control` has 3:1 against
 * the page, as the edge of a control must have (WCAG 2.2, 1.4.11).
 */
const hostStyles = css`
  :host {
    display: block;
    box-sizing: border-box;
    inline-size: 100%;
    container-type: inline-size;
    contain-intrinsic-inline-size: 240px;
    --_accent: var(--pps-accent, currentColor);
    --_radius: var(--pps-radius, 0.75rem);
    --_gap: var(--pps-gap, 1.25em);
    --_line: var(--pps-border-color, color-mix(in srgb, currentColor 16%, transparent));
    --_control: color-mix(in srgb, currentColor 56%, transparent);
    --_wash: var(--pps-surface, color-mix(in srgb, currentColor 5%, transparent));
    --_muted: var(--pps-muted, color-mix(in srgb, currentColor 72%, transparent));
  }
  :host([hidden]) {
    display: none;
  }
`;

/**
 * A page's global rules reach the shadow tree by inheritance only: this stops what would spoil it.
 * `overflow-wrap` breaks a word only if it does not fit a line of its own. `list-style` is an empty text
 * and not `none`, which would keep Safari from announcing lists.
 */
const inheritedStyles = css`
  .root {
    font-family: var(--pps-font, inherit);
    font-style: normal;
    font-weight: normal;
    line-height: 1.5;
    letter-spacing: normal;
    word-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-transform: none;
    text-shadow: none;
    white-space: normal;
    overflow-wrap: break-word;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  h2,
  h3,
  p,
  ul {
    margin: 0;
    padding: 0;
  }
  ul {
    list-style: '';
  }
  .root > :not(slot) + section,
  .head + * {
    margin-top: calc(var(--_gap) * 1.6);
  }
`;

/**
 * The intro keeps space for two lines of title and two of author: they come later, and the buttons below
 * must not move. Its column is `minmax(0, 1fr)`, or a single long word would widen it. A title in another
 * direction begins where the lines around it do (`match-parent`).
 */
const headStyles = css`
  .head {
    display: grid;
    grid-template: 'cover intro' auto 'actions actions' auto / clamp(4.5em, 30cqi, 7em) 1fr;
    gap: 0.5em 1em;
    align-items: start;
  }
  .cover {
    grid-area: cover;
    aspect-ratio: 1;
    display: grid;
    place-items: center;
    overflow: hidden;
    border-radius: var(--_radius);
    background: var(--_wash);
    color: var(--_muted);
  }
  .cover > * {
    grid-area: 1 / 1;
  }
  .cover img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  .cover .glyph {
    width: 38%;
    height: 38%;
    stroke-width: 1;
  }
  .intro {
    grid-area: intro;
    min-width: 0;
    min-height: 8em;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 0.25em;
  }
  .eyebrow {
    color: var(--_muted);
    font-size: 0.8125em;
  }
  h2,
  h4 {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  h2 {
    font-size: clamp(1.375em, 5cqi, 2em);
    font-weight: 650;
    line-height: 1.15;
    text-wrap: balance;
  }
  .muted {
    color: var(--_muted);
  }
  .intro > .muted {
    min-height: 1lh;
  }
  .actions {
    grid-area: actions;
  }
  .actions,
  .buttons {
    display: grid;
    gap: 0.75em;
    min-width: 0;
  }
`;

const buttonStyles = css`
  a,
  button,
  summary {
    font: inherit;
    color: inherit;
    cursor: pointer;
  }
  button {
    margin: 0;
    border: 0;
    background: none;
    text-align: start;
  }
  .primary,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.625em;
    min-height: max(2.75em, 44px);
    padding: 0.25em 1em;
    line-height: 1.25;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    text-decoration: none;
  }
  .primary {
    min-height: 3.25em;
    border-color: transparent;
    background: var(--_accent);
    font-weight: 600;
    font-size: 1.0625em;
    text-align: center;
  }
  .primary > * {
    color: Canvas;
    color: color(from var(--_accent) srgb-linear ${onAccent} ${onAccent} ${onAccent});
  }
`;

/**
 * The columns depend on the container's width alone, and each cell has room for two lines: a label in
 * another font or language wraps in its own cell and moves nothing else. There are two columns or one,
 * because three would leave the last of four alone. Folded lists have a row of their own, so that their
 * summary stays in its place when they open. `.personal` keeps two lines for labels in other languages.
 */
const appsStyles = css`
  .apps,
  .tools {
    display: grid;
    grid-auto-flow: dense;
    --_least: max(8.25em, 34%);
    grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--_least)), 1fr));
    gap: 0.5em;
  }
  .apps li {
    display: grid;
  }
  .apps .button {
    justify-content: start;
    gap: 0.5em;
    padding-inline: 0.5em;
  }
  .tools {
    gap: 0.25em 0.5em;
  }
  .quiet,
  summary {
    display: inline-flex;
    align-items: center;
    gap: 0.5em;
    min-height: max(2.75em, 44px);
    padding: 0.125em 0.5em;
    font-size: 0.9375em;
    line-height: 1.25;
    border-radius: var(--_radius);
    color: var(--_muted);
  }
  summary {
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  .tools > details {
    grid-column: 1 / -1;
  }
  .buttons-heading {
    font-weight: 600;
  }
  .personal {
    min-height: 2lh;
    font-size: 0.875em;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
`;

const iconStyles = css`
  .glyph,
  .logo {
    flex: none;
    width: 1.25em;
    height: 1.25em;
  }
  .glyph {
    overflow: visible;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .logo {
    display: grid;
    fill: currentColor;
  }
`;

/**
 * The space of what is not there yet. A row of the episodes' space is as high as one with a title of one
 * line, and `.line` as high as the text that takes its place, whatever its line height.
 */
const waitingStyles = css`
  .skeleton,
  .waiting :is(a, button, summary) {
    border-color: transparent;
    background: var(--_wash);
  }
  .waiting :is(a, button, summary, p) > * {
    visibility: hidden;
  }
  .episode-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.75em 1em;
    min-height: max(2.75em, 44px);
    margin-bottom: 0.75em;
  }
  .row-space {
    height: 6.9em;
    padding-top: 0.875em;
    border-top: 1px solid var(--_line);
  }
  .line {
    display: block;
    height: 1em;
    margin-block: calc((1lh - 1em) / 2);
    max-width: 14em;
    border-radius: 0.25em;
  }
  @media (prefers-reduced-motion: no-preference) {
    .skeleton,
    .waiting :is(a, button, summary) {
      animation: breathe 1.6s ease-in-out infinite alternate;
    }
    @keyframes breathe {
      to {
        opacity: 0.45;
      }
    }
  }
`;

/** On a small screen with large text the title needs the whole width. */
const containerStyles = css`
  @container (max-width: 17em) {
    .head {
      grid-template: 'cover' auto 'intro' auto 'actions' auto / 1fr;
    }
    .cover {
      width: 5em;
    }
  }
  @container (min-width: 40em) {
    .head {
      grid-template: 'cover intro' auto 'cover actions' 1fr / 13em 1fr;
      gap: 1em 2em;
    }
    .intro {
      min-height: 0;
    }
    h2 {
      font-size: clamp(1.375em, 3.5cqi, 2em);
    }
    .primary {
      justify-self: start;
      padding-inline: 1.5em;
    }
    .apps,
    .tools {
      --_least: 9.75em;
    }
  }
`;

export const styles = [
  hostStyles,
  inheritedStyles,
  headStyles,
  buttonStyles,
  appsStyles,
  iconStyles,
  waitingStyles,
  containerStyles,
];
