/** Spellings of values other than text: numbers, what is not there, dates, and the bytes of a text. */
import fc from 'fast-check';
import type { Spelling } from '../same.js';

/** What says nothing: a field that is not there, or is undefined or null. */
export const absentField = (name: string): fc.Arbitrary<Record<string, unknown>> =>
  fc.constantFrom({}, { [name]: undefined }, { [name]: null });

/** Instants to the second that every form of a date can say: of 1970 to 2049. */
export const instants: fc.Arbitrary<Date> = fc
  .integer({ min: 0, max: Date.UTC(2049, 11, 30) / 1000 })
  .map((seconds) => new Date(seconds * 1000));

const pad = (number: number) => String(number).padStart(2, '0');
const offset = (minutes: number, colon: string) =>
  `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}${colon}${pad(Math.abs(minutes) % 60)}`;

/** An instant in the words of a clock some minutes east of UTC. */
const clockAt = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * 60_000);

const zoneMinutes = fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => quarters * 15);

/** ISO 8601, as RFC 3339 has it: in other zones, with and without a fraction. */
export const isoDate: Spelling<Date, string> = (instant) =>
  fc
    .tuple(
      zoneMinutes,
      fc.constantFrom('T', 't', ' '),
      fc.constantFrom('', '.0', '.000', '.000000'),
    )
    .chain(([minutes, separator, fraction]) => {
      const [day, time = ''] = clockAt(instant, minutes).toISOString().slice(0, 19).split('T');
      const written = `${day}${separator}${time}${fraction}${offset(minutes, ':')}`;
      return fc.constantFrom(written, `${instant.toISOString().slice(0, 19)}${fraction}Z`);
    });

/** RFC 5322, as feeds and mail have it: in other zones, with and without a weekday. */
export const mailDate: Spelling<Date, string> = (instant) =>
  fc.tuple(zoneMinutes, fc.boolean(), fc.boolean()).map(([minutes, hasWeekday, isPadded]) => {
    const [weekday = '', day = '', ...rest] = clockAt(instant, minutes).toUTCString().split(' ');
    const written = [isPadded ? day : String(Number(day)), ...rest.slice(0, 3)];
    return [...(hasWeekday ? [weekday] : []), ...written, offset(minutes, '')].join(' ');
  });

type DateWords = Record<'weekday' | 'day' | 'month' | 'year' | 'time' | 'zone', string>;

const feedDays: ((words: DateWords) => string)[] = [
  ({ weekday, day, month, year, time, zone }) =>
    `${weekday},${day} ${month} ${year} ${time} ${zone}`,
  ({ day, month, year, time, zone }) => `${day}th ${month}, ${year}, ${time}${zone}`,
  ({ weekday, day, month, year, time, zone }) =>
    `${weekday} ${month} ${day} ${year} ${time} ${zone}`,
  ({ day, month, year, time, zone }) => `${month}. ${day}, ${year} at ${time} ${zone}`,
  ({ day, month, year, time, zone }) => {
    const [hour = '', ...rest] = time.split(':');
    const half = Number(hour) < 12 ? 'AM' : 'p.m.';
    return `${month} ${day} ${year} ${Number(hour) % 12 || 12}:${rest.join(':')} ${half} ${zone}`;
  },
];

/** As feeds have it besides: in other orders, and with more behind the time than mail allows. */
export const feedDate: Spelling<Date, string> = (instant) =>
  fc
    .tuple(
      zoneMinutes,
      fc.constantFrom(...feedDays),
      fc.constantFrom('', 'GMT', 'UTC', ' EDT '),
      fc.constantFrom('', ':'),
      fc.constantFrom('', ' EDT', ' (EDT)', ' (Eastern Daylight Time)', '[Europe/Oslo]'),
    )
    .map(([minutes, written, prefix, colon, suffix]) => {
      const utc = clockAt(instant, minutes).toUTCString().replace(',', '').split(' ');
      const [weekday = '', day = '', month = '', year = '', time = ''] = utc;
      const zone = prefix + offset(minutes, colon) + suffix;
      return written({ weekday, day, month, year, time, zone });
    });

/** The three forms of a date in a header (RFC 9110 §5.6.7). */
export const httpDate: Spelling<Date, string> = (instant) => {
  const utc = instant.toUTCString();
  const [weekday = '', day = '', month, year = '', time] = utc.replace(',', '').split(' ');
  const long = instant.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  return fc.constantFrom(
    utc,
    `${long}, ${day}-${month}-${year.slice(2)} ${time} GMT`,
    `${weekday} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`,
  );
};

/** A text as bytes, with what says how they are to be read. */
export interface Encoded {
  bytes: Uint8Array;
  /** The parameter `charset`, where no byte-order mark says it. */
  charset?: string;
}

/** A text in the encodings that feeds have. Letters of Latin-1 alone can be said in all of them. */
export const encoded: Spelling<string, Encoded> = (text) => {
  const utf8 = Buffer.from(text);
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  const isLatin = /^[\t\r\n\x20-\x7e\xa0-\xff]*$/.test(text);
  const labels = ['iso-8859-1', 'ISO-8859-1', 'latin1', 'windows-1252', 'Windows-1252', 'cp1252'];
  return fc.constantFrom<Encoded>(
    { bytes: utf8 },
    { bytes: utf8, charset: 'UTF-8' },
    { bytes: utf8, charset: 'utf8' },
    { bytes: Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8) },
    { bytes: utf16 },
    { bytes: Buffer.from(utf16).swap16() },
    ...(isLatin ? labels.map((charset) => ({ bytes: Buffer.from(text, 'latin1'), charset })) : []),
  );
};
