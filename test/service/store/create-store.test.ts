import { expect, it } from 'vitest';
import { createStore } from '../../../src/service/store/create-store.js';
import { followChanges } from '../../../src/service/store/database/changes.js';
import { openDatabase } from '../../../src/service/store/database/open-database.js';
import { createDatabase } from '../../support/feed-service/prepared-database.js';

it('createStore writes no hash of a link that was reset meanwhile', async () => {
  const database = await createDatabase();
  const opened = await openDatabase({ database });
  const store = createStore(
    opened,
    followChanges(opened, () => undefined),
  );
  const { id: userId } = await store.addUser({ id: 'email|1', email: 'a@example.org' });
  const link = await store.addEntitlement({ id: 'e1', userId, sku: 'sid:a', origin: 'EXTERNAL' });
  expect(await store.putFeedLink(link, 1, 'first')).toBe(true);
  await store.resetFeedLinks(userId, 'sid:a');
  expect(await store.putFeedLink(link, 1, 'late')).toBe(false);
  expect(await store.feedLinkByHash('late')).toBeUndefined();
  expect(await store.putFeedLink(link, 2, 'second')).toBe(true);
  await database.close();
});
