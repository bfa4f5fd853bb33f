/** Web addresses out of a feed: as they are written, or relative to the feed's, or left out. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../../src/podcast/values/feed-link.js';

const baseUrl = 'https://feeds.example/shows/one.rss?x=1';

describe('readAddress', () => {
  it.each([
    ['https://a.example', 'https://a.example'],
    [' http://a.example/a b.mp3\n', 'http://a.example/a b.mp3'],
    ['HTTPS://a.example/@user', 'HTTPS://a.example/@user'],
    ['//cdn.example/a.mp3', 'https://cdn.example/a.mp3'],
    ['audio/a.mp3', 'https://feeds.example/shows/audio/a.mp3'],
    ['/a.mp3', 'https://feeds.example/a.mp3'],
    ['ipfs://bafy', 'ipfs://bafy'],
  ])('%s', (written, address) => {
    expect(readAddress(written, baseUrl)).toBe(address);
  });

  it.each([
    '',
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://a.example/x',
    'file:///etc/passwd',
    'intent://a#Intent;end',
    'https://user:word@a.example/',
    'https://user@a.example/',
    '//user@a.example/',
    'https:\\\\user@a.example',
  ])('leaves out what a page must not open: %s', (written) => {
    expect(readAddress(written, baseUrl)).toBeUndefined();
  });

  it('leaves a relative address out where nothing is known to be relative to', () => {
    expect(readAddress('a.mp3')).toBeUndefined();
    expect(readAddress('a.mp3', 'not an address')).toBeUndefined();
    expect(readAddress('a.mp3', 'file:///home/feed.rss')).toBeUndefined();
  });
});
