import { describe, expect, it } from 'vitest';
import { BoundedMap } from '../../../src/api/cache/bounded-map.js';

describe('BoundedMap', () => {
  it('keeps as many entries as its limit, and drops the oldest', () => {
    const recent = new BoundedMap<number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    recent.set('a', 3);
    recent.set('c', 4);
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([3, undefined, 4]);
  });
});
