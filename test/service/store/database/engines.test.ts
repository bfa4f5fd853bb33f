/** Two processes on real databases: Postgres, a pooler before it, a standby that takes over. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLinkSecrets } from '../../../../src/service/store/links/link-secrets.js';
import { createLiveLinks } from '../../../../src/service/store/links/live-links.js';
import { recordBatch } from '../../../../src/service/store/links/changed-links.js';
import type { Statements } from '../../../../src/service/store/database/database.js';
import { openDatabase } from '../../../../src/service/store/database/open-database.js';
import {
  catalogueOf,
  createBackend,
  showFolder,
  sku,
  type Backend,
} from '../../../support/feed-service/backend.js';
import { adminCall, grantPath, operator } from '../../../support/feed-service/operator-calls.js';
import {
  installService,
  type RunningCommand,
} from '../../../support/feed-service/installed-service.js';
import { describeWith } from '../../../support/programs/debian.js';
import { startHaProxy } from '../../../support/programs/haproxy.js';
import { startPgBouncer } from '../../../support/programs/pgbouncer.js';
import {
  hasPostgres,
  startPostgres,
  withPostgres,
  type PostgresServer,
} from '../../../support/programs/postgres.js';
import { until } from '../../../support/waiting/until.js';

const MINUTE = 60_000;
const openShow = 'sid:open-show';
const ended = 'Your membership has ended';
const apps = ['Overcast/3.0 (+http://overcast.fm/; iOS podcast app)', 'Castro 2026.1'];

let shows: Awaited<ReturnType<typeof showFolder>>;
beforeAll(async () => {
  shows = await showFolder();
});
afterAll(() => shows.remove());

/** A process of the service, closed when the test is over. */
function open(database: string | Pool, log: (line: object) => void = () => undefined): Backend {
  const catalogue = catalogueOf(shows.feed);
  catalogue.clients.push({ ...operator, scopes: ['service:admin'] });
  return createBackend({ catalogue, database, log });
}

const grant = async (backend: Backend, email: string, method = 'PUT') => {
  const answer = await adminCall(
    backend,
    method,
    grantPath(email),
    method === 'PUT' ? {} : undefined,
  );
  expect(answer.ok).toBe(true);
};
const read = async (backend: Backend, feedUrl: string) => {
  const answer = await backend.send(feedUrl);
  return answer.status === 200 ? answer.text() : String(answer.status);
};
const reset = (backend: Backend, email: string) =>
  adminCall(backend, 'POST', '/admin/feeds/reset', { sku, email });

/** Adds users with a link each, of which nobody is told. @returns the hashes of these */
async function addLinks(database: Statements, count: number): Promise<string[]> {
  const numbers = `generate_series(1, ${count}) n`;
  await database.query(`insert into pps_users (id) select 'added ' || n from ${numbers}`);
  const { rows } = await database.query(
    `insert into pps_entitlements (id, user_id, sku, origin, version, hash)
     select lpad(to_hex(n), 24, '0'), 'added ' || n, $1, 'here', 1, lpad(to_hex(n), 16, '0')
     from ${numbers} returning hash`,
    [sku],
  );
  return (rows as { hash: string }[]).map(({ hash }) => hash);
}

/** Expects what a process answers after a change in another one, within the two seconds of the documents. */
async function expectSoon(backend: Backend, feedUrl: string, expected: string): Promise<void> {
  const changed = performance.now();
  for (;;) {
    const asked = performance.now();
    const answer = await read(backend, feedUrl);
    if (answer.includes(expected)) return;
    // An answer from memory is no turn for others.
    await setImmediate();
    if (asked - changed > 2_000) expect(answer.slice(0, 500)).toContain(expected);
  }
}

