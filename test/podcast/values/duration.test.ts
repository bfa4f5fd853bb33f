/** Lengths of time as feeds write them. */
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
    ['1:00:00.1', 3600.1],
    ['PT1H2M3S', 3723],
    ['PT90M', 5400],
  ])('%s', (written, seconds) => {
    expect(readDuration(written)).toBe(seconds);
  });

  it.each(['', 'an hour', '-5', '1:2:3:4', '1::2', 'NaN', 'PT', '1e9', '9'.repeat(40)])(
    'leaves out what is none: %s',
    (written) => {
      expect(readDuration(written)).toBeUndefined();
    },
  );
});
