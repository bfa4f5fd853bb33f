/** The end of a row's facts: how much is left to hear, or that it was heard. */
import { css } from 'lit';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { checkGlyph } from '../../../icons/check-glyph.js';
import { formatDuration } from '../../../shared-chunk/format-duration.js';
import { fill } from '../../../texts/texts.js';
import type { Wording } from '../../list/row-wording.js';

/** @param left in seconds; 0 once the episode was heard. */
export const renderProgress = (left: number, { texts, locale }: Wording): TemplateResult =>
  html`<b part="progress" class=${left ? 'left' : nothing}
    >${
      left
        ? fill(texts.timeLeft, { time: formatDuration(left, locale) })
        : html`${checkGlyph} ${texts.heard}`
    }</b
  >`;

export const progressStyles = css`
  [part='progress'] {
    font-weight: 600;
  }
  [part='progress'] > .glyph {
    width: 1em;
    height: 1em;
    stroke-width: 2.5;
    vertical-align: -0.15em;
  }
  .left {
    color: var(--_accent);
  }
`;