describe.skipIf(!hasPostgres)(withPostgres('openDatabase: Postgres'), { timeout: 120_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 120_000);
  afterAll(() => server.remove());

  it('has what one process changes in the other one within two seconds', async () => {
    const database = await server.createDatabase();
    const [one, other] = [open(database), open(database)];
    const email = 'a@example.org';
    await grant(one, email);
    const feedUrl = await one.feedUrl(email);
    // It was made a moment ago, and is never said not to be there.
    expect(await read(other, feedUrl)).toContain('<title>Second</title>');
    await grant(one, email, 'DELETE');
    await expectSoon(other, feedUrl, ended);
    await grant(one, email);
    await expectSoon(other, feedUrl, '<title>Second</title>');
    expect((await reset(one, email)).status).toBe(204);
    await expectSoon(other, feedUrl, '404');
  });

  it('misses no change of a transaction that began early and commits late', async () => {
    const database = await openDatabase({ database: await server.createDatabase() });
    onTestFinished(() => database.close());
    const { hashOf } = createLinkSecrets('key');
    const ids = ['1', '2', '3'].map((digit) => digit.repeat(24));
    const linkOf = (id: string) => ({ entitlementId: id, version: 1 });
    await database.query(`insert into pps_users (id) values ('anybody')`);
    for (const id of ids)
      await database.query(
        `insert into pps_entitlements (id, user_id, sku, origin, version, hash)
         values ($1, 'anybody', 'sid:a', $1, 1, $2)`,
        [id, hashOf(linkOf(id))],
      );
    const links = createLiveLinks({ database, log: () => undefined });
    onTestFinished(() => links.close());
    await links.caughtUp();
    const endOf = (id: string) =>
      links.index.find(Buffer.from(hashOf(linkOf(id)), 'hex'))[0]?.endsAt;
    const isEnded = () => ids.map((id) => endOf(id) === Date.parse('2026-01-01') + 999);

    /** Ends a link in a transaction of its own. Each step waits for its turn. */
    const change = (id: string, steps: Promise<void>[]) =>
      database.transaction(async (statements) => {
        await statements.query(
          `update pps_entitlements set ends_at = '2026-01-01Z' where id = $1`,
          [id],
        );
        await steps[0];
        await recordBatch(statements, [hashOf(linkOf(id))]);
        await steps[1];
      });
    const gate = () => {
      let letGo: () => void = () => undefined;
      return { passed: new Promise<void>((resolve) => (letGo = resolve)), letGo };
    };
    const [changed, numbered] = [gate(), gate()];
    const early = change(ids[0]!, [changed.passed, numbered.passed]);
    await change(ids[1]!, []);
    await links.caughtUp();
    expect(isEnded()).toEqual([false, true, false]);
    changed.letGo();
    // Its number is taken, and nobody can have the next one before it commits.
    await until(async () => {
      const { rows } = await database.query(
        `select 1 from pg_locks where relation = 'pps_last_batch'::regclass and mode = 'RowExclusiveLock'`,
      );
      expect(rows).toHaveLength(1);
    });
    const late = change(ids[2]!, []);
    await until(async () => {
      const { rows } = await database.query(`select 1 from pg_locks where not granted`);
      expect(rows).toHaveLength(1);
    });
    await links.caughtUp();
    expect(isEnded()).toEqual([false, true, false]);
    numbered.letGo();
    await Promise.all([early, late]);
    await links.caughtUp();
    expect(isEnded()).toEqual([true, true, true]);
  });

  it("needs one connection of a caller's Pool, and gives it back", async () => {
    const pool = new Pool({ connectionString: await server.createDatabase(), max: 1 });
    onTestFinished(() => pool.end());
    const backend = createBackend({
      catalogue: { ...catalogueOf(shows.feed) },
      database: pool,
      log: () => undefined,
    });
    expect(await read(backend, await backend.feedUrl('a@example.org', openShow))).toContain(
      '<title>Second</title>',
    );
    await backend.service.close();
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });
});

