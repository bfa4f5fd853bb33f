/** Styles of the phone dialog. The QR code stays dark on light whatever the page's colours are. */
import { css } from 'lit';

export const phoneStyles = css`
  dialog {
    width: min(24em, calc(100vw - 2em));
    padding: 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: Canvas;
    color: CanvasText;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.5);
  }
  .phone {
    display: grid;
    gap: 1em;
    justify-items: center;
    padding: 1.5em;
    text-align: center;
  }
  .qr {
    width: min(16em, 100%);
    /* Keeps the space until the code is there. */
    aspect-ratio: 1;
    forced-color-adjust: none;
  }
  .qr svg {
    display: block;
    width: 100%;
    border-radius: 0.25em;
  }
  .light {
    fill: #fff;
  }
  .dark {
    fill: #000;
  }
  .phone .row {
    justify-content: center;
  }
`;
