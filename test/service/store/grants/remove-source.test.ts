import { expect, it } from 'vitest';
import { createEventMembers } from '../../../../src/service/store/grants/event-members.js';
import { lendDatabase } from '../../../support/feed-service/lent-database.js';

/** Their `source` is the address of a feed, and none of events. */
const ofFeeds = ['pps_feed_copies'];

it('createEventMembers: removeSource empties every table that names a source of events, for that source alone', async () => {
  const database = await lendDatabase();
  const { rows } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'source' order by 1`,
  );
  const tables = rows.map(({ name }) => name).filter((name) => !ofFeeds.includes(name));
  for (const source of ['events/gone', 'events/kept']) {
    await database.query(`insert into pps_grants values ('sid:a', 'a@x.org', null, $1)`, [source]);
    await database.query(
      `insert into pps_event_members values ($1, 'a', 1, 'a@x.org', '{}', '[]', null)`,
      [source],
    );
    await database.query(`insert into pps_events values ($1, 'one', now())`, [source]);
  }
  await createEventMembers(database).removeSource('events/gone');
  for (const table of tables) {
    const left = await database.query(`select distinct source from ${table}`);
    expect([table, left.rows]).toEqual([table, [{ source: 'events/kept' }]]);
  }
  await database.close();
});
