/** What holds of a member's state, in whatever order and however often events come. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOf } from '../../../src/service/ledger/grant.js';
import type { MemberEvent } from '../../../src/service/events/member-event.js';
import {
  addressOf,
  afterEvent,
  grantsOf,
  unknownMember,
  type MemberState,
} from '../../../src/service/events/member-state.js';

const DAY = 86_400_000;
const now = Date.parse('2026-11-26T12:00:00Z');

/** Statements of one member, with times that often meet. */
const events = fc
  .array(
    fc.record({
      at: fc.integer({ min: 1, max: 4 }).map((hours) => now - hours * 3_600_000),
      rank: fc.tuple(fc.nat(2), fc.nat(1)),
      said: fc.oneof(
        fc.constant('gone' as const),
        fc.record({
          of: fc.constantFrom('member' as const, 'payment' as const),
          email: fc.constantFrom(null, 'a@example.org', 'b@example.org'),
        }),
        fc.record({
          key: fc.constantFrom('one', 'two'),
          grants: fc.array(
            fc.record({
              sku: fc.constantFrom('sid:a', 'sid:b'),
              until: fc.constantFrom(undefined, '2026-12-01', '2026-12-01T08:00:00Z', '2026-11-01'),
            }),
            { maxLength: 3 },
          ),
        }),
      ),
    }),
    { maxLength: 8 },
  )
  .map((all) => all.map((each, index) => ({ ...each, id: `evt_${index}` })));
type Said = (typeof events extends fc.Arbitrary<infer T> ? T : never)[number];

function eventOf({
  said,
  ...stamp
}: Said): [MemberEvent, MemberState['subscriptions'][0]['value']] {
  const event = { ...stamp, subject: 'm' };
  if (said === 'gone') return [{ ...event, isDeleted: true }, []];
  if ('of' in said) return [{ ...event, address: said }, []];
  return [{ ...event, subscription: { key: said.key, access: [] } }, said.grants];
}

/** The plain reading of docs/service.md 7: sorted by time, the last word on each thing since the deletion counts. */
function plainly(all: readonly Said[]) {
  const order = ({ at, rank, id }: Said) => [at, ...rank, Number(id.slice(4))];
  const sorted = all.toSorted((one, other) => {
    const pairs = order(one).map((value, index) => value - order(other)[index]!);
    return pairs.find((difference) => difference !== 0) ?? 0;
  });
  const since = sorted.slice(sorted.findLastIndex(({ said }) => said === 'gone') + 1);
  const addresses: Record<string, string | null> = {};
  const given: Record<string, { sku: string; until?: string | undefined }[]> = {};
  for (const { said } of since) {
    if (said === 'gone') continue;
    if ('of' in said) addresses[said.of] = said.email;
    else given[said.key] = said.grants;
  }
  const ends: Record<string, number> = {};
  for (const { sku, until } of Object.values(given).flat()) {
    const whole = until?.length === 10 ? `${until}T23:59:59.999Z` : until;
    ends[sku] = Math.max(ends[sku] ?? 0, whole === undefined ? Infinity : Date.parse(whole));
  }
  return { email: addresses.member ?? addresses.payment ?? null, ends };
}

describe('afterEvent', () => {
  it('comes to the same in any order, each event as often as it is sent', () =>
    fc.assert(
      fc.property(
        events.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length }),
          ),
        ),
        ([all, sent]) => {
          let state = unknownMember;
          for (const [event, grants] of sent.map(eventOf)) {
            const next = afterEvent(state, event, grants, new Date(now));
            if (!event.isDeleted && state.deleted && event.at < state.deleted.stamp.at)
              expect(next).toBeUndefined();
            state = next ?? state;
          }
          const ends = Object.fromEntries(
            grantsOf(state).map((grant) => [grant.sku, endOf(grant)]),
          );
          expect({ email: addressOf(state), ends }).toEqual(plainly(all));
        },
      ),
      { numRuns: 300 },
    ));

  it('keeps what was said for 90 days after it has ended, and never less', () => {
    const [at, id] = [now - 200 * DAY, 'x'];
    const stamp = { at, rank: [], id, subject: 'm' };
    const later = { ...stamp, id: 'y', address: { of: 'member', email: null } as const };
    const value = [{ sku: 'sid:a', until: '2026-05-20T00:00:00Z' }];
    const end = Date.parse('2026-05-20T00:00:00Z');
    const given = { ...stamp, subscription: { key: 'k', access: [] } };
    const state = afterEvent(unknownMember, given, value, new Date(at))!;
    for (const [away, kept] of [
      [-1, 1],
      [0, 0],
      [1, 0],
    ] as const) {
      const next = afterEvent(state, later, [], new Date(end + 90 * DAY + away))!;
      expect(next.subscriptions).toHaveLength(kept);
    }
  });

  it.each([99, 100, 101])(
    'keeps at most 100 subscriptions, those that are open first: %i',
    (many) => {
      let state = unknownMember;
      for (let index = 0; index < many; index += 1) {
        const event = { at: now + index, rank: [], id: `${index}`, subject: 'm' };
        const until = index === 0 ? '2027-01-01' : '2026-11-20';
        const subscription = { key: `${index}`, access: [] };
        const grants = [{ sku: `sid:${index}`, until }];
        state = afterEvent(state, { ...event, subscription }, grants, new Date(now)) ?? state;
      }
      expect(state.subscriptions).toHaveLength(Math.min(many, 100));
      // What was said before of one that is forgotten does not come back.
      const past = {
        at: now + 1,
        rank: [],
        id: '0',
        subject: 'm',
        subscription: { key: '1', access: [] },
      };
      const next = afterEvent(state, past, [{ sku: 'sid:1' }], new Date(now));
      expect(next).toBeUndefined();
      expect(grantsOf(state).map(({ sku }) => sku)).toContain('sid:0');
    },
  );
});
