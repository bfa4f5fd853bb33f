import { describe, expect, it } from 'vitest';
import { fillEnclosures } from '../../../../src/service/feeds/rewrite/fill-enclosures.js';

const place = (id: string) => `https://recordings.invalid/${id}/a.mp3`;

describe('fillEnclosures', () => {
  it('makes each piece when it is asked for, of 32 to 64 KiB', () => {
    let made = 0;
    const text = Array.from({ length: 5_000 }, () => `${'x'.repeat(300)}${place('abcdefghij-_')}`);
    const urlOf = () => `https://own.example/${(made += 1)}`;
    const pieces = fillEnclosures(Buffer.from(text.join('') + 'x'.repeat(200_000)), urlOf);
    expect(made).toBe(0);
    const sizes: number[] = [];
    for (const { byteLength } of pieces) {
      sizes.push(byteLength);
      if (sizes.length === 1) expect(made).toBeLessThan(120);
    }
    expect(made).toBe(5_000);
    expect(Math.max(...sizes)).toBeLessThan(64 * 1024);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(32 * 1024);
  });
});
