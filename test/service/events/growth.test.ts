/** Ten thousand events, shuffled and doubled, and what each of them costs as members become more. */
import { expect, it } from 'vitest';
import { catalogueOf, createBackend, showFolder } from '../../support/feed-service/backend.js';
import { events } from '../../support/feed-service/event-senders.js';
import { sendShuffled, storedGrants } from '../../support/feed-service/event-shuffle.js';
import { tellStory } from '../../support/feed-service/event-story.js';
import { createDatabase } from '../../support/feed-service/prepared-database.js';

it(
  'createTakeEvent ends 10,000 events, shuffled and doubled, as a plain reader of them ends',
  { timeout: 1_800_000 },
  async () => {
    const [database, shows] = await Promise.all([createDatabase(), showFolder()]);
    const catalogue = { ...catalogueOf(shows.feed), events };
    const open = () => createBackend({ catalogue, database, log: () => undefined });
    const backends = [open(), open()];
    const story = tellStory(10_000, 7);
    const results = await sendShuffled(story, backends);
    expect(Object.keys(results).filter((result) => /^\d/.test(result))).toEqual([]);
    expect(story.grants.length).toBeGreaterThan(500);
    expect(await storedGrants(database)).toEqual(story.grants);
    await Promise.all(backends.map(({ service }) => service.close()));
    await database.close();
    await shows.remove();
  },
);
