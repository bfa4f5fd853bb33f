/** Styles of the dialogs: the sheet, from below on a phone, and the question about a new link. */
import { css } from '../styles/css.js';

/**
 * The body has the padding, so that a click on the dialog itself is one on the backdrop. It is the
 * container of what is in it, because the element's own width says nothing about the dialog's. Where
 * there is room its head stays in its place when what is below it changes.
 */
export const dialogStyles = css`
  dialog {
    box-sizing: border-box;
    width: 100%;
    max-width: none;
    max-height: calc(100dvh - 1.5em);
    margin: auto 0 0;
    padding: 0;
    border: 0 solid;
    border-radius: 1.25em 1.25em 0 0;
    background: Canvas;
    color: CanvasText;
    overflow: auto;
    overscroll-behavior: contain;
  }
  dialog:focus-visible {
    outline: none;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.45);
  }
  .dialog-body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1em;
    padding: 1.25em min(1.5em, 6vw) calc(1.25em + env(safe-area-inset-bottom, 0px));
    container-type: inline-size;
  }
  dialog h3 {
    font-size: 1.125em;
    font-weight: 650;
    line-height: 1.3;
  }
  .reset-panel {
    width: min(24em, 100% - min(2em, 8vw));
    margin: auto;
    border-radius: 1.25em;
  }
  #reset-text {
    display: grid;
    gap: 0.75em;
  }
  .failure {
    font-weight: 600;
  }
  .reset-panel .button {
    flex: 1 1 auto;
  }
  @media (min-width: 40em) {
    dialog {
      width: min(27em, 100% - 3em);
      margin: auto;
      border-radius: 1.25em;
    }
  }
  @media (min-width: 40em) and (min-height: 45em) {
    dialog {
      max-height: calc(100dvh - 8em);
      margin-top: 5em;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    dialog {
      animation: rise 0.22s ease-out;
    }
    @keyframes rise {
      from {
        transform: translateY(2em);
      }
    }
  }
  @media (forced-colors: active) {
    dialog {
      border-width: 2px;
    }
  }
`;
