/** Dates and durations as the member's language writes them, by `Intl`. */

const kept = new Map<string, unknown>();

/** Making an Intl formatter costs more than using it a hundred times: one is kept for each use and locale. */
function keep<T>(key: string, make: () => T): T {
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key) as T;
}

/**
 * An episode's day, such as `12 Nov`, with the year where it is not the current one.
 * @param isoDate ISO 8601; what cannot be read gives an empty text.
 */
export function formatDate(isoDate: string | undefined, locale: string, now: Date): string {
  const date = new Date(isoDate ?? NaN);
  if (Number.isNaN(date.getTime())) return '';
  const thisYear = date.getFullYear() === now.getFullYear();
  const format = keep(
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

/** `Intl.DurationFormat` (ECMA-402, 2025), which the compiler's libraries do not know yet. */
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

/** Seconds split as people say them: hours and minutes, or minutes, or less than one in seconds. */
function durationParts(seconds: number): DurationParts {
  if (seconds < 59.5) return { seconds: Math.max(1, Math.round(seconds)) };
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return { minutes };
  return minutes % 60 === 0
    ? { hours: minutes / 60 }
    : { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** A duration such as `43 min`; without a positive number of seconds an empty text. */
export function formatDuration(seconds: number | undefined, locale: string): string {
  if (!seconds || !Number.isFinite(seconds) || seconds < 0) return '';
  return keep(`duration ${locale}`, () => durationFormatter(locale)).format(durationParts(seconds));
}
