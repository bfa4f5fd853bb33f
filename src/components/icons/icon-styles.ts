/** The look of an app's letters. Adopted with the first icon. */
import { css } from 'lit';

/** `text-box` centres the capitals. In a browser without it they are slightly too high. */
export const iconStyles = css`
  .monogram {
    display: grid;
    place-items: center;
    overflow: hidden;
    border-radius: 22%;
    background: color-mix(in srgb, currentColor 16%, transparent);
  }
  .monogram::before {
    content: attr(data-letters);
    font-size: 0.6em;
    font-weight: 700;
    line-height: 1;
    letter-spacing: -0.02em;
    text-box: trim-both cap alphabetic;
  }
  @media (forced-colors: active) {
    .monogram {
      border: 1px solid;
    }
  }
`;
