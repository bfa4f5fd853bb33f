/** The element on paper: the podcast, the code if it is shown, what to do, the episodes, and no controls. */
import { css } from 'lit';

/** Paper is white whatever the screen was, and most printers leave backgrounds out, but for the code's. */
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
      grid-column: 1 / -1;
    }
    .paper > * {
      overflow-wrap: anywhere;
    }
    :is(button, select, input, textarea, dialog, audio, video),
    .actions > :not(.buttons),
    .buttons > :not(.notice, slot),
    .phone-links,
    .controls,
    .player {
      display: none;
    }
    .buttons > .phone-card:has([part~='qr']) {
      display: flex;
      print-color-adjust: exact;
    }
    h4 button,
    button:has(h4) {
      display: contents;
    }
    .episode {
      break-inside: avoid;
    }
  }
`;
