import { describe, expect, it, vi } from 'vitest';
import { catalogueOf, createBackend, showFolder } from '../../support/feed-service/backend.js';
import { events } from '../../support/feed-service/event-senders.js';
import { sendShuffled, storedGrants } from '../../support/feed-service/event-shuffle.js';
import { tellStory } from '../../support/feed-service/event-story.js';
import { createTakeEvent } from '../../../src/service/events/take-event.js';
import { createDatabase } from '../../support/feed-service/prepared-database.js';

describe('createTakeEvent: events in any order, each twice, in two processes', () => {
  it('end as a plain reader of them ends', async () => {
    const [database, shows] = await Promise.all([createDatabase(), showFolder()]);
    const catalogue = { ...catalogueOf(shows.feed), events };
    const open = () => createBackend({ catalogue, database, log: () => undefined });
    const backends = [open(), open()];
    const story = tellStory(150, 1);
    const results = await sendShuffled(story, backends);
    expect(Object.keys(results).filter((result) => /^\d/.test(result))).toEqual([]);
    expect(story.grants.length).toBeGreaterThan(5);
    expect(await storedGrants(database)).toEqual(story.grants);
    await Promise.all(backends.map(({ service }) => service.close()));
    await database.close();
    await shows.remove();
  });
});

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
