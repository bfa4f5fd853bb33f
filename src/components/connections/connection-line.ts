/** One line about the apps that fetch the member's feed. */
import { directionOf } from '../../languages/languages.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';
import type { ShownConnection } from './request-connections.js';

/** Units and their seconds, the largest first. */
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** How long ago something was, such as "5 minutes ago". A clock that is ahead counts as now. */
export function timeAgo(isoDate: string, locale: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(isoDate)) / 1000));
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(
    -Math.floor(seconds / size),
    unit,
  );
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

/** @param connections the latest first. */
export function connectionLine(
  connections: readonly ShownConnection[],
  texts: Texts,
  locale: string,
): string | undefined {
  const [latest] = connections;
  if (!latest) return undefined;
  return fill(texts.connectedIn, {
    app: listOf(
      connections.map(({ name }) => name),
      locale,
    ),
    time: timeAgo(latest.lastFetchedAt, locale),
  });
}
