import { describe, expect, it } from 'vitest';
import {
  isSecureUrl,
  isWebUrl,
  parseUrl,
  resolveWebUrl,
  withoutTrailingSlash,
} from '../../src/urls/web-url.js';

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
    'https://a.example',
    'http://a.example',
    'HTTPS://A.EXAMPLE/b',
    'https://user:word@a.example:8443/b?c#d',
    'https://[::1]/',
    'https://例え.テスト/フィード.rss',
    'https://a.example/🎙️',
  ])('accepts %s', (url) => {
    expect(isWebUrl(url)).toBe(true);
  });

  it.each([
    '',
    'a.example',
    '//a.example',
    '/a',
    'https:',
    'https://',
    'https:/a.example',
    'https:a.example',
    'https://a.example:99999',
    'https://a b.example',
    ' https://a.example',
    'ftp://a.example',
    'xhttps://a.example',
    'javascript:alert("https://a.example")',
    'https://a.example/\ud800',
    'https://a.example/\udc00b',
  ])('refuses %j', (url) => {
    expect(isWebUrl(url)).toBe(false);
  });

  it.each([undefined, null, 7, {}, ['https://a.example'], new URL('https://a.example')])(
    'refuses %o, which is not a string',
    (value) => {
      expect(isWebUrl(value)).toBe(false);
    },
  );
});

describe('resolveWebUrl', () => {
  it.each([
    ['https://a.example', undefined, 'https://a.example/'],
    [' HTTPS://A.example/b c ', undefined, 'https://a.example/b%20c'],
    ['http://a.example', 'https://b.example', 'http://a.example/'],
    ['/c?d', 'https://a.example/b', 'https://a.example/c?d'],
    ['c', 'https://a.example/b/', 'https://a.example/b/c'],
    ['//c.example', 'http://a.example', 'http://c.example/'],
    ['', 'https://a.example/b?c#d', 'https://a.example/b?c'],
    ['https:c', 'https://a.example/b/', 'https://a.example/b/c'],
    ['https://a.example/\ud800', undefined, 'https://a.example/%EF%BF%BD'],
  ])('resolves %j against %j', (text, base, url) => {
    expect(resolveWebUrl(text, base)).toBe(url);
  });

  it.each([
    ['/a', undefined],
    ['', undefined],
    ['https://', undefined],
    ['javascript:alert(1)', 'https://a.example'],
    ['mailto:a@b.example', 'https://a.example'],
    ['blob:https://a.example/1', 'https://a.example'],
    ['a', 'file:///home/feed.rss'],
    ['a', 'not a base'],
  ])('returns undefined for %j against %j', (text, base) => {
    expect(resolveWebUrl(text, base)).toBeUndefined();
  });
});

describe('isSecureUrl', () => {
  it.each([
    'https://a.example',
    'https://192.0.2.1',
    'http://localhost:8787',
    'http://LOCALHOST',
    'http://show.localhost',
    'http://127.0.0.1',
    'http://127.255.0.9:80/a',
    'http://[::1]:8787/a',
    // Browsers and Node write this as 127.0.0.1.
    'http://2130706433',
  ])('is true for %s', (url) => {
    expect(isSecureUrl(url)).toBe(true);
  });

  it.each([
    'http://a.example',
    'http://192.0.2.1',
    'http://128.0.0.1',
    'http://localhost.a.example',
    'http://xlocalhost',
    'http://.localhost.',
    'http://127.0.0.1.a.example',
    'http://a.127.0.0.1.example',
    'http://[::2]',
    'http://[2001:db8::1]',
    'http://localhost@a.example',
    'ftp://localhost',
    'ws://localhost',
    'wss://a.example',
    'file:///localhost',
  ])('is false for %s', (url) => {
    expect(isSecureUrl(url)).toBe(false);
  });

  it('throws a TypeError for a text that is not an absolute URL', () => {
    expect(() => isSecureUrl('/a')).toThrow(TypeError);
  });
});

describe('withoutTrailingSlash', () => {
  it.each([
    ['https://a.example', 'https://a.example'],
    ['https://a.example/', 'https://a.example'],
    ['https://a.example/b//', 'https://a.example/b'],
    ['https://a.example//b/c', 'https://a.example//b/c'],
    ['', ''],
    ['/', ''],
  ])('turns %j into %j', (base, expected) => {
    expect(withoutTrailingSlash(base)).toBe(expected);
  });
});
