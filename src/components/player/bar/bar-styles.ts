/** The look of the player's bar, adopted with the first press. */
import { css } from '../../styles/css.js';

/**
 * It stands at the element's lower edge, and stays in sight while the element is: sticky, so that it has room
 * of its own after the last row. What has the focus is scrolled to where the bar does not hide it.
 */
export const barStyles = css`
  .player {
    position: sticky;
    z-index: 1;
    bottom: max(0.5em, env(safe-area-inset-bottom));
    display: flex;
    align-items: center;
    gap: 0.75em;
    flex-wrap: wrap;
    margin-top: var(--_gap);
    padding: 0.75em;
    border-radius: var(--_radius);
    overflow: hidden;
    --_panel: color-mix(in srgb, currentColor 7%, var(--_ground));
    background: var(--_panel);
    transition: color 1ms;
    box-shadow: 0 0 1.5em rgb(0 0 0 / 0.3);
    outline: 1px solid var(--_line);
  }
  .root > :not(.player) :focus {
    scroll-margin-bottom: 8em;
  }
  .now,
  .head-open,
  .transport {
    display: flex;
    align-items: center;
    gap: 0.75em;
  }
  .now {
    flex: 1;
    min-width: 0;
  }
  .art {
    flex: none;
    width: 2.75em;
    border-radius: 0.5em;
  }
  .art > video {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  .head-open {
    position: relative;
    flex: 1;
    min-width: 0;
    min-height: 44px;
  }
  .player-open {
    position: absolute;
    inset: 0;
    border-radius: 0.5em;
  }
  .titles {
    flex: 1;
    display: grid;
    min-width: 0;
  }
  .titles > * {
    overflow: hidden;
    overflow-wrap: anywhere;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .titles > .muted {
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .titles > .strong {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .progress {
    position: absolute;
    inset: 0 0 auto;
    height: 3px;
    background: var(--_line);
    forced-color-adjust: none;
  }
  .progress::after {
    content: '';
    display: block;
    width: calc(var(--_at) * 100%);
    height: 100%;
    border-radius: inherit;
    background: var(--_accent);
  }
  .transport {
    gap: 0;
    justify-content: space-between;
  }
  .transport > * {
    flex: none;
  }
  .transport > .icon-button {
    color: inherit;
  }
  .transport .glyph {
    width: min(1.625em, 32px);
    height: min(1.625em, 32px);
  }
  .transport text {
    fill: currentColor;
    stroke: none;
    font: 700 8px sans-serif;
  }
  .trouble,
  .player > .button {
    flex-basis: 100%;
    order: 1;
  }
  .trouble:empty {
    display: none;
  }
  @container (max-width: 25em) {
    .player:not(.expanded) > .transport > [part='forward'] {
      display: none;
    }
  }
  @container (max-width: 22em) {
    .player:not(.expanded),
    .player:not(.expanded) > .now {
      gap: 0.5em;
    }
    .player:not(.expanded) {
      padding: 0.625em;
    }
  }
  @container (max-width: 17em) {
    .player:not(.expanded) .art:not(:has(video)) {
      display: none;
    }
  }
  @container (max-width: 12em) {
    .now {
      flex-basis: 100%;
    }
    .transport {
      flex: 1;
    }
    .player .art:not(:has(video)) {
      display: none;
    }
  }
`;
