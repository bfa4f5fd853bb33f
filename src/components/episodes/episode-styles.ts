/** The look of the episode list, adopted when the list is loaded. */
import { css } from 'lit';

export const episodeStyles = css`
  .episode-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
  }
  h3 {
    font-size: 1.25rem;
    font-weight: 650;
    line-height: 1.3;
  }
  h4 {
    margin: 0;
    font-size: 1rem;
    font-weight: 600;
    line-height: 1.35;
  }
  .episode {
    padding-block: 0.875rem;
    border-top: 1px solid var(--_line);
    /* Ten thousand rows stay smooth: what is out of view is not laid out. */
    content-visibility: auto;
    contain-intrinsic-block-size: auto 4.5rem;
  }
  .episode .muted {
    font-size: 0.9375rem;
  }
  .badge {
    display: inline-block;
    margin-inline-start: 0.375rem;
    padding: 0 0.5rem;
    border: 1px solid var(--_line);
    border-radius: 1rem;
    font-size: 0.8125rem;
  }

  /* Wide enough: the date stands before the title, in a column of its own. */
  @container (min-width: 40rem) {
    .episode {
      display: grid;
      grid-template-columns: 13rem 1fr;
      gap: 0.25rem 2rem;
      align-items: baseline;
    }
    .episode-facts {
      grid-area: 1 / 1;
    }
  }
`;
