import { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import type { ServiceDatabase } from '../../../../src/service/store/database/database.js';
import { connectDatabase } from '../../../../src/service/store/database/open-database.js';
import { startPostgresStandIn } from '../../../support/programs/postgres-stand-in.js';

describe('connectDatabase', () => {
  it.each([
    ['its own', (url: string) => url],
    ["a caller's Pool", (url: string) => new Pool({ connectionString: url })],
  ])('survives that %s loses a connection that was just opened', async (_name, from) => {
    const server = await startPostgresStandIn();
    const given = from(server.url);
    const database = await connectDatabase({ database: given });
    await database.transaction(async () => {
      server.endNewOnes();
      const onNew = database.transaction((statements) => statements.query('select 1'));
      await expect(onNew).rejects.toThrow(/not queryable|terminat/i);
    });
    await database.close();
    if (given instanceof Pool) await given.end();
    await server.close();
  });

  it('refuses an object that offers no transactions', async () => {
    const database = { query: () => Promise.resolve({ rows: [] }) } as unknown as ServiceDatabase;
    await expect(connectDatabase({ database })).rejects.toThrow('`PGlite`');
  });

  it("takes its listeners off a caller's Pool when it is closed", async () => {
    const pool = new Pool();
    const counts = () => ['error', 'connect'].map((event) => pool.listenerCount(event));
    const database = await connectDatabase({ database: pool });
    expect(counts()).toEqual([1, 1]);
    await database.close();
    expect(counts()).toEqual([0, 0]);
    await pool.end();
  });
});
