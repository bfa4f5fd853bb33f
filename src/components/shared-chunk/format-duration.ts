/** Durations as the member's language writes them, by `Intl`, and times as players show them. */
import { cachedFormatter } from '../texts/intl-cache.js';

/** Splits seconds as people say them: hours and minutes, or minutes, or, under a minute, seconds. */
function durationParts(seconds: number): [amount: number, unit: string][] {
  if (seconds < 59.5) return [[Math.max(1, Math.round(seconds)), 'second']];
  const minutes = Math.round(seconds / 60);
  const parts: [number, string][] = [
    [Math.floor(minutes / 60), 'hour'],
    [minutes % 60, 'minute'],
  ];
  return parts.filter(([amount]) => amount > 0);
}

/**
 * A duration, such as `43 min`.
 * @returns an empty text without a positive number of seconds.
 */
export function formatDuration(seconds: number | undefined, locale: string): string {
  if (!seconds || !Number.isFinite(seconds) || seconds < 0) return '';
  return durationParts(seconds)
    .map(([amount, unit]) =>
      cachedFormatter(
        `${unit} ${locale}`,
        () => new Intl.NumberFormat(locale, { style: 'unit', unit }),
      ).format(amount),
    )
    .join(' ');
}

/** A time as players show it: `4:05`, `1:04:05`. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  const head = hours ? `${hours}:${twoDigits(minutes)}` : String(minutes);
  return `${head}:${twoDigits(whole % 60)}`;
}
