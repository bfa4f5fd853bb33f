/** Durations in feeds: seconds, a clock (`mm:ss`, `h:mm:ss`), ISO 8601, and English (`1h 2 min`). */

/** After the third number others may come, which do not count (Apple's guide to RSS). */
const CLOCK = /^(?:(\d{1,6}):)?(\d{1,6}):(\d{1,6}(?:[.,]\d+)?)(?::[\d:.,]*)?$/;
const SECONDS = /^\d{1,9}(?:[.,]\d+)?$/;
const UNITS =
  /^(?:P(?=T?\d))?(?:(\d{1,6})D)?T?(?:(\d{1,6})\s*h(?:(?:ou)?rs?)?(?![a-z])\.?)?(?:[\s,]*(\d{1,6})\s*m(?:in(?:ute)?s?)?(?![a-z])\.?)?(?:[\s,]*(\d{1,9}(?:[.,]\d+)?)\s*s(?:ec(?:ond)?s?)?(?![a-z])\.?)?$/i;

const numberOf = (digits: string | undefined): number => Number((digits ?? '0').replace(',', '.'));

/**
 * Reads a duration.
 * @returns seconds, or undefined if it is not a duration
 */
export function readDuration(written: string): number | undefined {
  const text = written.trim();
  if (SECONDS.test(text)) return numberOf(text);
  const clock = CLOCK.exec(text)?.slice(1);
  const parts = clock ? [undefined, ...clock] : UNITS.exec(text)?.slice(1);
  if (!parts?.some(Boolean)) return undefined;
  const [days, hours, minutes, seconds] = parts.map(numberOf) as [number, number, number, number];
  const total = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  // To the millisecond: 0:01:32.123 would be 92.12299999999999 otherwise.
  return Math.round(total * 1000) / 1000;
}
