import { describe, expect, it } from 'vitest';
import { fillEnclosures } from '../../../../src/service/feeds/rewrite/fill-enclosures.js';

const fill = (text: string, urlOf = (id: string) => `https://own.example/${id}`) =>
  Buffer.concat([...fillEnclosures(Buffer.from(text), urlOf)]).toString();
const place = (id: string) => `https://recordings.invalid/${id}/a.mp3`;

describe('fillEnclosures', () => {
  it.each([
    ['no placeholder', '<rss>å</rss>', '<rss>å</rss>'],
    ['nothing', '', ''],
    [
      'placeholders',
      `å${place('abcdefghij-_')}ö${place('0123456789ab')}`,
      'åhttps://own.example/abcdefghij-_/a.mp3öhttps://own.example/0123456789ab/a.mp3',
    ],
    ['one without an ID', `${place('short')} x`, `${place('short')} x`],
    ['one that is cut off', 'https://recordings.invalid/abc', 'https://recordings.invalid/abc'],
  ])('fills a text with %s', (_name, text, filled) => {
    expect(fill(text)).toBe(filled);
  });

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
