/** Where the episode is: a slider with the chapters' notches, and the times below it. */
import { html, type TemplateResult } from 'lit/html.js';
import { cachedFormatter, formatClock } from '../../language/formats.js';
import { fill } from '../../language/texts.js';
import type { PlayerView } from '../bar/bar-view.js';

/** More chapters than that leave no room between their notches. */
const MAX_NOTCHES = 60;

export interface Slider {
  /** The position that a screen reader knows of, in seconds. */
  said: number;
  drag: (event: Event) => void;
  drop: () => void;
}

/** The slider is the browser's own and not seen: what is drawn below it also has the notches. */
export function renderPosition(view: PlayerView, { said, drag, drop }: Slider): TemplateResult {
  const { duration, position, texts, locale, timeLeft } = view;
  if (!duration || duration === Infinity) {
    return html`<p class="times muted small">${timeLeft}</p>`;
  }
  const spoken = fill(texts.positionOf, {
    time: spokenTime(said, locale),
    duration: spokenTime(duration, locale),
  });
  return html`<div class="seek" dir="ltr">
      <div class="progress"></div>
      <svg class="notches" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <path d=${notchesOf(view)} />
      </svg>
      <input
        type="range"
        part="seek"
        max=${Math.ceil(duration)}
        aria-label=${texts.position}
        aria-valuetext=${spoken}
        .value=${String(Math.floor(said))}
        @input=${drag}
        @change=${drop}
      />
    </div>
    <p class="times muted small" dir="ltr">
      <span>${formatClock(position)}</span><span>−${formatClock(duration - position)}</span>
    </p>`;
}

/** A gap where each chapter but the first begins; none where there are too many to be told apart. */
function notchesOf({ chapters, duration = NaN }: PlayerView): string {
  if (chapters.length > MAX_NOTCHES) return '';
  return chapters
    .map(({ start }) => (start > 0 && start < duration ? `M${start / duration} 0V1` : ''))
    .join('');
}

/** A time in words: `12 minutes 4 seconds`. */
export function spokenTime(seconds: number, locale: string): string {
  const whole = Math.floor(seconds);
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const;
  const said = parts.filter(([amount]) => amount > 0);
  return (said.length ? said : parts.slice(2))
    .map(([amount, unit]) =>
      cachedFormatter(
        `spoken ${unit} ${locale}`,
        () => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
      ).format(amount),
    )
    .join(' ');
}
