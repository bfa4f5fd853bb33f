/** Two processes on one Postgres remember what they read, and learn what the other one changes. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../../src/service/catalogue/catalogue.js';
import { createService } from '../../../../src/service/create-service.js';
import { clientOf } from '../../../support/feed-service/api-client.js';
import { catalogueOf, sku } from '../../../support/feed-service/backend.js';
import {
  installService,
  type InstalledService,
  type RunningCommand,
} from '../../../support/feed-service/installed-service.js';
import {
  hasPostgres,
  startPostgres,
  withPostgres,
  type PostgresServer,
} from '../../../support/programs/postgres.js';
import { startSilentProxy, type SilentProxy } from '../../../support/programs/silent-proxy.js';
import { until } from '../../../support/waiting/until.js';

const operator = { clientId: 'operator', clientSecret: 'operates', scopes: ['service:admin'] };
/** Milliseconds within which a change reaches every process. */
const PROMISE_MS = 2_000;
const open = '<title>Second</title>';
const ended = 'Your membership has ended';

describe.skipIf(!hasPostgres)(
  withPostgres('followChanges: two processes'),
  { timeout: 120_000 },
  () => {
    let server: PostgresServer;
    let service: InstalledService;
    let database: string;
    let proxy: SilentProxy;
    let commands: RunningCommand[];
    let one: string;
    /** It reaches the database through the proxy. */
    let other: string;
    let token: string;
    let members = 0;

    const writeCatalogue = (name: string, change: Partial<ReturnType<typeof catalogueOf>> = {}) => {
      const catalogue = catalogueOf('show.rss');
      catalogue.clients.push(operator);
      return writeFile(join(service.folder, name), JSON.stringify({ ...catalogue, ...change }));
    };
    const start = (catalogue: string, at: string) =>
      service.start(['--catalogue', catalogue, '--database', at, '--port', '0']);

    beforeAll(async () => {
      [server, service] = await Promise.all([startPostgres(), installService()]);
      database = await server.createDatabase();
      proxy = await startSilentProxy(database);
      await Promise.all(['one.json', 'other.json'].map((name) => writeCatalogue(name)));
      commands = [start('one.json', database), start('other.json', proxy.urlOf(database))];
      [one, other] = (await Promise.all(commands.map(({ ready }) => ready))) as [string, string];
      const response = await fetch(`${one}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: operator.clientId,
          client_secret: operator.clientSecret,
          scope: 'service:admin',
        }),
      });
      ({ access_token: token } = (await response.json()) as { access_token: string });
    }, 300_000);
    // A test that failed must not leave the others without a connection.
    afterEach(() => proxy.restore());
    afterAll(async () => {
      service.killAll();
      await proxy.close();
      await server.remove();
      await service.remove();
    });

    async function administer(url: string, method: string, path: string, body: object = {}) {
      const headers = { Authorization: `Bearer ${token}` };
      const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
      return response.status;
    }
    const grant = (url: string, email: string, method = 'PUT') =>
      administer(url, method, `/admin/grants/${encodeURIComponent(sku)}/${email}`);
    const reset = (email: string) => administer(one, 'POST', '/admin/feeds/reset', { sku, email });
    async function measure(url: string, name: RegExp): Promise<number> {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^${name.source} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    }
    const queries = (url: string) =>
      measure(url, /pps_database_query_duration_seconds_count\{result="ok"\}/);
    const areKnown = async (url: string) =>
      (await measure(url, /pps_database_changes_known/)) === 1;
    const toBeKnown = (url: string, expected = true) =>
      until(async () => expect(await areKnown(url)).toBe(expected));
    const read = async (url: string, path: string) => {
      const response = await fetch(url + path);
      return response.status === 200 ? response.text() : String(response.status);
    };
    /** A member with access, whose feed the other process answers from memory. */
    async function rememberedMember() {
      const email = `m${(members += 1)}@example.org`;
      expect(await grant(one, email)).toBe(200);
      const { feedUrl } = await clientOf(one).privateFeed({ email, sku });
      const path = new URL(feedUrl).pathname;
      await toBeKnown(other);
      await until(async () => {
        const before = await queries(other);
        expect(await read(other, path)).toContain(open);
        expect(await queries(other)).toBe(before);
      });
      return { email, path };
    }
    /** Expects an answer of the other process within the promised time after a change. */
    async function expectSoon(path: string, expected: string): Promise<void> {
      const changed = performance.now();
      for (;;) {
        const asked = performance.now();
        const answer = await read(other, path);
        if (answer.includes(expected)) return;
        if (asked - changed > PROMISE_MS) expect(answer.slice(0, 2000)).toContain(expected);
      }
    }

    it('learns of changes that somebody makes with SQL', async () => {
      const { email, path } = await rememberedMember();
      await server.query(database, `update pps_grants set until = '2000-01-01' where email = $1`, [
        email,
      ]);
      await expectSoon(path, ended);
      const next = await rememberedMember();
      await server.query(database, 'truncate pps_grants');
      await expectSoon(next.path, ended);
    });

    it('answers nothing old if the connection is cut while something changes', async () => {
      const listeners = `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'private-podcast-service changes' and datname = current_database()`;
      for (let time = 0; time < 5; time += 1) {
        const { email, path } = await rememberedMember();
        const [status, cut] = await Promise.all([reset(email), server.query(database, listeners)]);
        expect([status, cut.length]).toEqual([204, 2]);
        await expectSoon(path, '404');
        await toBeKnown(other);
        expect(await read(other, path)).toBe('404');
      }
    });

    it('answers nothing from memory while the connection is silent, and nothing old after it', async () => {
      const early = await rememberedMember();
      const late = await rememberedMember();
      proxy.silence();
      expect(await reset(early.email)).toBe(204);
      await expectSoon(early.path, '404');
      await toBeKnown(other, false);
      expect(await grant(one, late.email, 'DELETE')).toBe(204);
      expect(await read(other, late.path)).toContain(ended);
      expect(await grant(one, late.email)).toBe(200);
      expect(await read(other, late.path)).toContain(open);
      expect(await reset(late.email)).toBe(204);
      expect(await read(other, late.path)).toBe('404');
      proxy.restore();
      await toBeKnown(other);
      for (const { path } of [early, late]) expect(await read(other, path)).toBe('404');
      const lost = /"error":"unavailable".*reports changes.* is lost/;
      await until(() => expect(commands[1]!.errors()).toMatch(lost));
    });

    it('reloads in both, each from its own file, also after a reload that one could not hear', async () => {
      const email = 'listed@example.org';
      const grants = [{ email, sku }];
      await writeCatalogue('one.json', { grants });
      expect(await administer(one, 'POST', '/admin/reload')).toBe(204);
      const { feedUrl } = await clientOf(one).privateFeed({ email, sku });
      const path = new URL(feedUrl).pathname;
      // The other file does not have the grant yet.
      expect(await read(other, path)).toContain(ended);
      await writeCatalogue('other.json', { grants });
      commands[0]!.program.kill('SIGHUP');
      await expectSoon(path, open);

      await toBeKnown(other);
      proxy.silence();
      await toBeKnown(other, false);
      await writeCatalogue('other.json', { grants: [] });
      expect(await administer(one, 'POST', '/admin/reload')).toBe(204);
      expect(await read(other, path)).toContain(open);
      proxy.restore();
      await until(async () => expect(await read(other, path)).toContain(ended));
    });

    it('keeps its catalogue if another process reloads and its own file is invalid', async () => {
      const { path } = await rememberedMember();
      await writeCatalogue('other.json', { clients: [] });
      expect(await administer(one, 'POST', '/admin/reload')).toBe(204);
      await until(() => expect(commands[1]!.errors()).toContain('must name at least one client'));
      expect(await read(other, path)).toContain(open);
      expect(await administer(other, 'POST', '/admin/reload')).toBe(422);
      await writeCatalogue('other.json');
    });

    it("remembers over a caller's Pool, and gives its connection back", async () => {
      const catalogue = JSON.parse(
        await readFile(join(service.folder, 'one.json'), 'utf8'),
      ) as Catalogue;
      // A catalogue that is no file has no folder for its feeds to be in.
      for (const product of catalogue.products) product.feed = join(service.folder, product.feed!);
      const pool = new Pool({ connectionString: database, max: 2 });
      const borrowing = createService({ catalogue, database: pool });
      const metrics = async () =>
        (await borrowing.fetch(new Request('http://127.0.0.1/metrics'))).text();
      await until(async () => expect(await metrics()).toContain('pps_database_changes_known 1'));
      await expect.poll(() => pool.totalCount - pool.idleCount).toBe(1);
      await borrowing.close();
      expect(pool.totalCount - pool.idleCount).toBe(0);
      await pool.end();

      const single = new Pool({ connectionString: database, max: 1 });
      const modest = createService({ catalogue, database: single });
      await modest.open();
      expect((await modest.fetch(new Request('http://127.0.0.1/ready'))).status).toBe(200);
      await modest.close();
      await single.end();
    });
  },
);
