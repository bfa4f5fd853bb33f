/** Styles of an episode's notes, adopted with the first notes. */
import { css } from 'lit';

export const notesStyles = css`
  .notes {
    grid-column: 1 / -1;
    max-width: 42em;
    padding-bottom: 0.5em;
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
  .notes .chapters {
    padding: 0;
    list-style: '';
  }
  h5 {
    margin: 0;
    font-size: 1em;
    font-weight: 600;
    line-height: 1.35;
  }
  .chapters .quiet {
    padding-inline: 0;
    align-items: baseline;
    color: inherit;
    text-align: start;
  }
  .clock {
    flex: none;
    min-width: 2.75em;
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }
  @container (min-width: 40em) {
    .notes {
      margin-inline-start: 15em;
    }
  }
`;
