/**
 * The look of a press that waits (`aria-busy`): the picture of the button becomes a ring after 300 ms, or a ring
 * stands before its words. With reduced motion it stands still.
 */
import { css } from 'lit';

export const waitingStyles = css`
  :is(a, button)[aria-busy='true'] > svg,
  :is(a, button)[aria-busy='true']:not(:has(> svg))::before {
    animation: ring 1s linear 300ms infinite;
  }
  :is(a, button)[aria-busy='true']:not(:has(> svg))::before {
    content: '';
    width: 1.25em;
    height: 1.25em;
  }
  @keyframes ring {
    from,
    to {
      border: 0.15em solid var(--_control);
      border-top-color: transparent;
      border-radius: 50%;
      background: none;
      fill: none;
      stroke: none;
      color: transparent;
    }
    to {
      rotate: 1turn;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    svg,
    ::before {
      animation-timing-function: step-end !important;
    }
  }
`;
