/** Durations, days and counts as the member's language writes them, by `Intl`, and times as players show them. */
import type { PluralText } from './texts/en.js';
import { fill } from './texts.js';

/** Room for the formatters of four locales: two date formats, a duration and a plural rule each. */
const MAX_FORMATTERS = 16;

/** Making one costs more than using it a hundred times. A page that sets ever new locales loses them all. */
const formatters = new Map<string, unknown>();

/** @param key names the use and the locale, such as `date sv`. */
export function cachedFormatter<T>(key: string, make: () => T): T {
  if (formatters.has(key)) return formatters.get(key) as T;
  const formatter = make();
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(key, formatter);
  return formatter;
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

/** A time as players show it: `4:05`, `1:04:05`. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  const head = hours ? `${hours}:${twoDigits(minutes)}` : String(minutes);
  return `${head}:${twoDigits(whole % 60)}`;
}

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

/** The form of a text for `count` in `locale` (CLDR plural categories), with the number filled in. */
export function fillCount(text: PluralText, count: number, locale: string): string {
  const rules = cachedFormatter(`plural ${locale}`, () => new Intl.PluralRules(locale));
  return fill(text[rules.select(count)] ?? text.other, { count: count.toLocaleString(locale) });
}
