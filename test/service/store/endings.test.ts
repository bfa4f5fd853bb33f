import { beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/service/store/database/migrations.js';
import { createEndings } from '../../../src/service/store/endings.js';
import { useDatabase } from '../../support/feed-service/for-file.js';

const database = await useDatabase();

const sku = 'sid:show';
const email = 'jane@example.org';
const first = new Date('2026-03-01T08:00:00.123Z');
const later = new Date('2026-04-01T08:00:00Z');

await migrate(database);
beforeEach(() => database.exec('delete from pps_endings; delete from pps_grants'));

describe('createEndings', () => {
  it.each([
    ['added', `insert into pps_grants (sku, email) values ('${sku}', '${email}')`],
    ['added by an event', `insert into pps_grants values ('${sku}', '${email}', null, 'events/x')`],
  ])('forgets it when a grant is %s', async (_name, statement) => {
    const endings = createEndings(database);
    await endings.firstSeen(sku, email, first);
    await endings.firstSeen('sid:other', email, first);
    await database.query(statement);
    expect(await endings.firstSeen(sku, email, later)).toEqual(later);
    expect(await endings.firstSeen('sid:other', email, later)).toEqual(first);
  });

  it('forgets it when a grant gets another end', async () => {
    const endings = createEndings(database);
    await database.query(
      `insert into pps_grants (sku, email, until) values ($1, $2, '2026-01-01')`,
      [sku, email],
    );
    await endings.firstSeen(sku, email, first);
    await database.query('update pps_grants set until = null');
    expect(await endings.firstSeen(sku, email, later)).toEqual(later);
  });

  it('forgets those that something else renewed, page by page', async () => {
    const endings = createEndings(database);
    await database.query(
      `insert into pps_endings select 'sid:show', 'm' || n, '2026-03-01' from generate_series(1, 5100) n`,
    );
    await endings.forgetRenewed((_sku, address) => address !== 'm7' && !address.endsWith('9'));
    const left = await database.query<{ email: string }>('select email from pps_endings');
    expect(left.rows.length).toBe(511);
    expect(await endings.firstSeen(sku, 'm7', later)).toEqual(new Date('2026-03-01T00:00:00Z'));
  });
});
