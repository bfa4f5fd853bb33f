/** Styles of an episode's notes, adopted with the first notes. */
import { css } from '../../styles/css.js';

export const notesStyles = css`
  .notes {
    max-width: 42em;
    padding-top: 0.5em;
    line-height: 1.5;
  }
  .notes > div {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .lines {
    white-space: pre-line;
  }
  .notes p,
  .notes ul,
  .notes ol {
    margin: 0 0 0.75em;
  }
  .notes ul,
  .notes ol {
    padding-inline-start: 1.25em;
  }
  .notes ul {
    list-style: disc;
  }
  .notes > :last-child,
  .notes > div > :last-child {
    margin-bottom: 0;
  }
  .notes > * + * {
    margin-top: 0.75em;
  }
  h5 {
    margin: 0;
    font-size: 0.875em;
    font-weight: 600;
  }
  .notes .chapters {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 1em;
    padding: 0;
    margin: 0.25em 0 0;
    list-style: '';
  }
  .chapters > li,
  .chapter {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-content: center;
    align-items: baseline;
    width: 100%;
    padding-block: 0.25em;
    line-height: 1.3;
  }
  .chapters > li {
    padding: 0;
  }
  button.chapter {
    min-height: max(2.75em, 44px);
    padding-block: 0.625em;
  }
  .notes [lang] {
    hyphens: auto;
    hyphenate-limit-chars: 12;
  }
  .clock {
    color: var(--_muted);
    font-size: 0.875em;
    font-variant-numeric: tabular-nums;
  }
  .links {
    font-size: 0.875em;
  }
  .links a {
    display: inline-flex;
    align-items: center;
    min-height: max(2em, 32px);
    color: var(--_accent);
    text-underline-offset: 0.2em;
  }
  @container (max-width: 17em) {
    .notes .chapters {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
