import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../../src/service/store/database/migrations.js';
import { putGrants, type StagedGrant } from '../../../../src/service/store/grants/staged-grants.js';
import { sku } from '../../../support/feed-service/backend.js';
import {
  hasPostgres,
  startPostgres,
  withPostgres,
  type PostgresServer,
} from '../../../support/programs/postgres.js';

describe.skipIf(!hasPostgres)(withPostgres('putGrants: on a pool of connections'), () => {
  let server: PostgresServer;
  let pool: Pool;
  beforeAll(async () => {
    server = await startPostgres();
    pool = new Pool({ connectionString: await server.createDatabase() });
    pool.on('error', () => undefined);
    await migrate(pool);
  });
  afterAll(async () => {
    await pool.end();
    await server.remove();
  });

  /** As many grants, with one end for all; the line after them may fail. */
  async function* grants(length: number, until: string, failure?: Error) {
    for (let line = 1; line <= length; line += 1) {
      // Each file has them in another order.
      const index = until < '2031' ? line : length + 1 - line;
      yield { line, sku, email: `m${index}@example.org`, until } satisfies StagedGrant;
    }
    await Promise.resolve();
    if (failure) throw failure;
  }
  const ends = async () =>
    (await pool.query<object>('select until, count(*)::integer from pps_grants group by until'))
      .rows;

  it('puts all of a file or nothing, while another file is put', async () => {
    const [one, other, failed] = await Promise.allSettled([
      putGrants(pool, grants(5_000, '2030-12-31')),
      putGrants(pool, grants(5_000, '2031-12-31')),
      putGrants(pool, grants(5_000, '2032-12-31', new Error('line 5001'))),
    ]);
    expect([one.status, other.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(failed).toMatchObject({ reason: new Error('line 5001') });
    const found = await ends();
    expect(found).toEqual([{ until: expect.stringMatching(/^203[01]/) as string, count: 5_000 }]);
    expect((await pool.query('select 1 from pps_staged_grants')).rows).toEqual([]);

    const [{ until }] = found as [{ until: string }];
    const again = await putGrants(pool, grants(6_000, until));
    expect(again).toEqual({ added: 1_000, changed: 0, unchanged: 5_000 });
    expect(await putGrants(pool, grants(2, '2033-12-31'))).toMatchObject({ changed: 2 });
  });

  it('puts nothing if the server crashes while the file comes', async () => {
    const before = await ends();
    async function* crashing() {
      yield* grants(1_000, '2040-12-31');
      await server.crash();
      yield* grants(10, '2041-12-31');
    }
    const put = putGrants(pool, crashing());
    await expect(put).rejects.toThrow('The database lost a part of the file.');
    expect(await ends()).toEqual(before);
    expect((await pool.query('select 1 from pps_staged_grants')).rows).toEqual([]);
  });
});
