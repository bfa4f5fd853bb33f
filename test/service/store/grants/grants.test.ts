import { beforeEach, describe, expect, it } from 'vitest';
import { followChanges } from '../../../../src/service/store/database/changes.js';
import { openDatabase } from '../../../../src/service/store/database/open-database.js';
import { createGrants, type Grants } from '../../../../src/service/store/grants/grants.js';
import { sku, stranger as email } from '../../../support/feed-service/backend.js';
import {} from '../../../support/feed-service/prepared-database.js';
import { useDatabase } from '../../../support/feed-service/for-file.js';

const database = await useDatabase();

let grants: Grants;
beforeEach(async () => {
  await database.exec('drop schema public cascade; create schema public');
  const opened = await openDatabase({ database });
  grants = createGrants(
    opened,
    followChanges(opened, () => undefined),
  );
});

const addAs = (source: string, until?: string) =>
  database.query('insert into pps_grants (sku, email, until, source) values ($1, $2, $3, $4)', [
    sku,
    email,
    until ?? null,
    source,
  ]);

describe('createGrants: a member with grants of several sources', () => {
  it('has the one that ends last', async () => {
    await addAs('events/one', '2030-05-31');
    await addAs('events/two', '2030-05-31T12:00:00Z');
    await grants.put({ sku, email, until: '2029-12-31T23:59:59Z' });
    expect(await grants.find(sku, email)).toEqual({ sku, email, until: '2030-05-31' });
    await addAs('events/three');
    // What is written past the service is known once the database has told it.
    await expect.poll(() => grants.find(sku, email)).toEqual({ sku, email });
  });

  it("keeps the others' when the operator's is removed", async () => {
    await addAs('events/one', '2030-05-31');
    await grants.put({ sku, email });
    await grants.remove(sku, email);
    expect(await grants.find(sku, email)).toEqual({ sku, email, until: '2030-05-31' });
  });
});

describe('createGrants: a page of grants', () => {
  it('goes on with the next grant of the same member', async () => {
    for (const source of ['events/one', 'events/two']) await addAs(source);
    const [first] = await grants.list({ limit: 1 });
    expect(first).toEqual({ sku, email, source: 'events/one' });
    expect(await grants.list({ after: first, limit: 1 })).toEqual([
      { sku, email, source: 'events/two' },
    ]);
  });
});
