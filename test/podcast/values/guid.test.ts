/** GUIDs: each episode has its own, and the same one whenever the feed is read. */
import { describe, expect, it } from 'vitest';
import { fnv1a } from '../../../src/podcast/values/guid.js';
import { uniqueGuids } from '../../../src/podcast/values/unique-guids.js';

describe('uniqueGuids', () => {
  it('adds a suffix to a repeated GUID', () => {
    const unique = uniqueGuids();
    expect(['a', 'b', 'a', 'a', 'b'].map(unique)).toEqual(['a', 'b', 'a#2', 'a#3', 'b#2']);
  });

  it('makes thousands of equal GUIDs unique', () => {
    const unique = uniqueGuids();
    const names = Array.from({ length: 20_000 }, () => unique('__proto__'));
    expect(new Set(names).size).toBe(20_000);
  });
});

describe('fnv1a', () => {
  it('returns the known values of FNV-1a in its first half', () => {
    expect(fnv1a('').slice(0, 8)).toBe('811c9dc5');
    expect(fnv1a('a').slice(0, 8)).toBe('e40c292c');
    expect(fnv1a('foobar').slice(0, 8)).toBe('bf9cf968');
    expect(fnv1a('')).toBe('811c9dc5050c5d1f');
    expect(fnv1a('51').slice(0, 8)).toMatch(/^[0-9a-f]{8}$/);
  });

  it('returns different hashes for different texts', () => {
    expect(fnv1a('one')).toBe(fnv1a('one'));
    expect(fnv1a('one')).toMatch(/^[0-9a-f]{16}$/);
    const hashes = Array.from({ length: 10_000 }, (_, number) => fnv1a(`Episode ${number}`));
    expect(new Set(hashes).size).toBe(10_000);
  });
});
