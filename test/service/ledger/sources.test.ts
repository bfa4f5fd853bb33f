/** Which names a source of somebody's own may have. */
import { describe, expect, it } from 'vitest';
import { ownSourceSchema } from '../../../src/service/ledger/sources.js';
import { expectAtLeast, expectAtMost } from '../../support/laws/limits.js';

describe('ownSourceSchema', () => {
  const isTaken = (name: string) => ownSourceSchema.safeParse(name).success;

  it('takes 1 to 40 of a-z, 0-9 and -', async () => {
    await expectAtMost(40, (size) => isTaken('a'.repeat(size)));
    await expectAtLeast(1, (size) => isTaken('-'.repeat(Math.max(0, size))));
    expect(['wordpress', 'shop-2', '7'].filter(isTaken)).toHaveLength(3);
    const others = ['Shop', 'a_b', 'a/b', 'ä', 'a b', ' a', 'a\n', 'events/billing'];
    expect(others.filter(isTaken)).toEqual([]);
  });

  it('refuses the names that the service uses itself, and says which rule that is', () => {
    expect(['catalogue', 'admin', 'events'].filter(isTaken)).toEqual([]);
    expect(ownSourceSchema.safeParse('admin').error?.issues).toMatchObject([
      { message: 'must not be a name that the service uses itself' },
    ]);
  });
});
