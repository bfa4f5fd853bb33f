/** The look of the letters on a tile. Adopted with the first icon. */
import { css } from 'lit';

/** In units of the tile's own square of 24. */
export const iconStyles = css`
  .tile text {
    font-size: 6.9px;
    font-weight: 700;
    text-anchor: middle;
    letter-spacing: 0.02em;
  }
`;
