/** Single URLs that `laws.test.ts` does not make. */
import { describe, expect, it } from 'vitest';
import { isSecureUrl, isWebUrl, parseUrl, resolveWebUrl } from '../../src/urls/web-url.js';

describe('parseUrl', () => {
  it('parses an absolute URL, and a relative one with a base', () => {
    expect(parseUrl('https://a.example/b?c')?.href).toBe('https://a.example/b?c');
    expect(parseUrl('../c', 'https://a.example/a/b/')?.href).toBe('https://a.example/a/c');
  });

  it.each([
    ['/a', undefined],
    ['https://', undefined],
    ['', undefined],
    ['a', 'not a base'],
    ['a', 'mailto:a@b.example'],
  ])('returns undefined for %j with base %j', (text, base) => {
    expect(parseUrl(text, base)).toBeUndefined();
  });

  it('accepts an international host in every call, also once V8 has compiled it', () => {
    const international = 'https://bücher.example/show.rss';
    let refused = 0;
    // URL.canParse begins to refuse this host after some 1,500 calls in Node 20 and 22.
    for (let call = 0; call < 20_000; call += 1) if (!isWebUrl(international)) refused += 1;
    expect(refused).toBe(0);
  });
});

describe('isWebUrl', () => {
  it.each([
    'https:',
    'https:a.example',
    'https://a.example:99999',
    'https://a b.example',
    'a.example',
  ])('refuses %j', (url) => {
    expect(isWebUrl(url)).toBe(false);
  });
});

describe('resolveWebUrl', () => {
  it.each([
    ['http://a.example', 'https://b.example', 'http://a.example/'],
    ['/c?d', 'https://a.example/b', 'https://a.example/c?d'],
    ['//c.example', 'http://a.example', 'http://c.example/'],
    ['', 'https://a.example/b?c#d', 'https://a.example/b?c'],
    ['https:c', 'https://a.example/b/', 'https://a.example/b/c'],
    ['https://a.example/\ud800', undefined, 'https://a.example/%EF%BF%BD'],
    ['/a', undefined, undefined],
    ['', undefined, undefined],
    ['mailto:a@b.example', 'https://a.example', undefined],
    ['a', 'file:///home/feed.rss', undefined],
    ['a', 'not a base', undefined],
  ])('resolves %j against %j', (text, base, url) => {
    expect(resolveWebUrl(text, base)).toBe(url);
  });
});

describe('isSecureUrl', () => {
  it.each([
    'http://.localhost.',
    'http://a.127.0.0.1.example',
    'http://localhost@a.example',
    'file:///localhost',
  ])('is false for %s', (url) => {
    expect(isSecureUrl(url)).toBe(false);
  });

  it('throws a TypeError for a text that is not an absolute URL', () => {
    expect(() => isSecureUrl('/a')).toThrow(TypeError);
  });
});
