/** Dates and durations as the member's language writes them, by `Intl`. */
import { cachedFormatter } from '../../texts/intl-cache.js';

/**
 * An episode's day, such as `12 Nov`, with the year if it is not the current one.
 * @param isoDate ISO 8601.
 * @returns an empty text if there is no date, or it cannot be read.
 */
export function formatDate(isoDate: string | undefined, locale: string, now: Date): string {
  const date = new Date(isoDate ?? NaN);
  if (Number.isNaN(date.getTime())) return '';
  const thisYear = date.getFullYear() === now.getFullYear();
  const format = cachedFormatter(
    `date ${locale} ${thisYear}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        year: thisYear ? undefined : 'numeric',
      }),
  );
  return format.format(date);
}

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
