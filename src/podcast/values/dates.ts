/** Reads the dates of feeds, as ISO 8601 in UTC. */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Hours east of UTC, for the zones of RFC 822 §5 and others that feeds use. Any other letters
 * mean UTC (RFC 5322 §4.3).
 */
const zones = new Map(
  Object.entries({
    est: -5,
    edt: -4,
    cst: -6,
    cdt: -5,
    mst: -7,
    mdt: -6,
    pst: -8,
    pdt: -7,
    akst: -9,
    akdt: -8,
    hst: -10,
    bst: 1,
    wet: 0,
    west: 1,
    cet: 1,
    cest: 2,
    mez: 1,
    mesz: 2,
    eet: 2,
    eest: 3,
    msk: 3,
    jst: 9,
    kst: 9,
    aest: 10,
    aedt: 11,
    nzst: 12,
    nzdt: 13,
  }),
);

/** Longer than any date. */
const MAX_DATE_LENGTH = 80;

/** `Thu, 01 Jan 2004 19:48:21 GMT` (RFC 822, RFC 5322); the weekday and the time are optional. */
const RFC_822 =
  /^(?:[^\s\d,.]+\.?,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?,?[\s-]+(\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d+)?)?\s*([+-]\s?\d{1,2}:?\d{2}|[a-z]*))?/i;
/**
 * `2004-01-01T19:48:21.5+01:00` (RFC 3339, ISO 8601), also with a space in place of the `T` and
 * without its last parts.
 */
const ISO_8601 =
  /^(\d{4})-(\d{1,2})(?:-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})([.,]\d+)?)?\s*([+-]\d{2}:?(?:\d{2})?|[a-z]*))?)?/i;

/** The zone's offset in minutes east of UTC. */
function offsetOf(zone = ''): number {
  if (zone === 'GMT' || zone === '') return 0;
  const digits = /^([+-])\s?(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!digits) return (zones.get(zone.toLowerCase()) ?? 0) * 60;
  const minutes = Number(digits[2]) * 60 + Number(digits[3] ?? 0);
  return digits[1] === '-' ? -minutes : minutes;
}

/** Two digits mean 1950 to 2049 (RFC 5322 §4.3). */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year + (year < 50 ? 2000 : 1900);
}

interface DateParts {
  year: number;
  /** 0 to 11. */
  month: number;
  day: number;
  hour?: string | undefined;
  minute?: string | undefined;
  second?: string | undefined;
  fraction?: string | undefined;
  zone?: string | undefined;
}

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(year: number, month: number, day: number): boolean {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 1 && isLeapYear ? 29 : (daysInMonth[month] ?? 0);
  return day >= 1 && day <= days;
}

function toIso({
  year,
  month,
  day,
  hour,
  minute,
  second,
  fraction,
  zone,
}: DateParts): string | undefined {
  const [hours, minutes, seconds] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  // 24:00 is midnight (ISO 8601), and second 60 is a leap second (RFC 3339 §5.7).
  if (!isDay(year, month, day) || hours > 24 || minutes > 59 || seconds > 60) return undefined;
  const milliseconds = Math.trunc(Number((fraction ?? '0').replace(',', '.')) * 1000);
  const time = Date.UTC(year, month, day, hours, minutes - offsetOf(zone), seconds, milliseconds);
  const iso = new Date(time).toISOString();
  // The zone can lead past the year 9999, which few programs and databases read.
  return iso.startsWith('+') ? undefined : iso;
}

/**
 * Reads a date.
 * @returns ISO 8601 in UTC, such as `2004-01-01T19:48:21.000Z`; undefined if it is not a date
 */
export function readDate(written: string): string | undefined {
  const text = written.trim();
  if (text.length > MAX_DATE_LENGTH) return undefined;
  const rfc822 = RFC_822.exec(text);
  if (rfc822) {
    const [, day, month, year, hour, minute, second, zone] = rfc822;
    return toIso({
      year: fullYear(year ?? ''),
      month: months.indexOf(month?.toLowerCase() ?? ''),
      day: Number(day),
      hour,
      minute,
      second,
      zone,
    });
  }
  const iso = ISO_8601.exec(text);
  if (!iso) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = iso;
  return toIso({
    year: Number(year),
    month: Number(month) - 1,
    day: Number(day ?? 1),
    hour,
    minute,
    second,
    fraction,
    zone,
  });
}
