import { describe, expect, it } from 'vitest';
import { wrongFigures } from '../../scripts/size-figures.mjs';

const sizes = new Map([
  ['first load', 14_693],
  ['limit', 15_000],
]);

describe('wrongFigures', () => {
  it.each([
    'The first load is 15 kB<!-- first load -->.',
    '| until the buttons work | 14.7 kB<!-- first load --> |',
    'It may weigh 15,000 bytes<!-- limit --> after brotli.',
    'Another button loads 78 kB<!-- elsewhere -->.',
    'A secret of at least 32 bytes.',
  ])('accepts a true figure, and one that is not a size of the build: %s', (text) => {
    expect(wrongFigures(text, sizes)).toEqual([]);
  });

  it.each([
    ['14 kB<!-- first load -->', 'it is 15 kB'],
    ['14.6 kB<!-- first load -->', 'it is 14.7 kB'],
    ['12,000 bytes<!-- limit -->', 'it is 15,000 bytes'],
    ['15 kB', 'name what it measures'],
    ['2,500 bytes', 'name what it measures'],
    ['15 kB<!-- last load -->', 'name what it measures'],
    ['so many that it takes 15\nkB', 'name what it measures'],
  ])('rejects a wrong figure, and one without the name of its size: %s', (text, fault) => {
    expect(wrongFigures(text, sizes).join()).toContain(fault);
  });
});
