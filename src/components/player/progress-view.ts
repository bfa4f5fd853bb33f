/** The end of a row's facts: how much is left to hear, or that it was heard. */
import { css } from '../styles/css.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { checkGlyph } from '../icons/later-glyphs.js';
import { formatDuration } from '../language/formats.js';
import { fill } from '../language/texts.js';
import type { Texts } from '../language/texts/en.js';
import type { Listened } from './remembered-listening.js';

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

/**
 * Seconds that are left to hear: whole minutes, and only at the end seconds. 0: it was heard. `undefined`: it was never
 * begun, or has no length that anyone knows.
 * @param length of the episode in seconds, as the feed says.
 */
export function secondsLeft(listened: Partial<Listened> = {}, length = 0): number | undefined {
  const { position = Infinity, duration = length, isHeard } = listened;
  if (isHeard) return 0;
  const left = Math.round(duration - position);
  if (left <= 0) return undefined;
  return left < 60 ? left : Math.round(left / 60) * 60;
}
