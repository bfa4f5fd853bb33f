/** Dates in feeds: read as an instant in UTC, or left out; nothing throws. */
import { describe, expect, it } from 'vitest';
import { readDate } from '../../../src/podcast/values/dates.js';

describe('readDate', () => {
  it.each([
    ['Thu, 01 Jan 2004 19:48:21 GMT', '2004-01-01T19:48:21.000Z'],
    ['Thu, 1 Jan 2004 19:48:21 +0200', '2004-01-01T17:48:21.000Z'],
    ['Thu, 01 Jan 2004 19:48 -0730', '2004-01-02T03:18:00.000Z'],
    ['1 January 2004 19:48:21 EST', '2004-01-02T00:48:21.000Z'],
    ['Thu,  01  Sept  04 09:08:07 pdt', '2004-09-01T16:08:07.000Z'],
    ['Sat, 07 Sep 69 00:00:01 Z', '1969-09-07T00:00:01.000Z'],
    ['Thu, 01 Jan 2004 24:00:00 GMT', '2004-01-02T00:00:00.000Z'],
    ['Thu, 01 Jan 2004 23:59:60 GMT', '2004-01-02T00:00:00.000Z'],
    ['Thu, 01 Jan 2004 19:48:21 XYZ', '2004-01-01T19:48:21.000Z'],
    ['Jeu, 01 Jan 2004 19:48:21 GMT', '2004-01-01T19:48:21.000Z'],
    ['01 Jan 49 00:00:00 GMT', '2049-01-01T00:00:00.000Z'],
    ['01 Jan 50 00:00:00 GMT', '1950-01-01T00:00:00.000Z'],
    ['01 Jan 00 00:00:00 GMT', '2000-01-01T00:00:00.000Z'],
    ['01 Jan 99 00:00:00 GMT', '1999-01-01T00:00:00.000Z'],
    ['01-Jan-2004 10:00:00 GMT', '2004-01-01T10:00:00.000Z'],
    ['01 January, 2004, 10:00:00 gmt', '2004-01-01T10:00:00.000Z'],
    ['mon. 01 jan. 2004 1:2:3 +02:00', '2003-12-31T23:02:03.000Z'],
    ['01 Jan 2004 10:00:00.9 - 0230', '2004-01-01T12:30:00.900Z'],
    ['01 Jan 2004 10:00:00,9 +130', '2004-01-01T08:30:00.900Z'],
    ['01 Jan 2004 10:00:00+0130', '2004-01-01T08:30:00.000Z'],
    ['01 Jan 2004, 10:00 GMT and more', '2004-01-01T10:00:00.000Z'],
    ['Thu,1 Jan 2004 10:00:00 GMT', '2004-01-01T10:00:00.000Z'],
    ['Thu, Jan 1 2004 10:00:00 -0400', '2004-01-01T14:00:00.000Z'],
    ['January 1st, 2004 at 1:05 PM', '2004-01-01T13:05:00.000Z'],
    ['1 Jan 2004 12:05 a.m. EST', '2004-01-01T05:05:00.000Z'],
    ['Thu Jan  1 10:00:00 EST 2004', '2004-01-01T15:00:00.000Z'],
    ['Thu Jan 01 2004 10:00:00 GMT-0400 (Atlantic Time)', '2004-01-01T14:00:00.000Z'],
    ['1 Jan 2004 10:00 GMT−04:00', '2004-01-01T14:00:00.000Z'],
    ['1 Jan 2004 10:00 (EDT)', '2004-01-01T14:00:00.000Z'],
    ['1 Jan 2004 10:00 UTC+1', '2004-01-01T09:00:00.000Z'],
    ['2004-01-01T10:00+01:00[Europe/Oslo]', '2004-01-01T09:00:00.000Z'],
    ['2004-01-01+02:00', '2003-12-31T22:00:00.000Z'],
    ['2004/1/1 10:00:00', '2004-01-01T10:00:00.000Z'],
    ['31 Jan 2004', '2004-01-31T00:00:00.000Z'],
    ['29 Feb 2000', '2000-02-29T00:00:00.000Z'],
    ['28 Feb 2100', '2100-02-28T00:00:00.000Z'],
    ['31 Dec 2004 23:59:59 GMT', '2004-12-31T23:59:59.000Z'],
    ['Thu, 01 Jan 2004', '2004-01-01T00:00:00.000Z'],
    ['2004-01-01T19:48:21Z', '2004-01-01T19:48:21.000Z'],
    ['2004-01-01T19:48:21.25+01:00', '2004-01-01T18:48:21.250Z'],
    ['2004-01-01T19:48:21,999Z', '2004-01-01T19:48:21.999Z'],
    ['2004-01-01T19:48:21.9999Z', '2004-01-01T19:48:21.999Z'],
    ['2004-01-01T19:48:21+02', '2004-01-01T17:48:21.000Z'],
    ['2004-01-01T19:48:21 hst', '2004-01-02T05:48:21.000Z'],
    ['2004-1-1', '2004-01-01T00:00:00.000Z'],
    ['2004-01-01  \t1:48', '2004-01-01T01:48:00.000Z'],
    ['2004-12-31', '2004-12-31T00:00:00.000Z'],
    ['2004-01-01 19:48:21 -0500', '2004-01-02T00:48:21.000Z'],
    ['2004-01-01T19:48', '2004-01-01T19:48:00.000Z'],
    ['2004-02-29', '2004-02-29T00:00:00.000Z'],
    ['2004-2', '2004-02-01T00:00:00.000Z'],
  ])('turns %j into %s', (written, iso) => {
    expect(readDate(written)).toBe(iso);
  });

  it.each([
    '',
    'yesterday',
    'Thu, 118 Jun 2015 14:30:25 +0200',
    'Thu, 31 Jun 2015 14:30:25 GMT',
    'Thu, 01 Foo 2015 14:30:25 GMT',
    '30 Feb 2000',
    '29 Feb 2100',
    '31 Apr 2004',
    '32 Jan 2004',
    '00 Jan 2004',
    'on the 01 Jan 2004',
    '01 Jan 2004 10:60:00 GMT',
    '01 Jan 2004 10:00:61 GMT',
    'Thu, 01 Jan 2004 25:00:00 GMT',
    '2003-02-29',
    '1900-02-29',
    '2004-13-01',
    '2004-00-01',
    '2004-01-00',
    '2004-01-32',
    'at 2004-01-01',
    '12004-01-01',
    '1 Jan 2004 10:00 Europe/Oslo',
    '2004-01-01T10:00[Europe/Oslo]',
    '1 Jan 2004 10:00 GMT+99',
    '1 Jan 2004 10:00 EST5EDT',
    '1 Jan 2004 10:00 12',
    '2004',
    '12:00',
  ])('returns undefined for %j', (written) => {
    expect(readDate(written)).toBeUndefined();
  });

  it.each([
    ['UT', 0],
    ['Z', 0],
    ['GMT', 0],
    ['EST', -5],
    ['EDT', -4],
    ['CST', -6],
    ['CDT', -5],
    ['MST', -7],
    ['MDT', -6],
    ['PST', -8],
    ['PDT', -7],
    ['AKST', -9],
    ['AKDT', -8],
    ['HST', -10],
    ['BST', 1],
    ['WET', 0],
    ['WEST', 1],
    ['CET', 1],
    ['CEST', 2],
    ['MEZ', 1],
    ['MESZ', 2],
    ['EET', 2],
    ['EEST', 3],
    ['MSK', 3],
    ['JST', 9],
    ['KST', 9],
    ['AEST', 10],
    ['AEDT', 11],
    ['NZST', 12],
    ['NZDT', 13],
  ])('knows that %s differs from UTC by %i h', (zone, hours) => {
    const utc = new Date(Date.UTC(2004, 5, 15, 12 - hours)).toISOString();
    expect(readDate(`15 Jun 2004 12:00:00 ${zone}`)).toBe(utc);
    expect(readDate(`2004-06-15T12:00:00 ${zone.toLowerCase()}`)).toBe(utc);
  });

  it.each(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'])(
    'knows the month %s and its last day',
    (name) => {
      const month = new Date(`1 ${name} 2003 UTC`).getUTCMonth();
      const last = new Date(Date.UTC(2003, month + 1, 0));
      expect(readDate(`${last.getUTCDate()} ${name} 2003`)).toBe(last.toISOString());
      expect(readDate(`${last.getUTCDate() + 1} ${name} 2003`)).toBeUndefined();
    },
  );

  it('returns undefined for a date that its zone moves past the year 9999', () => {
    expect(readDate('9999-12-31T23:59:59Z')).toBe('9999-12-31T23:59:59.000Z');
    expect(readDate('9999-12-31T23:59:59-01:00')).toBeUndefined();
  });

  it('returns undefined for a text that is longer than any date', () => {
    expect(readDate(`Thu, ${' '.repeat(100_000)}`)).toBeUndefined();
    const padded = '2004-01-01T10:00:00 '.padEnd(79, 'x');
    expect(readDate(` ${padded}x `)).toBe('2004-01-01T10:00:00.000Z');
    expect(readDate(`${padded}xx`)).toBeUndefined();
  });
});
