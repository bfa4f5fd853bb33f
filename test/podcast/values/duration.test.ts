/** Durations in feeds. */
import { describe, expect, it } from 'vitest';
import { readDuration } from '../../../src/podcast/values/duration.js';

describe('readDuration', () => {
  it.each([
    ['95', 95],
    [' 95 ', 95],
    ['5711.5', 5711.5],
    ['5711,5', 5711.5],
    ['0:00', 0],
    ['59:59', 3599],
    ['90:00', 5400],
    ['1:02:03', 3723],
    ['00:02:47.4', 167.4],
    ['0:01:32.123', 92.123],
    ['00:04:08,045', 248.045],
    ['9:59.9994', 599.999],
    ['9:59.9996', 600],
    ['123456:00', 7407360],
    ['123456:00:00', 444441600],
    ['999999999', 999999999],
    ['1:02:003', 3723],
    ['PT45S', 45],
    ['PT1.5S', 1.5],
    ['pt2h', 7200],
    ['PT1H1S', 3601],
    ['PT1H2M3S', 3723],
    ['PT90M', 5400],
    ['P1DT1M', 86460],
    // Apple: of more than three numbers, those farthest to the right are ignored.
    ['1:02:03:04', 3723],
    ['1h 2m 3s', 3723],
    ['62 min', 3720],
  ])('turns %j into %d seconds', (written, seconds) => {
    expect(readDuration(written)).toBe(seconds);
  });

  it.each([
    '',
    'an hour',
    '-5',
    'a1:00',
    '1:00a',
    'x5',
    '5x',
    '1.5:00',
    '1.',
    ':30',
    'PT1H2',
    'XPT1H',
    'PT1HX',
    'PT1M1H',
    '1::2',
    'NaN',
    'PT',
    '1e9',
    '9'.repeat(10),
    '1234567:00',
    '1:1234567',
    '1:1234567:00',
    'PT1234567H',
    '9'.repeat(40),
  ])('returns undefined for %j', (written) => {
    expect(readDuration(written)).toBeUndefined();
  });
});
