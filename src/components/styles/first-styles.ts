/**
 * The look of the first load: calm, typographic, in the page's own font and colours. Type has four sizes
 * (14, 16, 18 and 24 pixels, and 32 for a wide title) and space comes in fours, all in `em`, because a page
 * may have made its `rem` anything. Every colour is derived from the inherited text colour, so that light
 * and dark follow the page; a publisher sets `--pps-accent` and `--pps-radius` and is done.
 */
import { css } from './css.js';
import { controlStyles } from './control-styles.js';

/** One sheet and not one for each part: a browser makes it in one go, and it is smaller. */
const firstStyles = css`
  /* A container has no width of its own: without inline-size it would vanish in a flex row or a float.
     Where the page sizes it by its content, it takes what a phone has room for. --_control has 3:1 against
     the page, as the edge of a control must have (WCAG 2.2, 1.4.11). */
  :host {
    display: block;
    box-sizing: border-box;
    inline-size: 100%;
    container-type: inline-size;
    contain-intrinsic-inline-size: 240px;
    --_accent: var(--pps-accent, currentColor);
    --_radius: var(--pps-radius, 1em);
    --_gap: var(--pps-gap, 1.25em);
    --_line: var(--pps-border-color, color-mix(in srgb, currentColor 16%, transparent));
    --_control: color-mix(in srgb, currentColor 56%, transparent);
    --_soft: var(--pps-surface, color-mix(in srgb, currentColor 6%, transparent));
    --_muted: var(--pps-muted, color-mix(in srgb, currentColor 72%, transparent));
  }
  :host([hidden]) {
    display: none;
  }

  /* A page's global rules reach the shadow tree by inheritance only: this stops what would spoil it.
     overflow-wrap breaks a word only if it does not fit a line of its own. list-style is an empty text
     and not none, which would keep Safari from announcing lists. */
  .root {
    font-family: var(--pps-font, inherit);
    font-style: normal;
    font-weight: normal;
    line-height: 1.45;
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
  .strong {
    font-weight: 650;
  }
  .muted {
    color: var(--_muted);
  }
  .small {
    font-size: 0.875em;
  }

  /* A title that comes later has the space of two lines, and the author and the status of one, so that the
     buttons below do not move. The column is minmax(0, 1fr), or a single long word would widen it. A title
     in another direction begins where the lines around it do (match-parent). */
  .head {
    display: grid;
    grid-template: 'cover intro' auto 'actions actions' auto / 5.5em minmax(0, 1fr);
    gap: var(--_gap) 1em;
    align-items: start;
  }
  .head:not(:has(.cover)) > * {
    grid-column: 1 / -1;
  }
  .cover {
    grid-area: cover;
    border-radius: min(var(--_radius), 0.875em);
  }
  .picture {
    aspect-ratio: 1;
    display: grid;
    place-items: center;
    overflow: hidden;
    background: var(--_soft);
    color: var(--_muted);
  }
  .picture > * {
    grid-area: 1 / 1;
  }
  .picture > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  :is(.picture, .code-space) > .glyph {
    width: 40%;
    height: 40%;
    stroke-width: 1;
  }
  .intro {
    grid-area: intro;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 0.25em;
  }
  h2,
  .intro > p {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  h2 {
    font-size: 1.5em;
    font-weight: 700;
    line-height: 1.15;
    text-wrap: balance;
  }
  .untitled {
    min-height: 7em;
  }
  .intro > .muted {
    min-height: 1lh;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .personal {
    margin-top: 0.25em;
    font-size: 0.875em;
  }
  :is(.personal, .link) .glyph {
    width: 1.15em;
    height: 1.15em;
    margin-inline-end: 0.25em;
    vertical-align: -0.2em;
  }
  .actions {
    grid-area: actions;
    min-width: 0;
  }
  .buttons {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75em;
  }

  /* The space of what is not there yet. A row of the episodes' space is as high as one with a title of one
     line, and .line as high as the text that takes its place, whatever its line height. */
  .skeleton,
  .waiting :is(.primary, .button) {
    border-color: transparent;
    background: var(--_soft);
  }
  .waiting :is(span, path, .glyph) {
    visibility: hidden;
  }
  .episode-head {
    min-height: max(2.75em, 44px);
    margin-bottom: 0.25em;
  }
  .row-space {
    height: 7.67em;
    border-top: 1px solid var(--_line);
    background: none;
  }
  .line {
    display: block;
    height: 1em;
    margin-block: calc((1lh - 1em) / 2);
    max-width: 14em;
    border-radius: 0.25em;
  }

  /* On a small screen with large text the title needs the whole width. */
  @container (max-width: 17em) {
    .head {
      grid-template: 'cover' auto 'intro' auto 'actions' auto / minmax(0, 1fr);
    }
    .cover {
      width: 5.5em;
    }
  }
  @container (min-width: 40em) {
    .head {
      grid-template: 'cover intro' auto 'cover actions' 1fr / min(15.5em, 30%) minmax(0, 1fr);
      column-gap: 2em;
    }
    .untitled {
      min-height: 8.2em;
    }
    h2 {
      font-size: 2em;
    }
    .buttons {
      gap: 1.25em;
    }
    .buttons > :is(.primary, .button, .link) {
      justify-self: start;
      padding-inline: 1.5em;
    }
    .apps {
      grid-template-columns: repeat(auto-fill, 5.5em);
      gap: 1em;
    }
    .buttons > .strong {
      margin-bottom: -0.75em;
    }
  }
`;

/** What follows from the width, and from what is not there yet, counts for more than the look of controls. */
export const styles = [controlStyles, firstStyles];
