import { describe, expect, it } from 'vitest';
import { catalogueOf, createBackend, showFolder } from '../../support/feed-service/backend.js';
import { events } from '../../support/feed-service/event-senders.js';
import { sendShuffled, storedGrants } from '../../support/feed-service/event-shuffle.js';
import { tellStory } from '../../support/feed-service/event-story.js';
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
