/** URLs in feeds: kept as written, resolved against the feed's, or left out. */
import { describe, expect, it } from 'vitest';
import { isSafeToFetch, isSafeUrl, MAX_URL_LENGTH } from '../../../src/podcast/values/safe-url.js';
import { absoluteUrl, resolveUrl } from '../../../src/podcast/values/written-url.js';

const baseUrl = 'https://feeds.example/shows/one.rss?x=1';

const ofLength = (length: number) => 'https://a.example/'.padEnd(length, 'x');

/** Schemes that run code, open local files, start apps, or are mistyped. */
const otherSchemes = [
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'filesystem:https://a.example/x',
  'intent://a#Intent;end',
  'ms-msdt:/id',
  'mailto:a@b.example',
  'podcast://a.example/feed',
  'view-source:https://a.example',
  'ttps://a.example/typo.mp3',
];

const withCredentials = ['//user@a.example/', 'https:\\\\user@a.example'];

describe('resolveUrl', () => {
  it.each([
    ['https://a.example', 'https://a.example'],
    [' http://a.example/a b.mp3\n', 'http://a.example/a b.mp3'],
    ['HTTPS://a.example/@user', 'HTTPS://a.example/@user'],
    ['https://a.example/\n\ta\r.mp3', 'https://a.example/a.mp3'],
    ['//cdn.example/a.mp3', 'https://cdn.example/a.mp3'],
    ['audio/a.mp3', 'https://feeds.example/shows/audio/a.mp3'],
    ['/a.mp3', 'https://feeds.example/a.mp3'],
    ['a@b.mp3', 'https://feeds.example/shows/a@b.mp3'],
  ])('turns %j into %s', (written, url) => {
    expect(resolveUrl(written, baseUrl)).toBe(url);
  });

  it.each([
    '',
    ' \n',
    'https://',
    'https://a b.example/',
    'https:a.example',
    'https://a/\ud800',
    'https://1.2.3.4.5/',
    'https://a.0x1/',
    'https://a.1',
    'https://xn--/',
    'https://a.xn--a/',
  ])('leaves out %j, which is not a URL', (written) => {
    expect(resolveUrl(written, baseUrl)).toBeUndefined();
  });

  it.each(otherSchemes)('leaves out %j, which is neither http nor https', (written) => {
    expect(resolveUrl(written, baseUrl)).toBeUndefined();
    expect(isSafeUrl(written)).toBe(false);
  });

  it.each(withCredentials)('leaves out %j, which has credentials', (written) => {
    expect(resolveUrl(written, baseUrl)).toBeUndefined();
    expect(isSafeUrl(written)).toBe(false);
  });

  it('leaves out a relative URL without a base that it can be resolved against', () => {
    expect(resolveUrl('a.mp3')).toBeUndefined();
    expect(resolveUrl('a.mp3', 'not a URL')).toBeUndefined();
    expect(resolveUrl('a.mp3', 'file:///home/feed.rss')).toBeUndefined();
  });

  it('leaves out a URL that is too long once it is resolved', () => {
    const origin = 'https://feeds.example';
    const path = (length: number) => '/'.padEnd(length - origin.length, 'x');
    expect(resolveUrl(path(MAX_URL_LENGTH), origin)).toBe(origin + path(MAX_URL_LENGTH));
    expect(resolveUrl(path(MAX_URL_LENGTH + 1), origin)).toBeUndefined();
  });
});

describe('absoluteUrl', () => {
  it.each([
    [' feed://a.example/secret ', 'feed://a.example/secret'],
    ['https://user:word@a.example/', 'https://user:word@a.example/'],
    ['?a=1', 'https://feeds.example/shows/one.rss?a=1'],
    ['', undefined],
  ])('turns %j into %s', (written, url) => {
    expect(absoluteUrl(written, baseUrl)).toBe(url);
  });

  it('leaves out a URL that is too long', () => {
    const longest = ofLength(MAX_URL_LENGTH);
    expect(absoluteUrl(longest, baseUrl)).toBe(longest);
    expect(absoluteUrl(ofLength(MAX_URL_LENGTH + 1), baseUrl)).toBeUndefined();
  });
});

describe('isSafeToFetch', () => {
  it.each([
    ['https://a.example/1.json', true],
    ['HTTPS://a.example/1.json', true],
    ['http://localhost:8787/1.json', true],
    ['http://a.example/1.json', false],
    ['https://user@a.example/1.json', false],
    ['ftp://localhost/1.json', false],
    ['1.json', false],
  ])('given %s, returns %s', (url, expected) => {
    expect(isSafeToFetch(url)).toBe(expected);
  });
});
