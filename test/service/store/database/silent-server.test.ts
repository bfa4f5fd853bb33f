import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchForSilence } from '../../../../src/service/store/database/silent-server.js';
import {
  startPostgresStandIn,
  type PostgresStandIn,
} from '../../../support/programs/postgres-stand-in.js';
import { until } from '../../../support/waiting/until.js';

describe('watchForSilence', () => {
  let server: PostgresStandIn;
  let pool: Pool;
  beforeEach(async () => {
    server = await startPostgresStandIn();
    pool = new Pool({ connectionString: server.url });
  });
  afterEach(() => server.close());

  it('ends a statement that waits for a server without an answer, and no other', async () => {
    let asked = 0;
    let isAlive = true;
    const answers = () => {
      asked += 1;
      return Promise.resolve(isAlive);
    };
    const close = watchForSilence(pool, answers, 20);
    await pool.query('select 1');
    server.fallSilent();
    let isOver = false;
    const statement = pool.query('select 2').finally(() => (isOver = true));
    statement.catch(() => undefined);
    await until(() => expect(asked).toBeGreaterThan(2));
    expect(isOver).toBe(false);
    isAlive = false;
    await expect(statement).rejects.toThrow('Connection terminated');
    const before = asked;
    // Nothing waits any more.
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(asked).toBe(before);
    await close();
  });

  it('closes a pool whose server does not take its leave', async () => {
    let isAlive = true;
    const close = watchForSilence(pool, () => Promise.resolve(isAlive), 20);
    await Promise.all([pool.query('select 1'), pool.query('select 1')]);
    isAlive = false;
    server.fallSilent();
    const statement = pool.query('select 2');
    statement.catch(() => undefined);
    await until(() => expect(server.unanswered()).toBe(1));
    const [closed, failed] = await Promise.allSettled([close(), statement]);
    expect([closed.status, failed.status]).toEqual(['fulfilled', 'rejected']);
  });
});
