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

/** The weekday, in any language. It counts for nothing: many are wrong. */
const WEEKDAY = String.raw`^(?:[^\s\d,.]+\.?(?:,\s*|\s+))?`;
const MONTH = '(?<month>[a-z]{3})[a-z]*';
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;

/** The day, at the beginning of the text. */
const days = [
  // `Thu, 01 Jan 2004` (RFC 822, RFC 5322)
  new RegExp(String.raw`${WEEKDAY}${DAY}[\s-]+${MONTH}\.?,?[\s-]+(?<year>\d{4}|\d{2})(?!\d)`, 'i'),
  // `Thu, Jan 1 2004`, as English writes it
  new RegExp(String.raw`${WEEKDAY}${MONTH}\.?\s+${DAY},?\s+(?<year>\d{4})(?!\d)`, 'i'),
  // `2004-01-01` (RFC 3339, ISO 8601), also without its day
  /^(?<year>\d{4})[-/.](?<number>\d{1,2})(?:[-/.](?<day>\d{1,2}))?(?!\d)/,
];

/** `Thu Jan  1 19:48:21 2004`: C's order, where the year is last. */
const YEAR_LAST = /^(\D+\d{1,2})\s+(\d{1,2}:.*)\s(\d{4})$/;

/**
 * A time and a zone follow the day. All of the text is read: an offset or half of a day that is
 * passed over makes a wrong time, which is worse than none. Only words and brackets may follow a zone.
 */
const TIME_AND_ZONE = new RegExp(
  [
    String.raw`^(?:,?\s*(?:T|at\s|-\s)?\s*(?<hour>\d{1,2}):(?<minute>\d{1,2})`,
    String.raw`(?::(?<second>\d{1,2})(?:[.,](?<fraction>\d+))?)?\s*(?<half>[ap]\.?m\b\.?)?)?`,
    String.raw`\s*(?:(?:[a-z]{1,5}\s*)?(?<offset>[+-]\s?\d{1,2}(?::?\d{2})?)(?!\d)\s*(?:[(\[].*|[^\d/+-]*)`,
    String.raw`|\(?(?<zone>[a-z]*)[^\d/+\[-]*|Z\[.*)$`,
  ].join(''),
  'i',
);

/** The zone's offset in minutes east of UTC; undefined if there is none such (RFC 3339 §5.6). */
function offsetOf({ offset, zone = '' }: Record<string, string | undefined>): number | undefined {
  if (offset === undefined) return (zones.get(zone.toLowerCase()) ?? 0) * 60;
  const [, sign, hours, minutes = '0'] = /^([+-])\s?(\d{1,2}):?(\d{2})?$/.exec(offset) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Of 24 hours. After a time of 24 hours, "pm" says nothing. */
function hourOf({ hour = '0', half = '' }: Record<string, string | undefined>): number {
  const written = Number(hour);
  if (/^p/i.test(half) && written < 12) return written + 12;
  return /^a/i.test(half) && written === 12 ? 0 : written;
}

/** Two digits mean 1950 to 2049 (RFC 5322 §4.3). */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year + (year < 50 ? 2000 : 1900);
}

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(year: number, month: number, day: number): boolean {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 1 && isLeapYear ? 29 : (daysInMonth[month] ?? 0);
  return day >= 1 && day <= days;
}

/**
 * Reads a date.
 * @returns ISO 8601 in UTC, such as `2004-01-01T19:48:21.000Z`; undefined if it is not a date
 */
export function readDate(written: string): string | undefined {
  const trimmed = written.trim();
  if (trimmed.length > MAX_DATE_LENGTH) return undefined;
  const text = trimmed.replaceAll('−', '-').replace(YEAR_LAST, '$1 $3 $2');
  const date = days.map((form) => form.exec(text)).find((found) => found !== null);
  const rest = date && TIME_AND_ZONE.exec(text.slice(date[0].length))?.groups;
  if (!date?.groups || !rest) return undefined;
  const { year = '', month = '', number, day = '1' } = date.groups;
  const { minute = '0', second = '0', fraction = '0' } = rest;
  const inYear = number === undefined ? months.indexOf(month.toLowerCase()) : Number(number) - 1;
  const [hours, minutes, seconds] = [hourOf(rest), Number(minute), Number(second)];
  const offset = offsetOf(rest);
  // 24:00 is midnight (ISO 8601), and second 60 is a leap second (RFC 3339 §5.7).
  if (hours > 24 || minutes > 59 || seconds > 60 || offset === undefined) return undefined;
  if (!isDay(fullYear(year), inYear, Number(day))) return undefined;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const time = [Number(day), hours, minutes - offset, seconds, milliseconds] as const;
  const iso = new Date(Date.UTC(fullYear(year), inYear, ...time)).toISOString();
  // The zone can lead past the year 9999, which few programs and databases read.
  return iso.startsWith('+') ? undefined : iso;
}
