import { describe, expect, it } from 'vitest';
import { nearest } from '../../../src/service/catalogue/nearest.js';

describe('nearest', () => {
  it.each([
    ['untill', 'until'],
    ['recording', 'recordings'],
    ['UNTIL', 'until'],
    ['nutil', 'until'],
    ['zebra', undefined],
    ['', undefined],
    ['u'.repeat(10_000), undefined],
  ])('finds for %s the name %s', (word, name) => {
    expect(nearest(word, ['until', 'email', 'recordings'])).toBe(name);
  });
});