describe.skipIf(!hasPostgres)(withPostgres('openPostgres: kills'), { timeout: 300_000 }, () => {
  it('leaves nothing half done in a process that is killed while it loads, follows or writes', async () => {
    const [server, service] = await Promise.all([startPostgres(), installService()]);
    onTestFinished(async () => {
      service.killAll();
      await service.remove();
      await server.remove();
    });
    const database = await server.createDatabase();
    const other = open(database);
    await grant(other, 'a@example.org');
    await other.userId('held@example.org');
    const feedUrl = await other.feedUrl('a@example.org');
    const direct = await openDatabase({ database });
    onTestFinished(() => direct.close());
    const hashes = await addLinks(direct, 50_000);
    const catalogue = catalogueOf('show.rss');
    catalogue.clients.push({ ...operator, scopes: ['service:admin'] });
    await writeFile(join(service.folder, 'catalogue.json'), JSON.stringify(catalogue));
    const start = () =>
      service.start(['--catalogue', 'catalogue.json', '--database', database, '--port', '0']);
    /** Kills a process while it waits for a lock. */
    const killWaiting = async ({ program, ended: end }: RunningCommand) => {
      await until(async () => {
        const rows = await server.query(
          database,
          `select 1 from pg_stat_activity where application_name = 'private-podcast-service'
             and pid not in (select pid from known_processes) and wait_event_type = 'Lock'`,
        );
        expect(rows).not.toEqual([]);
      });
      program.kill('SIGKILL');
      await end;
    };
    /** Lets nobody read a link meanwhile. */
    const withoutLinks = (run: () => Promise<void>) =>
      direct.transaction(async (statements) => {
        await statements.query('lock table pps_entitlements in access exclusive mode');
        await run();
      });
    await server.query(
      database,
      `create table known_processes as select pid from pg_stat_activity where datname = current_database()`,
    );

    await withoutLinks(() => killWaiting(start()));

    const follower = start();
    await follower.ready;
    await withoutLinks(async () => {
      await direct.transaction((statements) => recordBatch(statements, hashes));
      await killWaiting(follower);
    });

    const writer = start();
    const url = await writer.ready;
    const file = Array.from({ length: 4_999 }, (_, n) => `m${n}@example.org,${sku}`);
    const body = ['email,sku', ...file, `held@example.org,${sku}`].join('\n');
    const headers = { 'Content-Type': 'text/csv' };
    // Amid its transaction, it waits for a person.
    await direct.transaction(async (statements) => {
      await statements.query(
        `select id from pps_users where email = 'held@example.org' for update`,
      );
      const sending = adminCall(
        { ...other, send: (path, init) => fetch(url + path, init) },
        'POST',
        '/admin/members/crm',
        body,
        headers,
      ).then(
        () => 'answered',
        () => 'lost',
      );
      await killWaiting(writer);
      expect(await sending).toBe('lost');
    });
    const rows = `select count(*)::integer as rows from pps_members where source = 'crm'`;
    expect(await server.query(database, rows)).toEqual([{ rows: 0 }]);

    const answer = await adminCall(other, 'POST', '/admin/members/crm', body, headers);
    expect(await answer.json()).toMatchObject({ taken: 5_000 });
    await grant(other, 'a@example.org', 'DELETE');
    const heir = await start().ready;
    await expectSoon(
      { ...other, send: (path) => fetch(heir + new URL(path).pathname) },
      feedUrl,
      ended,
    );
  });
});

