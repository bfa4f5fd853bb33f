/** A pooler that takes LISTEN and passes no notifications on. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  catalogueOf,
  createBackend,
  member,
  showFolder,
  sku,
  type Backend,
} from '../../../support/feed-service/backend.js';
import { describeWith } from '../../../support/programs/debian.js';
import { startPgBouncer } from '../../../support/programs/pgbouncer.js';
import {
  hasPostgres,
  startPostgres,
  type PostgresServer,
} from '../../../support/programs/postgres.js';
import { until } from '../../../support/waiting/until.js';

describeWith(
  'pgbouncer',
  'pgbouncer',
  'followChanges: through PgBouncer in transaction mode',
  () => {
    let server: PostgresServer;
    let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
    let shows: Awaited<ReturnType<typeof showFolder>>;
    let backend: Backend;
    const lines: object[] = [];

    beforeAll(async () => {
      if (!hasPostgres) return;
      [server, shows] = await Promise.all([startPostgres(), showFolder()]);
      pooler = await startPgBouncer(await server.createDatabase());
      backend = createBackend({
        catalogue: catalogueOf(shows.feed),
        database: pooler.url,
        log: (line) => lines.push(line),
      });
    }, 120_000);
    afterAll(async () => {
      if (!hasPostgres) return;
      await backend.service.close();
      await pooler.stop();
      await server.remove();
      await shows.remove();
    });

    it.skipIf(!hasPostgres)(
      'remembers nothing, says what to do, and serves members',
      { timeout: 60_000 },
      async () => {
        const feedUrl = await backend.feedUrl(member, sku);
        await until(() =>
          expect(JSON.stringify(lines)).toContain('Give --database the URL of Postgres itself.'),
        );
        const metrics = await (await backend.send('/metrics')).text();
        expect(metrics).toContain('pps_database_changes_known 0');
        expect((await backend.send(feedUrl)).status).toBe(200);
      },
    );
  },
);
