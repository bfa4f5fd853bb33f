import { describe, expect, it, vi } from 'vitest';
import { createTakeEvent } from '../../../src/service/events/take-event.js';

describe('createTakeEvent', () => {
  it('forgets the grants that the member had before, under the address from before', async () => {
    const forget = vi.fn();
    const settings = { kind: 'standard', secret: '', products: { tier: 'sid:one' } } as const;
    const known = {
      version: 1,
      email: 'a@example.org',
      state: { addresses: {}, subscriptions: [] },
      grants: [{ sku: 'sid:one', ends: null }],
    };
    const take = createTakeEvent({
      members: {
        find: () => Promise.resolve({ member: known, isTaken: false }),
        put: () => Promise.resolve(true),
        removeSource: () => Promise.reject(new Error('not called')),
      },
      grants: { forget },
      now: () => new Date(0),
    });
    const stamp = { at: 0, rank: [0], id: '1' };
    await take('events/s', settings, { ...stamp, subject: 'm', isDeleted: true });
    expect(forget).toHaveBeenCalledWith([{ sku: 'sid:one', email: 'a@example.org' }]);
  });
});
