/** Dates and durations as the member's language writes them, by `Intl`. */
import { cachedFormatter } from '../texts/intl-cache.js';

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

interface DurationParts {
  hours?: number;
  minutes?: number;
  seconds?: number;
}

interface DurationFormatter {
  format(parts: DurationParts): string;
}

/** `Intl.DurationFormat` (ECMA-402, 2025): TypeScript's libraries do not declare it yet. */
type DurationFormatConstructor = new (
  locale: string,
  options: { style: 'short' },
) => DurationFormatter;

function durationFormatter(locale: string): DurationFormatter {
  const { DurationFormat } = Intl as { DurationFormat?: DurationFormatConstructor };
  if (DurationFormat) return new DurationFormat(locale, { style: 'short' });
  const units = (['hour', 'minute', 'second'] as const).map(
    (unit) => [`${unit}s`, new Intl.NumberFormat(locale, { style: 'unit', unit })] as const,
  );
  return {
    format: (parts) =>
      units
        .flatMap(([name, format]) => {
          const value = parts[name];
          return value === undefined ? [] : [format.format(value)];
        })
        .join(' '),
  };
}

/** Splits seconds as people say them: hours and minutes, or minutes, or, under a minute, seconds. */
function durationParts(seconds: number): DurationParts {
  if (seconds < 59.5) return { seconds: Math.max(1, Math.round(seconds)) };
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return { minutes };
  return minutes % 60 === 0
    ? { hours: minutes / 60 }
    : { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/**
 * A duration, such as `43 min`.
 * @returns an empty text without a positive number of seconds.
 */
export function formatDuration(seconds: number | undefined, locale: string): string {
  if (!seconds || !Number.isFinite(seconds) || seconds < 0) return '';
  return cachedFormatter(`duration ${locale}`, () => durationFormatter(locale)).format(
    durationParts(seconds),
  );
}
