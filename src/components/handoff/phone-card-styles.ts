/** Styles of the way to another device. The QR code stays dark on light whatever the page's colours are. */
import { css } from '../styles/css.js';

/**
 * The code takes the space that was kept for it, and less on a low screen, so that the whole of it can be
 * in sight; a camera reads it from 110 pixels on. Beside it a longer text reaches into the card's padding, so
 * that the card stays as high as it was.
 */
export const phoneCardStyles = css`
  .code-space {
    max-width: min(100%, max(110px, 100dvh - 1em));
    scroll-margin: 0.5em;
  }
  .qr {
    overflow: hidden;
    background: #fff;
    forced-color-adjust: none;
  }
  .qr svg {
    width: 100%;
  }
  .light {
    fill: #fff;
  }
  .dark {
    fill: #000;
  }
  .done {
    color: var(--_accent);
  }
  .done > .glyph {
    stroke-width: 1.5;
  }
  .phone-links {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25em;
    margin-block: -0.5em -0.75em;
  }
  .phone-links > .link {
    display: inline-flex;
    align-items: center;
    gap: 0.5em;
    min-height: 44px;
    font-weight: 600;
  }
  .phone-links > :has(.glyph) {
    text-decoration: none;
  }
  @container (min-width: 26em) {
    .phone-text {
      margin-block: -1em;
    }
  }
  @media (hover: hover) {
    .phone-links > .link:hover {
      text-decoration: underline;
    }
  }
`;
