/** When apps fetched the member's feed, and which, in words. */
import { directionOf } from '../../languages/locale.js';

const DAY_MS = 86_400_000;

/** The day of a time, such as "today" or "3 days ago". A clock that is ahead counts as today. */
export function dayOf(isoDate: string, locale: string, now = new Date()): string {
  const startOf = (date: Date) => date.setHours(0, 0, 0, 0);
  const days = Math.round((startOf(now) - startOf(new Date(isoDate))) / DAY_MS);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.min(0, -days), 'day');
}

/**
 * Names as a sentence has them: "Overcast and Castro". In a language that runs right to left, each
 * name is isolated (Unicode UAX #9), so that the list keeps the language's direction.
 */
export function listOf(names: readonly string[], locale: string): string {
  const isolated =
    directionOf(locale) === 'rtl' ? names.map((name) => `\u2068${name}\u2069`) : names;
  return new Intl.ListFormat(locale).format(new Set(isolated));
}
