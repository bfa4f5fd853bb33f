/** The look of the letters on a tile. Adopted with the first icon. */
import { css } from '../styles/css.js';

/** The style sheet draws them, in units of the tile's own square of 56: they are no part of a button's text. */
export const iconStyles = css`
  .letters {
    display: grid;
    place-items: center;
    height: 56px;
    color: #fff;
    font-size: 16px;
    font-weight: 700;
    line-height: 1;
    letter-spacing: 0.02em;
  }
  .letters::before {
    content: attr(data-letters);
  }
  @media (forced-colors: active) {
    .letters {
      color: CanvasText;
    }
  }
`;
