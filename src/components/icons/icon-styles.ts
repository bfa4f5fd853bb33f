/** The look of the letters on a tile. Adopted with the first icon. */
import { css } from 'lit';

export const iconStyles = css`
  .tile text {
    font-size: 16px;
    font-weight: 700;
    text-anchor: middle;
    letter-spacing: 0.02em;
  }
`;