describeWith('pgbouncer', 'pgbouncer', 'createLiveLinks: through PgBouncer', () => {
  const MEMBERS = 600;
  const CHANGED = 100_000;
  /** As in `connections.ts`. */
  const BATCH_PAUSE_MS = 250;
  let server: PostgresServer;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let database: string;

  beforeAll(async () => {
    if (!hasPostgres) return;
    server = await startPostgres({ shared_preload_libraries: 'pg_stat_statements' });
    database = await server.createDatabase();
    await server.query(database, 'create extension pg_stat_statements');
    pooler = await startPgBouncer(database);
  }, 120_000);
  afterAll(async () => {
    if (!hasPostgres) return;
    await pooler.stop();
    await server.remove();
  });

  /** Statements that the database was asked, by whether they follow what changes. */
  async function countStatements() {
    const [row] = await server.query(
      database,
      `select
         coalesce(sum(calls) filter (where query like '%from pps_batches where%'), 0)::integer as readings,
         coalesce(sum(calls) filter (where query like '%json_agg(%'), 0)::integer as pages,
         coalesce(sum(calls) filter (where query like '%pps_%' and query not like '%pps_batches%'
           and query not like '%pps_changed_links%' and query not like '%json_agg(%'
           and query not like '%pg_stat_statements%'), 0)::integer as others
       from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`,
    );
    return row as { readings: number; pages: number; others: number };
  }

  it.skipIf(!hasPostgres)(
    'asks and writes nothing for polls, and answers them without the database',
    { timeout: 300_000 },
    async () => {
      const lines: object[] = [];
      const processes = [0, 1].map(() => open(pooler.url, (line) => lines.push(line)));
      const feeds: string[] = [];
      for (let at = 0; at < MEMBERS; at += 20) {
        const emails = Array.from({ length: 20 }, (_, n) => `m${at + n}@example.org`);
        const made = emails.map((email, n) => processes[n % 2]!.feedUrl(email, openShow));
        feeds.push(...(await Promise.all(made)));
      }
      /** Every member's app polls at one process or the other. */
      const poll = async (rounds: number, expected = 200) => {
        for (let round = 0; round < rounds; round += 1)
          for (let at = 0; at < feeds.length; at += 1) {
            const headers = { 'User-Agent': apps[at % 2]! };
            const answer = await processes[round % 2]!.send(feeds[at]!, { headers });
            if (answer.status !== expected) throw new Error(`${answer.status} at ${at}`);
            // An answer from memory is no turn for others.
            if (at % 20 === 0) await setImmediate();
          }
      };
      await poll(2);
      // Each process has written each app's first fetch of the day.
      const written =
        'select count(*)::integer as count, max(last_fetched_at) as last from pps_connections';
      await until(async () => {
        expect(await server.query(database, written)).toMatchObject([{ count: MEMBERS }]);
        const { others } = await countStatements();
        const began = performance.now();
        // For longer than the pause between two batches of fetches, each of which is written by itself.
        while (performance.now() - began < 2 * BATCH_PAUSE_MS) await poll(1);
        expect((await countStatements()).others).toBe(others);
      });

      const quiet = async (work: () => Promise<void>) => {
        const [before, began] = [await countStatements(), performance.now()];
        await work();
        const seconds = (performance.now() - began) / 1000;
        const after = await countStatements();
        expect(after.others - before.others).toBe(0);
        return {
          seconds,
          readings: after.readings - before.readings,
          pages: after.pages - before.pages,
        };
      };
      const polls = await quiet(() => poll(5));
      // Two readings a second, in each of two processes.
      expect(polls.readings).toBeLessThanOrEqual(2 * (2 * polls.seconds + 2));
      expect(polls.pages).toBe(0);

      // A hundred thousand links change, and none of those that are polled.
      const direct = await openDatabase({ database });
      const hashes = await addLinks(direct, CHANGED);
      await direct.transaction((statements) => recordBatch(statements, hashes));
      await direct.close();
      const pages = (2 * CHANGED) / 1_000;
      const goal = (await countStatements()).pages + pages;
      const renewed = await quiet(async () => {
        while ((await countStatements()).pages < goal) await poll(2);
      });
      // Each page once in each process.
      expect(renewed.pages).toBe(pages);

      await server.stop();
      vi.useFakeTimers({ toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      const away = Date.now();
      const states = async () =>
        Promise.all(
          processes.map(async (backend) => {
            const answer = await backend.send('/ready');
            return `${answer.status} ${((await answer.json()) as { status: string | number }).status}`;
          }),
        );
      const unknown = feeds[0]!.replace(/.(?=\/[^/]*$)/, (last) => (last === 'A' ? 'B' : 'A'));
      await until(async () => expect(await states()).toEqual(['200 degraded', '200 degraded']));
      for (const minutes of [0, 14]) {
        vi.setSystemTime(away + minutes * MINUTE);
        await poll(2);
        const answer = await processes[0]!.send(unknown);
        expect([answer.status, answer.headers.has('Retry-After')]).toEqual([503, true]);
      }
      vi.setSystemTime(away + 16 * MINUTE);
      await poll(2, 503);
      expect(await states()).toEqual(['503 503', '503 503']);

      const told = (state: string) =>
        lines.filter((line) => 'links' in line && line.links === state).length;
      // A pooler holds statements back for a while before it gives up.
      await until(() => expect(told('answered from memory')).toBe(2));
      await server.start();
      await until(() => poll(2));
      expect((await processes[0]!.send(unknown)).status).toBe(404);
      await until(async () => expect(await states()).toEqual(['200 ready', '200 ready']));
      expect([told('answered from memory'), told('current again')]).toEqual([2, 2]);
    },
  );
});

describeWith('haproxy', 'haproxy', 'createLiveLinks: a standby behind HAProxy', () => {
  it.skipIf(!hasPostgres)(
    'loses nothing that was acknowledged, and notices numbers that are given out again',
    { timeout: 300_000 },
    async () => {
      const servers = [await startPostgres()];
      onTestFinished(async () => {
        for (const each of servers) await each.remove();
      });
      const [first] = servers as [PostgresServer];
      const name = new URL(await first.createDatabase()).pathname.slice(1);
      const second = await first.addStandby();
      servers.push(second);
      const settings = (server: PostgresServer, setting: string) =>
        server
          .query(server.urlOf('postgres'), `alter system set ${setting}`)
          .then(() => server.query(server.urlOf('postgres'), 'select pg_reload_conf()'));
      // The third follows the second, and nobody waits for it.
      const third = await second.addStandby();
      servers.push(third);
      await settings(first, `synchronous_standby_names = '*'`);
      const proxy = await startHaProxy(servers.map((each) => each.urlOf(name)));
      onTestFinished(() => proxy.stop());
      const url = proxy.urlOf(first.urlOf(name));
      await until(() => first.query(url, 'select 1'));
      const processes = [open(url), open(url)] as const;
      await Promise.all(processes.map(({ service }) => service.open()));
      const failOver = async (from: PostgresServer, to: PostgresServer) => {
        await from.stop('SIGQUIT');
        await to.query(to.urlOf(name), 'select pg_promote()');
        proxy.elect(to.urlOf(name));
      };

      const acknowledged = new Map<string, string>();
      let failed = 0;
      let isOver = false;
      const writers = processes.map(async (backend, at) => {
        for (let n = 0; !isOver; n += 1) {
          const email = `m${at}-${n}@example.org`;
          await grant(backend, email)
            .then(() => backend.feedUrl(email))
            .then(
              (feedUrl) => acknowledged.set(email, feedUrl),
              () => (failed += 1),
            );
        }
      });
      const more = async (count: number) => {
        const goal = acknowledged.size + count;
        await until(() => expect(acknowledged.size).toBeGreaterThanOrEqual(goal));
      };
      await more(20);
      const killed = performance.now();
      await failOver(first, second);
      await more(20);
      expect(performance.now() - killed).toBeLessThan(15_000);
      isOver = true;
      await Promise.all(writers);
      expect(failed).toBeGreaterThan(0);
      for (const feedUrl of acknowledged.values())
        for (const backend of processes)
          expect(await read(backend, feedUrl)).toContain('<title>Second</title>');

      // What the third has not heard of is lost with the second.
      const [one, other] = processes;
      const [kept, renewed] = [...acknowledged.keys()] as [string, string];
      const last = 'select max(number) as number from pps_batches';
      const [{ number }] = (await second.query(second.urlOf(name), last)) as [{ number: string }];
      await until(async () =>
        expect(await third.query(third.urlOf(name), last)).toEqual([{ number }]),
      );
      await settings(third, `primary_conninfo = ''`);
      await until(async () =>
        expect(await third.query(third.urlOf(name), 'select 1 from pg_stat_wal_receiver')).toEqual(
          [],
        ),
      );
      const lost = await one.feedUrl('lost@example.org', openShow);
      expect((await reset(one, renewed)).status).toBe(204);
      await until(async () => {
        expect(await read(other, lost)).toContain('<title>Second</title>');
        expect(await read(other, acknowledged.get(renewed)!)).toBe('404');
      });
      await failOver(second, third);
      // These have the numbers of those that are lost.
      await until(() => grant(one, kept, 'DELETE'));
      const made = await one.feedUrl('made@example.org', openShow);
      expect(await third.query(third.urlOf(name), last)).toEqual([{ number: `${+number + 2}` }]);
      for (const backend of processes)
        await until(async () => {
          expect(await read(backend, lost)).toBe('404');
          expect(await read(backend, acknowledged.get(kept)!)).toContain(ended);
          expect(await read(backend, acknowledged.get(renewed)!)).toContain(
            '<title>Second</title>',
          );
          expect(await read(backend, made)).toContain('<title>Second</title>');
        });
    },
  );
});
