/** The end of a row's facts: how much is left to hear, or that it was heard. */
import { css } from 'lit';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { checkGlyph } from '../icons/later-glyphs.js';
import { formatDuration } from '../language/formats.js';
import { fill } from '../language/texts.js';
import type { Texts } from '../language/texts/en.js';

/** The words that all rows have in common. */
export interface RowWording {
  texts: Texts;
  locale: string;
  /** Whether the page leaves playing to the element. */
  hasPlayer: boolean;
}

/** @param left in seconds; 0 once the episode was heard. */
export const renderProgress = (left: number, { texts, locale }: RowWording): TemplateResult =>
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
