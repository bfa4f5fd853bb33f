/** Dates of feeds: what can be read is an instant, what cannot is left out, nothing throws. */
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
    ['Thu, 01 Jan 2004', '2004-01-01T00:00:00.000Z'],
    ['2004-01-01T19:48:21Z', '2004-01-01T19:48:21.000Z'],
    ['2004-01-01T19:48:21.25+01:00', '2004-01-01T18:48:21.250Z'],
    ['2004-01-01 19:48:21 -0500', '2004-01-02T00:48:21.000Z'],
    ['2004-01-01T19:48', '2004-01-01T19:48:00.000Z'],
    ['2004-02-29', '2004-02-29T00:00:00.000Z'],
    ['2004-2', '2004-02-01T00:00:00.000Z'],
  ])('%s', (written, iso) => {
    expect(readDate(written)).toBe(iso);
  });

  it.each([
    '',
    'yesterday',
    'Thu, 118 Jun 2015 14:30:25 +0200',
    'Thu, 31 Jun 2015 14:30:25 GMT',
    'Thu, 01 Foo 2015 14:30:25 GMT',
    'Thu, 01 Jan 2004 25:00:00 GMT',
    '2003-02-29',
    '1900-02-29',
    '2004-13-01',
    '2004',
    '12:00',
    `Thu, ${' '.repeat(100_000)}`,
  ])('leaves out what is no date: %s', (written) => {
    expect(readDate(written)).toBeUndefined();
  });
});
