import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  basesOf,
  keyOf,
  objectUrl,
  storedPath,
} from '../../../../src/service/feeds/stores/stored-files.js';

const place = { endpoint: 'https://s3.example.org', bucket: 'podcast-files' };
const amazon = { endpoint: 'https://s3.eu-central-1.amazonaws.com', bucket: 'podcast-files' };
const cdn = { ...place, url: 'https://media.example.org/show' };

/** Keys as stores allow them, with what a path may not hold as it is. */
const key = fc
  .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join('/'))
  .filter((text) => !/(?:^|\/)\.{1,2}(?:\/|$)/.test(text) && !text.endsWith('/'));

describe('keyOf', () => {
  it.each([
    [place, 'https://s3.example.org/podcast-files/a/one.mp3', 'a/one.mp3'],
    [place, 'https://podcast-files.s3.example.org/a/one.mp3?x=1#t=9', 'a/one.mp3'],
    [place, 'http://S3.example.org:80/podcast-files/one.mp3', 'one.mp3'],
    [place, 'https://s3.example.org/podcast-files/a+b%20c%2Bd.mp3', 'a+b c+d.mp3'],
    [amazon, `${amazon.endpoint}/podcast-files/a+b%20c%2Bd.mp3`, 'a b c+d.mp3'],
    [place, 'https://s3.example.org/podcast-files/50%%20f%C3%BCr%FF.mp3', '50% für%FF.mp3'],
    [cdn, 'https://media.example.org/show/f%C3%BCr dich.mp3', 'für dich.mp3'],
    [
      { endpoint: 'https://podcast-files.s3.example.org', bucket: 'podcast-files' },
      'https://podcast-files.s3.example.org/one.mp3',
      'one.mp3',
    ],
    [
      { endpoint: 'https://media.example.org', bucket: 'media' },
      'https://media.example.org/media/one.mp3',
      'one.mp3',
    ],
  ])('finds the key in the place %j of %s', (at, url, found) => {
    expect(keyOf(at, url)).toBe(found);
  });

  it.each([
    [place, 'https://s3.example.org/other/one.mp3'],
    [place, 'https://s3.example.org/podcast-files-2/one.mp3'],
    [place, 'https://measures.example.org/s3.example.org/podcast-files/one.mp3'],
    [place, 'https://s3.example.org/podcast-files/'],
    [place, 'https://s3.example.org/podcast-files/folder/'],
    [place, 'https://s3.example.org/podcast-files'],
    [place, 'https://s3.example.org:9000/podcast-files/one.mp3'],
    [place, 'https://s3.example.org.evil.example/podcast-files/one.mp3'],
    [place, 'https://s3.example.org/podcast-files/../other/one.mp3'],
    [place, 'https://s3.example.org/podcast-files/..%2Fother%2Fone.mp3'],
    [place, 'https://s3.example.org/podcast-files/a/%2e%2e%2f%2e%2e%2fother/one.mp3'],
    [cdn, 'https://s3.example.org/podcast-files/one.mp3'],
    [cdn, 'https://media.example.org/shows/one.mp3'],
    [place, 'not a URL'],
  ])('finds none in the place %j of %s', (at, url) => {
    expect(keyOf(at, url)).toBeUndefined();
  });

  it('finds every key again in the URL of its object, and only there', () => {
    fc.assert(
      fc.property(key, fc.constantFrom(place, amazon), (text, at) => {
        const url = objectUrl(at, text);
        expect(keyOf(at, url)).toBe(text);
        expect(new URL(url).href).toBe(url);
        expect(storedPath(url, basesOf(cdn))).toBeUndefined();
      }),
    );
  });
});
