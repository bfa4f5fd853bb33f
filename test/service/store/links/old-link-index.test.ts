/** The index of old links, beside a Map. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createOldLinkIndex,
  oldLinkKinds,
  type OldLink,
} from '../../../../src/service/store/links/old-link-index.js';

/** Few parts and words, so that keys share their first halves. */
const key = fc
  .tuple(fc.nat(1), fc.nat(1), fc.nat(1), fc.nat(2))
  .map(([part, first, third, fourth]) => {
    const bytes = Buffer.alloc(16);
    bytes.writeUInt16BE(part, 0);
    bytes.writeUInt32BE(first, 2);
    bytes.writeUInt32BE(third, 8);
    bytes.writeUInt32BE(fourth, 12);
    return bytes;
  });
const link = fc.record({
  entitlementId: fc.constantFrom('a'.repeat(24), '0123456789abcdef01234567'),
  version: fc.integer({ min: 1, max: 2 ** 30 - 1 }),
  sku: fc.constantFrom('sid:a', 'sid:b', 'sid:c'),
  kind: fc.constantFrom(...oldLinkKinds),
  until: fc.constantFrom(Infinity, 1_800_000_000_000, 0),
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ key, link }) },
  fc.record({ key, link: fc.constant(undefined) }),
);

describe('createOldLinkIndex', () => {
  it('has what was put last at each key, whatever shares a part of it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const index = createOldLinkIndex();
        const expected = new Map<string, OldLink>();
        for (const { key: at, link: put } of steps) {
          const name = at.toString('hex');
          index.newUrls.set(name, 'https://new.example/');
          if (put) {
            index.put(at, put);
            expected.set(name, put);
          } else {
            index.remove(at);
            expected.delete(name);
          }
          expect(index.newUrls.get(name)).toBeUndefined();
          expect(index.size).toBe(expected.size);
          const away = [...expected.values()].filter(({ kind }) => kind === 'moved-out');
          expect(index.movedOut).toBe(away.length);
        }
        for (const { key: at } of steps)
          expect(index.find(at)).toEqual(expected.get(at.toString('hex')));
      }),
    );
  });
});
