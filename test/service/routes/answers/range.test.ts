import { describe, expect, it } from 'vitest';
import { rangeOf } from '../../../../src/service/routes/answers/range.js';

describe('rangeOf', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-5', { start: 2, end: 5 }],
    ['BYTES=2-', { start: 2, end: 9 }],
    ['bytes=2-99', { start: 2, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=99-100', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', 'all'],
    ['bytes=0-1,4-5', 'all'],
    ['bytes=-', 'all'],
    ['bytes=a-b', 'all'],
    ['items=0-1', 'all'],
    [undefined, 'all'],
  ])('reads %s of ten bytes', (header, range) => {
    expect(rangeOf(header, 10)).toEqual(range);
  });
});
