/** What an event changes in the ledger, and what its sender is told of it. */
import { describe, expect, it } from 'vitest';
import type { MemberEvent } from '../../../src/service/events/member-event.js';
import { createTakeEvent } from '../../../src/service/events/take-event.js';
import type { Decide, NextRow } from '../../../src/service/store/ledger/change-members.js';
import type { MemberRow } from '../../../src/service/store/ledger/member-rows.js';

const settings = { kind: 'standard', secret: '', products: { tier: 'sid:one' } } as const;
const now = new Date('2026-11-26T12:00:00Z');
const stamp = (at: number) => ({ at, rank: [0], id: String(at), subject: 'm' });
const address = { of: 'member', email: 'a@example.org' } as const;
const subscription = (ids: string[]) => ({ key: 'k', access: ids.map((id) => ({ ids: [id] })) });

/** Takes events of one member, and gives what was stated last with the results. */
async function take(events: readonly MemberEvent[]) {
  let row = { state: undefined, statedAt: undefined } as MemberRow;
  let stated: NextRow | undefined;
  const takeEvent = createTakeEvent(
    {
      change(_source, _subject, decide: Decide) {
        const next = decide(row);
        if (typeof next === 'string') return Promise.resolve({ result: next, row });
        stated = next;
        row = { ...row, state: JSON.parse(JSON.stringify(next.state)), statedAt: next.at };
        return Promise.resolve({ result: 'taken', row });
      },
    },
    () => now,
  );
  const results: string[] = [];
  for (const event of events) {
    const { result, unknownProduct } = await takeEvent('events/s', settings, event);
    results.push(unknownProduct === undefined ? result : `${result} ${unknownProduct}`);
  }
  return { results, stated };
}

describe('createTakeEvent', () => {
  it.each<[string, MemberEvent[], string[]]>([
    ['what is new', [{ ...stamp(1), address, subscription: subscription(['tier']) }], ['taken']],
    [
      'the same again',
      [1, 1].map((at) => ({ ...stamp(at), address, subscription: subscription(['tier']) })),
      ['taken', 'repeated'],
    ],
    [
      'what is older',
      [2, 1].map((at) => ({ ...stamp(at), subscription: subscription([]) })),
      ['taken', 'older'],
    ],
    [
      'a product that the catalogue does not name',
      [{ ...stamp(1), address, subscription: subscription(['other']) }],
      ['unknown-product other'],
    ],
    [
      'access before the address, which counts once that is known',
      [
        { ...stamp(2), subscription: subscription(['tier']) },
        { ...stamp(1), address },
      ],
      ['no-address', 'taken'],
    ],
    [
      'the end of a member of whom nothing is known',
      [{ ...stamp(1), isDeleted: true }],
      ['unknown-member'],
    ],
  ])('answers %s', async (_what, events, results) => {
    expect((await take(events)).results).toEqual(results);
  });

  it('states all that a member has now, at the time of the newest event', async () => {
    const events = [
      { ...stamp(3), subscription: subscription(['tier']) },
      { ...stamp(2), address },
    ];
    const { stated } = await take(events);
    expect(stated).toMatchObject({
      email: 'a@example.org',
      grants: [{ sku: 'sid:one' }],
      at: new Date(3),
      isDeleted: false,
    });
    const gone = await take([...events, { ...stamp(4), isDeleted: true }]);
    expect(gone.stated).toMatchObject({ email: null, grants: [], isDeleted: true });
  });
});
