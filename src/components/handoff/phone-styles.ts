/** Styles of the phone dialog. The QR code stays dark on light whatever the page's colours are. */
import { css } from 'lit';

/**
 * The QR code leaves room for heading, hint and buttons, also on a low screen, and its space is kept until
 * the code is there. On a low screen, such as a phone held sideways or 200 % zoom, code and text are side
 * by side.
 */
export const phoneStyles = css`
  dialog {
    box-sizing: border-box;
    width: min(24em, 100vw - 1.5em);
    max-height: calc(100dvh - 1em);
    padding: 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: Canvas;
    color: CanvasText;
    overflow: auto;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.5);
  }
  .phone {
    display: grid;
    gap: 0.75em 1.25em;
    justify-items: center;
    padding: 1.25em;
    text-align: center;
  }
  .qr {
    width: min(16em, 100%, max(8em, 100dvh - 19em));
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
  .phone-text {
    display: grid;
    gap: 0.5em;
  }
  .phone .row {
    justify-content: center;
  }
  @media (max-height: 30em) and (min-width: 36em) {
    dialog {
      width: min(40em, 100vw - 1.5em);
    }
    .phone {
      grid-template: 'code title' auto 'code text' 1fr / auto 1fr;
      justify-items: start;
      text-align: start;
    }
    .phone h3 {
      grid-area: title;
    }
    .qr {
      grid-area: code;
      width: min(16em, 100dvh - 5em);
    }
    .phone-text {
      grid-area: text;
    }
    .phone .row {
      justify-content: start;
    }
  }
`;
