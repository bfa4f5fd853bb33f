/** Lengths of time as feeds write them: `ss`, `mm:ss`, `h:mm:ss`, each with a fraction, and ISO 8601's. */

const CLOCK = /^(?:(\d{1,6}):)?(\d{1,6}):(\d{1,6}(?:[.,]\d+)?)$/;
const SECONDS = /^\d{1,9}(?:[.,]\d+)?$/;
const ISO_8601 = /^PT(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d+)?)S)?$/i;

const numberOf = (digits: string | undefined): number => Number((digits ?? '0').replace(',', '.'));

/** Reads a length of time. @returns seconds, or nothing where it is none */
export function readDuration(written: string): number | undefined {
  const text = written.trim();
  if (SECONDS.test(text)) return numberOf(text);
  const parts = CLOCK.exec(text) ?? ISO_8601.exec(text);
  if (!parts) return undefined;
  const [, hours, minutes, seconds] = parts;
  // To the millisecond: 1:00:00.1 is not 3600.0999999999999.
  return (
    Math.round((numberOf(hours) * 3600 + numberOf(minutes) * 60 + numberOf(seconds)) * 1000) / 1000
  );
}
