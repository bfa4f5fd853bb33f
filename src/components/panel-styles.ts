/** Styles of help, link field and the streaming-music app. Adopted by the chunks that show them. */
import { css } from 'lit';

export const panelStyles = css`
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
  .panel {
    display: grid;
    gap: 0.75em;
    padding: 1em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_wash);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
  }
`;
