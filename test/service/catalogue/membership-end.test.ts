import { describe, expect, it, vi } from 'vitest';
import type { Grant } from '../../../src/service/catalogue/grant.js';
import type { LiveCatalogue } from '../../../src/service/catalogue/live-catalogue.js';
import { createMembershipEnd } from '../../../src/service/catalogue/membership-end.js';

const sku = 'sid:show';
const email = 'jane@example.org';
const seen = new Date('2026-05-05T05:00:00Z');

/** A member with these grants, of the catalogue and of the database, on 1 June 2026. */
function setUp(listed: (string | undefined)[], added?: Pick<Grant, 'until'>) {
  const grantsOf = () => listed.map((until) => ({ sku, email, until }));
  const firstSeen = vi.fn(() => Promise.resolve(seen));
  const membershipEnd = createMembershipEnd(
    {
      catalogue: { current: { grantsOf } } as unknown as LiveCatalogue,
      grants: { find: () => Promise.resolve(added && { sku, email, ...added }) },
      now: () => new Date('2026-06-01T00:00:00Z'),
    },
    { firstSeen },
  );
  return { membershipEnd, firstSeen };
}
const link = () => ({ entitlementId: 'e', version: 1, sku, email });

describe('createMembershipEnd', () => {
  it('is what was first seen if its grant is in force again', async () => {
    const { membershipEnd } = setUp([undefined], {});
    expect(await membershipEnd.of(link())).toEqual(seen);
  });

  it('asks the database once for a link, until the membership is renewed', async () => {
    const { membershipEnd, firstSeen } = setUp([]);
    const one = link();
    await Promise.all([membershipEnd.of(one), membershipEnd.of(one)]);
    await membershipEnd.of(one);
    expect(firstSeen).toHaveBeenCalledTimes(1);
    membershipEnd.renewed(one);
    await membershipEnd.of(one);
    expect(firstSeen).toHaveBeenCalledTimes(2);
    expect(firstSeen).toHaveBeenLastCalledWith(sku, email, new Date('2026-06-01T00:00:00Z'));
  });

  it('notes the end of a grant once, which may be removed later, and does without', async () => {
    const { membershipEnd, firstSeen } = setUp(['2026-03-31']);
    firstSeen.mockRejectedValueOnce(new Error('away'));
    const one = link();
    const end = new Date('2026-03-31T23:59:59.999Z');
    for (let poll = 0; poll < 3; poll += 1) expect(await membershipEnd.of(one)).toEqual(end);
    expect(firstSeen.mock.calls).toEqual([
      [sku, email, end],
      [sku, email, end],
    ]);
  });

  it('asks again after a failure', async () => {
    const { membershipEnd, firstSeen } = setUp([]);
    firstSeen.mockRejectedValueOnce(new Error('away'));
    const one = link();
    await expect(membershipEnd.of(one)).rejects.toThrow('away');
    expect(await membershipEnd.of(one)).toEqual(seen);
  });
});
