/** Searching a text for another. */
import { describe, expect, it } from 'vitest';
import { occurrenceFinder } from '../../../src/podcast/values/text-occurrences.js';
import { random } from '../../../bench/generate-feed.mjs';

describe('occurrenceFinder', () => {
  it.each([
    ['a', 'banana', [1, 3, 5]],
    ['ana', 'banana', [1, 3]],
    ['aab', 'aaab', [1]],
    ['abab', 'abacababab', [4, 6]],
    ['x', 'banana', []],
    ['banana', 'banan', []],
    ['AnA', 'bANana', [1, 3]],
    ['@[`{', '@[`{', [0]],
    ['@', '`', []],
    ['z', 'Z', [0]],
    ['[', '{', []],
    ['é', 'É', []],
    ['a', '', []],
  ])('finds %j in %j at %j', (wanted, text, indexes) => {
    expect(occurrenceFinder(wanted)(text)).toEqual(indexes);
  });

  it('finds the same as a simple search', () => {
    const next = random(7);
    const letters = (length: number) =>
      Array.from({ length }, () => 'ab'.charAt(Math.floor(next() * 2))).join('');
    for (let round = 0; round < 500; round++) {
      const [wanted, text] = [letters(1 + (round % 7)), letters(60)];
      const simple = Array.from(text, (_, at) => at).filter((at) => text.startsWith(wanted, at));
      expect(occurrenceFinder(wanted)(text)).toEqual(simple);
    }
  });
});
