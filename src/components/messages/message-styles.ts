/** The look of a message in place of the app buttons: calm, with one filled button. */
import { css } from '../styles/css.js';

export const messageStyles = css`
  .head:not(:has(.cover, .intro)) {
    grid-template: 'actions' / minmax(0, 1fr);
  }
  .untitled:not(:has(p)) {
    min-height: 0;
  }
  .actions {
    align-self: start;
  }
  .notice {
    display: grid;
    gap: 0.25em;
    max-width: 34em;
  }
  .notice h3 {
    font-size: 1.125em;
    font-weight: 600;
    line-height: 1.35;
  }
  .steps > * {
    font-size: 1em;
  }
  @container (min-width: 40em) {
    .steps {
      display: flex;
      flex-wrap: wrap;
      gap: 0.75em;
    }
  }
`;
