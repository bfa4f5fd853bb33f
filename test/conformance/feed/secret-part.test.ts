/** Which part of a feed URL is its secret, and what another one looks like. */
import { describe, expect, it } from 'vitest';
import { secretPartOf, withOtherSecret } from '../../../src/conformance/feed/secret-part.js';

const UUID = '0b9f6c1e-7a52-4d3c-9e81-5f2a7c4d8b60';
const BASE64 = 'K7mQ2vX9pLr4TzB8wNc3Ya';

describe('secretPartOf', () => {
  it.each([
    ['a UUID', `/show-2/feeds/${UUID}.rss`, UUID, 128],
    ['letters and digits', `/a1b2/${BASE64}/show_private.rss`, BASE64, 130],
    ['a part of the query', `/members-show-2026/feed?token=${BASE64}&v=2`, BASE64, 130],
    ['a number', '/feeds/4711.rss', '4711', 13],
    ['many letters', '/show/qwmzpxkvbtrnsdfghjlcaeyuio.rss', 'qwmzpxkvbtrnsdfghjlcaeyuio', 122],
  ])('finds %s', (_, path, text, bits) => {
    expect(secretPartOf(new URL(path, 'https://feeds.example'))).toEqual({ text, bits });
  });

  it('finds none in words', () => {
    const url = new URL(
      'https://feeds.example/the-long-name-of-a-show-for-members/feed.rss?as=rss',
    );
    expect(secretPartOf(url)).toBeUndefined();
  });
});

describe('withOtherSecret', () => {
  it('changes a secret that the query holds percent-encoded', () => {
    const url = `https://feeds.example/feed.rss?k=%${BASE64.charCodeAt(0).toString(16)}${BASE64.slice(1)}&as=rss`;
    const part = secretPartOf(new URL(url))!;
    const other = new URL(withOtherSecret(url, part));
    expect(other.searchParams.get('k')).toHaveLength(BASE64.length);
    expect(other.searchParams.get('k')).not.toBe(BASE64);
    expect(other.searchParams.get('as')).toBe('rss');
  });

  it.each([UUID, BASE64])('changes one character of %s, and not one of the last', (secret) => {
    const url = `https://feeds.example/${secret}/${secret}.rss`;
    const other = withOtherSecret(url, { text: secret, bits: 128 });
    expect(other).toHaveLength(url.length);
    const changed = Array.from(url).flatMap((character, at) =>
      other[at] === character ? [] : [at],
    );
    expect(changed).toHaveLength(1);
    const at = (changed[0] ?? 0) - url.lastIndexOf(secret);
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(secret.length - 2);
  });
});
