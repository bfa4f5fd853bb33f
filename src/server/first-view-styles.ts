/** The styles of a first view that a server rendered, inline until the element adopts its own. */
import { actionStyles } from '../components/taps/action-styles.js';
import { css } from '../components/styles/css.js';
import { iconStyles } from '../components/icons/icon-styles.js';
import { panelStyles } from '../components/styles/panel-styles.js';
import { waitingStyles } from '../components/styles/waiting-styles.js';
import { styles } from '../components/styles/first-styles.js';
import { sha256Base64 } from '../crypto/sha256.js';

/**
 * These rules hold only until the element's own view takes over, which is hidden until it is complete.
 * Where scripts do not run, what only they do is hidden, and what the sheet would bring is shown. A cover is
 * within the line, and has no size until it is there: what a browser cannot load is nothing to see then, and in any
 * other place a torn page.
 */
const servedStyles = css`
  .root ~ .root,
  .without-script {
    display: none;
  }
  .picture {
    position: relative;
    isolation: isolate;
    display: block;
    container-type: inline-size;
  }
  .picture > img {
    width: auto;
    height: auto;
    min-width: 100%;
    max-height: 100cqi;
    vertical-align: top;
  }
  .picture > .glyph {
    position: absolute;
    z-index: -1;
    inset: 0;
    margin: auto;
  }
  .episode-head {
    display: flex;
    align-items: center;
  }
  [popover] {
    padding: 0.75em 1.25em;
    border: 1px solid;
    border-radius: var(--_radius);
    font-family: var(--pps-font, inherit);
  }
  /* On the button that was pressed. */
  @supports (position-area: center) {
    [popover] {
      position-area: center;
      width: max-content;
      inset: auto;
      margin: 0;
    }
  }
  noscript,
  .for-touch {
    display: none;
  }
  @media (pointer: coarse) and (hover: none) {
    .for-mouse {
      display: none;
    }
    .for-touch {
      display: block;
    }
  }
  @media (scripting: none) {
    [popovertarget],
    li:has(> [popovertarget]),
    ul:not(:has(a)),
    .phone-card,
    .skeleton,
    section {
      display: none;
    }
    .without-script {
      display: grid;
      gap: 0.5em;
      margin-top: 1.25em;
    }
  }
`;

/** The same for every member and page, so that a policy can name its hash. */
export const firstViewStyles = [
  ...styles,
  panelStyles,
  actionStyles,
  iconStyles,
  waitingStyles,
  servedStyles,
].join('');

let hash: Promise<string> | undefined;

/**
 * Returns the hash source that `style-src` of a Content Security Policy must list for the style sheet
 * in `renderSubscribeElement`'s HTML, unless that has a `nonce` (CSP 3, section 2.3.1). It is the same
 * for every member, and changes with the version of this package.
 * @example
 * const policy = `default-src 'none'; style-src 'self' ${await subscribeStyleSource()}; …`;
 */
export async function subscribeStyleSource(): Promise<string> {
  return `'sha256-${await (hash ??= sha256Base64(firstViewStyles))}'`;
}
