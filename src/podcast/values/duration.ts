/** Durations in feeds: `ss`, `mm:ss`, `h:mm:ss`, each with an optional fraction, and ISO 8601. */

const CLOCK = /^(?:(\d{1,6}):)?(\d{1,6}):(\d{1,6}(?:[.,]\d+)?)$/;
const SECONDS = /^\d{1,9}(?:[.,]\d+)?$/;
const ISO_8601 = /^PT(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d+)?)S)?$/i;

const numberOf = (digits: string | undefined): number => Number((digits ?? '0').replace(',', '.'));

/**
 * Reads a duration.
 * @returns seconds, or undefined if it is not a duration
 */
export function readDuration(written: string): number | undefined {
  const text = written.trim();
  if (SECONDS.test(text)) return numberOf(text);
  const parts = CLOCK.exec(text) ?? ISO_8601.exec(text);
  if (!parts) return undefined;
  const [, hours, minutes, seconds] = parts;
  const total = numberOf(hours) * 3600 + numberOf(minutes) * 60 + numberOf(seconds);
  // To the millisecond: 0:01:32.123 would be 92.12299999999999 otherwise.
  return Math.round(total * 1000) / 1000;
}
