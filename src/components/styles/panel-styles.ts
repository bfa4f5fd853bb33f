/** Styles of what comes after the first paint. Adopted by the chunks that show it. */
import { css } from './css.js';

export const panelStyles = css`
  .intro > .personal:not(:has(.connected)) {
    white-space: normal;
  }
  @container (max-width: 17em) {
    .intro > .muted {
      white-space: normal;
    }
  }
  h3 {
    font-size: 1.125em;
    font-weight: 650;
    line-height: 1.3;
  }
  .notice {
    display: grid;
    gap: 0.5em;
    justify-items: start;
  }
  .icon-button {
    flex: none;
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    border-radius: 50%;
    color: var(--_muted);
  }
`;
