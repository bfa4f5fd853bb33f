import { describe, expect, it, vi } from 'vitest';
import { createTakeEvent } from '../../../src/service/events/take-event.js';
import type { StoredEventMember } from '../../../src/service/store/grants/event-members.js';
import type { Grants } from '../../../src/service/store/grants/grants.js';

const settings = { kind: 'standard', secret: '', products: { tier: 'sid:one' } } as const;
const deleted = { at: 0, rank: [0], id: '1', subject: 'm', isDeleted: true };

const takeWith = (member: StoredEventMember | undefined, forget: Grants['forget']) =>
  createTakeEvent({
    members: {
      find: () => Promise.resolve({ member, isTaken: false }),
      put: () => Promise.resolve(true),
      removeSource: () => Promise.reject(new Error('not called')),
    },
    grants: { forget },
    now: () => new Date(0),
  });

describe('createTakeEvent', () => {
  it('forgets the grants that the member had before, under the address from before', async () => {
    const forget = vi.fn();
    const known = {
      version: 1,
      email: 'a@example.org',
      state: { addresses: {}, subscriptions: [] },
      grants: [{ sku: 'sid:one', ends: null }],
    };
    const take = takeWith(known, forget);
    expect(await take('events/s', settings, deleted)).toEqual({ result: 'taken' });
    expect(forget).toHaveBeenCalledWith([{ sku: 'sid:one', email: 'a@example.org' }]);
  });

  it('says of the end of a member of whom nothing is known that it ends nothing', async () => {
    const take = takeWith(undefined, () => undefined);
    expect(await take('events/s', settings, deleted)).toEqual({ result: 'unknown-member' });
  });
});
