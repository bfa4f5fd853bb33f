/** Several processes on one Postgres server. */
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createService } from '../../../../src/service/service.js';
import { LEASE_SETTING } from '../../../../src/service/store/cleaning.js';
import { SCHEMA_VERSION } from '../../../../src/service/store/database/schema.js';
import { clientOf } from '../../../support/feed-service/api-client.js';
import { catalogueOf, failureOf } from '../../../support/feed-service/backend.js';
import {
  installService,
  type InstalledService,
} from '../../../support/feed-service/installed-service.js';
import {
  hasPostgres,
  startPostgres,
  withPostgres,
  type PostgresServer,
} from '../../../support/programs/postgres.js';

const sku = 'sid:open-show';

describe.skipIf(!hasPostgres)(
  withPostgres('openPostgres: several processes'),
  { timeout: 120_000 },
  () => {
    let service: InstalledService;
    let server: PostgresServer;
    let database: string;

    beforeAll(async () => {
      server = await startPostgres();
      // Without the packages of the embedded database.
      service = await installService();
    }, 300_000);
    afterEach(() => service.killAll());
    afterAll(async () => {
      await service.remove();
      await server.remove();
    });

    const start = (at: string) =>
      service.start(['--catalogue', 'catalogue.json', '--database', at, '--port', '0']);
    const statusOf = async (url: string, feedUrl: string) =>
      (await fetch(url + new URL(feedUrl).pathname)).status;

    it('makes the tables once for many services that start at once', async () => {
      database = await server.createDatabase();
      const pools = Array.from({ length: 8 }, () => new Pool({ connectionString: database }));
      const services = pools.map((pool) =>
        createService({ catalogue: catalogueOf('show.rss'), database: pool }),
      );
      await Promise.all(services.map((each) => each.open()));
      const rows = await server.query(
        database,
        `select name, value from pps_settings where name <> '${LEASE_SETTING}' order by 1`,
      );
      expect(rows).toEqual([
        { name: 'feed-key', value: expect.stringMatching(/^[\w-]{43}$/) as string },
        { name: 'schema-version', value: String(SCHEMA_VERSION) },
      ]);
      await Promise.all(services.map((each) => each.close()));
      await Promise.all(pools.map((pool) => pool.end()));
    });

    it('loses no process and no link if the server restarts while members come', async () => {
      database = await server.createDatabase();
      const { program, ready } = start(database);
      const url = await ready;
      const acknowledged: string[] = [];
      let failed = 0;
      let next = 0;
      let stopped = false;
      const writers = Array.from({ length: 4 }, async () => {
        while (!stopped) {
          const email = `m${(next += 1)}@example.org`;
          await clientOf(url)
            .privateFeed({ email, sku })
            .then(({ feedUrl }) => acknowledged.push(feedUrl))
            .catch(() => (failed += 1));
        }
      });
      const enough = async (more: number) => {
        const goal = acknowledged.length + more;
        while (acknowledged.length < goal) await new Promise((resolve) => setImmediate(resolve));
      };
      await enough(5);
      await server.restart();
      await server.restart();
      await enough(5);
      stopped = true;
      await Promise.all(writers);
      expect(program.exitCode).toBeNull();
      for (const feedUrl of acknowledged) expect(await statusOf(url, feedUrl)).toBe(200);
      expect(failed).toBeLessThan(next);
    });

    it("survives a restart of the server under a caller's Pool without an error listener", async () => {
      database = await server.createDatabase();
      const pool = new Pool({ connectionString: database });
      const lines: object[] = [];
      const catalogue = catalogueOf('show.rss');
      const borrowing = createService({
        catalogue,
        database: pool,
        log: (line) => lines.push(line),
      });
      await borrowing.open();
      await server.restart();
      await expect
        .poll(() => lines)
        .toContainEqual(expect.objectContaining({ error: 'unavailable' }));
      const response = await borrowing.fetch(new Request('http://127.0.0.1/health'));
      expect(response.status).toBe(200);
      await borrowing.close();
      expect(pool.listenerCount('error')).toBe(0);
      await pool.end();
    });

    it('gives a clear error without the password if the server cannot be reached', async () => {
      const url = new URL(await server.createDatabase());
      url.port = '1';
      url.password = 's3cret';
      const { code, output, errors } = await start(url.href).ended;
      expect([code, output]).toEqual([1, '']);
      const { message } = JSON.parse(errors) as { message: string };
      expect(message).toMatch(/^Cannot connect to the database\. ECONNREFUSED: /);
      expect(errors).not.toContain('s3cret');
      const lines: object[] = [];
      const catalogue = catalogueOf('show.rss');
      const unreachable = createService({
        catalogue,
        database: url.href,
        log: (l) => lines.push(l),
      });
      expect((await failureOf(unreachable.open())).code).toBe('config');
      expect(JSON.stringify(lines)).not.toContain('s3cret');
    });
  },
);
