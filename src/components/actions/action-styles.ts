/** Styles of what a tap on a button brings. Adopted with the first paint after the buttons. */
import { css } from 'lit';

/**
 * `.below` comes right below the row of its button, and the buttons after it fill the row. A hover is
 * styled only on a device that can hover: on a touch screen it would stay after the finger has gone.
 */
export const actionStyles = css`
  details[open] > summary .glyph {
    transform: rotate(180deg);
  }
  details > .apps {
    margin-block: 0.5em;
  }
  .apps > .below {
    grid-column: 1 / -1;
  }
  .panel ol {
    display: grid;
    gap: 0.5em;
    margin: 0;
    padding-inline-start: 1.5em;
  }
  .copied {
    display: grid;
    gap: 0.5em;
  }
  .link-field {
    width: 100%;
    min-height: max(2.75em, 44px);
    padding: 0.5em 0.75em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_wash);
    color: inherit;
    font:
      0.875em/1.5 ui-monospace,
      monospace;
  }
  .link {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25em;
  }
  .link .link-field {
    flex: 1 1 min(14em, 100%);
    width: 0;
  }
  @media (hover: hover) {
    .primary:hover {
      filter: brightness(1.08);
    }
    :is(.button, .quiet, .play, summary):hover {
      background: var(--_wash);
    }
  }
  @media (forced-colors: active) {
    .primary,
    .cover,
    .skeleton,
    .waiting :is(a, button, summary) {
      border: 1px solid;
    }
    .primary > * {
      color: inherit;
    }
    :focus-visible {
      outline-color: Highlight;
    }
  }
`;
