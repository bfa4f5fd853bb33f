/** What a conformance run makes up must be nobody's. */
import { describe, expect, it } from 'vitest';
import { another } from '../../src/conformance/unknown-values.js';

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

describe('another', () => {
  it('keeps the form of a long text, and its length', () => {
    expect(another('sid:a1B2c3D4e5F6g7H8i9J0k')).toMatch(/^sid:\w{21}$/);
  });

  it.each(['12', 'one', 'sid:one', 'origin-1', '|', ''])(
    'is hard to hit by chance in the place of the short %j',
    (text) => {
      const made = times(1000, () => another(text));
      expect(new Set(made).size).toBe(1000);
      expect(made).not.toContain(text);
    },
  );

  it('makes a number that a database can look up', () => {
    for (const made of times(100, () => another('12'))) expect(made).toMatch(/^[1-9]\d{8}$/);
  });
});
