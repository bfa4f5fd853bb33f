/** Identifiers: each episode has one of its own, the same whenever the feed is read. */
import { describe, expect, it } from 'vitest';
import { hashOf, uniqueGuids } from '../../../src/podcast/values/guid.js';

describe('uniqueGuids', () => {
  it('gives a suffix to what was there before', () => {
    const unique = uniqueGuids();
    expect(['a', 'b', 'a', 'a', 'b'].map(unique)).toEqual(['a', 'b', 'a#2', 'a#3', 'b#2']);
  });

  it('takes no name that the feed has given away', () => {
    const unique = uniqueGuids();
    expect(['a', 'a#2', 'a', 'a#2'].map(unique)).toEqual(['a', 'a#2', 'a#3', 'a#2#2']);
  });

  it('names thousands of the same one after another', () => {
    const unique = uniqueGuids();
    const names = Array.from({ length: 20_000 }, () => unique('__proto__'));
    expect(new Set(names).size).toBe(20_000);
  });
});

describe('hashOf', () => {
  it('is the same for the same text and another for another', () => {
    expect(hashOf('one')).toBe(hashOf('one'));
    expect(hashOf('one')).toMatch(/^[0-9a-f]{16}$/);
    const hashes = Array.from({ length: 10_000 }, (_, number) => hashOf(`Episode ${number}`));
    expect(new Set(hashes).size).toBe(10_000);
  });
});
