/**
 * The look of a press that waits (`aria-busy`): the picture of the button becomes a ring after 300 ms, or a ring
 * stands before its words. With reduced motion it stands still.
 */
import { css } from './css.js';

export const waitingStyles = css`
  :is(a, button)[aria-busy='true'] > svg,
  :is(a, button)[aria-busy='true']:not(:has(> svg))::before {
    animation:
      ring 0s 300ms forwards,
      turn 1s linear 300ms infinite;
  }
  :is(a, button)[aria-busy='true']:not(:has(> svg))::before {
    content: '';
    width: 1.25em;
    height: 1.25em;
  }
  [aria-busy='true'] > svg > * {
    animation: gone 0s 300ms forwards;
  }
  @keyframes ring {
    to {
      border: 0.15em solid color-mix(in srgb, currentColor 25%, transparent);
      border-top-color: currentColor;
      border-radius: 50%;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @keyframes gone {
    to {
      visibility: hidden;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    svg,
    ::before {
      animation-timing-function: step-end !important;
    }
  }
`;
