/** What a seal key seals, it alone opens. */
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSealed, readSealKey } from '../../../src/service/crypto/seal-key.js';
import { randomSecret } from '../../../src/service/crypto/secrets.js';
import { changesOf } from '../../support/laws/spellings/changes-of.js';
import { expectAtLeast } from '../../support/laws/limits.js';
import { roundTrip } from '../../support/laws/round-trip.js';

const key = randomSecret();

describe('readSealKey', () => {
  const text = randomBytes(32).toString('base64');

  it('opens what it sealed, and what no other key did', async () => {
    const sealKey = readSealKey(text, 'KEY');
    await roundTrip(
      fc.string({ unit: 'grapheme' }),
      (value) => sealKey.seal(value),
      (sealed) => sealKey.open(sealed),
    );
    await roundTrip(
      fc.constant(key),
      (value) => readSealKey(` ${text}\n`, 'KEY').seal(value),
      (sealed) => sealKey.open(sealed),
    );
    const sealed = await sealKey.seal(key);
    expect([isSealed(sealed), isSealed(key)]).toEqual([true, false]);
    expect(await readSealKey(text.toUpperCase(), 'KEY').open(sealed)).toBeUndefined();
    // Those of its last part, which is the authentication tag.
    for (const other of changesOf(sealed).slice(-40))
      expect(await sealKey.open(other)).toBeUndefined();
  });

  it('takes 32 characters or more, without the blanks around them', () =>
    expectAtLeast(32, (size) => {
      try {
        return Boolean(readSealKey(` ${'x'.repeat(size)} `, 'KEY'));
      } catch {
        return false;
      }
    }));
});
