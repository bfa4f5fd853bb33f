/** An episode's day as the member's language writes it, by `Intl`. */
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
