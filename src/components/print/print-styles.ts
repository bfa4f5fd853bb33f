/** The element on paper: the podcast, the code if it is shown, what to do, the episodes, and no controls. */
import { css } from '../styles/css.js';

/**
 * Paper is white whatever the screen was. An episode's title is text in a button, and stays. What is hidden
 * is so against every other style of the element, and of the page.
 */
export const printStyles = css`
  .paper {
    display: none;
  }
  @media print {
    .root {
      color: #000;
      --_muted: #444;
      --_line: #999;
      --_soft: transparent;
    }
    .paper {
      display: block;
      overflow-wrap: anywhere;
    }
    :is(button, select, input, textarea):not(h4 *),
    .player,
    dialog,
    h4 .glyph,
    .actions > :not(.buttons, .paper),
    .buttons > :not(.notice, slot, .phone-card),
    .phone-card:not(:has([part~='qr'])),
    .phone-links {
      display: none !important;
    }
    .phone-card {
      padding: 0;
      print-color-adjust: exact;
    }
    .episode {
      display: block;
      break-inside: avoid;
    }
  }
`;
