import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBackup, restoreBackup } from '../../../src/service/store/backup.js';
import { SCHEMA_VERSION } from '../../../src/service/store/database/migrations.js';
import {
  catalogueOf,
  createBackend,
  failureOf,
  member,
  showFolder,
  sku,
  stranger,
} from '../../support/feed-service/backend.js';
import { clientOf } from '../../support/feed-service/api-client.js';
import {
  installService,
  type InstalledService,
} from '../../support/feed-service/installed-service.js';
import { createDatabase } from '../../support/feed-service/prepared-database.js';

/** Milliseconds: services start an embedded Postgres. */
const toStart = 180_000;

let source: PGlite;
let target: PGlite;
let shows: Awaited<ReturnType<typeof showFolder>>;
beforeAll(async () => {
  [source, target] = await Promise.all([createDatabase(), createDatabase()]);
  shows = await showFolder();
});
beforeEach(async () => {
  for (const database of [source, target]) {
    await database.exec('drop schema public cascade; create schema public');
  }
});
afterAll(async () => {
  await Promise.all([source.close(), target.close()]);
  await shows.remove();
});

/** The same rows may come in another order. */
const linesOf = (backup: string) => backup.split('\n').sort();

async function backupOf(database: PGlite): Promise<string> {
  let text = '';
  for await (const line of createBackup(database)) text += line;
  return text;
}

describe('restoreBackup', () => {
  it('moves members, grants and feed URLs to another database', async () => {
    const catalogue = catalogueOf(shows.feed);
    const from = createBackend({ catalogue, database: source });
    const url = await from.feedUrl(member);
    await source.query(`insert into pps_grants values ($1, $2, '2999-12-31')`, [sku, stranger]);
    const granted = await from.feedUrl(stranger);
    // The day of the first load moves, too.
    expect((await from.send(url)).status).toBe(200);
    const text = await backupOf(source);
    await restoreBackup(target, text);
    const to = createBackend({ catalogue, database: target });
    expect((await to.send(url)).status).toBe(200);
    expect((await to.send(granted)).status).toBe(200);
    expect(await to.feedUrl(member)).toBe(url);
    expect(linesOf(await backupOf(target))).toEqual(linesOf(text));
  });

  it('restores the grants of a release that knew no sources', async () => {
    await createBackend({ catalogue: catalogueOf(shows.feed), database: source }).service.open();
    const row = { sku, email: stranger, until: null };
    const [header = '', ...rows] = (await backupOf(source)).trim().split('\n');
    const older = { ...(JSON.parse(header) as object), schema: 1, rows: rows.length + 1 };
    const lines = [JSON.stringify(older), ...rows, JSON.stringify({ table: 'pps_grants', row })];
    await restoreBackup(target, lines.join('\n'));
    const restored = createBackend({ catalogue: catalogueOf(shows.feed), database: target });
    expect(await restored.feedUrl(stranger)).toContain('/feeds/');
    const found = await target.query('select sku, email, until, source from pps_grants');
    expect(found.rows).toEqual([{ ...row, source: 'admin' }]);
  });

  it('finds no access tokens in a backup', async () => {
    const backend = createBackend({ catalogue: catalogueOf(shows.feed), database: source });
    expect((await backend.token()).status).toBe(200);
    expect(await backupOf(source)).not.toContain('pps_tokens');
  });

  it('restores the backup of an empty service', async () => {
    await createBackend({ catalogue: catalogueOf(shows.feed), database: source }).service.open();
    await restoreBackup(target, await backupOf(source));
    expect(linesOf(await backupOf(target))).toEqual(linesOf(await backupOf(source)));
  });

  it('restores only into an empty database', async () => {
    const catalogue = catalogueOf(shows.feed);
    await createBackend({ catalogue, database: source }).service.open();
    await createBackend({ catalogue, database: target }).service.open();
    const before = await backupOf(target);
    const error = await failureOf(restoreBackup(target, await backupOf(source)));
    expect(error.code).toBe('config');
    expect(error.message).toContain('already holds data');
    expect(linesOf(await backupOf(target))).toEqual(linesOf(before));
  });

  it('restores everything or nothing, and works again after a failure', async () => {
    const from = createBackend({ catalogue: catalogueOf(shows.feed), database: source });
    await from.feedUrl(member);
    const text = await backupOf(source);
    const withoutUser = text.replace(member, stranger).replace('"id": "email|', '"id": "other|');
    const broken = text.replace(/("table":"pps_users","row":\{"id":")[^"]+/, '$1email|other');
    expect(broken).not.toBe(text);
    expect(withoutUser).not.toBe(text);
    await expect(restoreBackup(target, broken)).rejects.toThrow('its rows do not fit');
    expect((await target.query('select * from pps_entitlements')).rows).toEqual([]);
    await restoreBackup(target, text);
    expect(linesOf(await backupOf(target))).toEqual(linesOf(text));
  });

  it('takes more members than one statement, and takes back the first if a later one fails', async () => {
    const users = Array.from({ length: 5_001 }, (_, index) => ({
      table: 'pps_users',
      row: { id: `email|${index}`, email: `m${index}@example.org` },
    }));
    const textOf = (rows: object[]) => {
      const header = { format: 'private-podcast-service backup', schema: 1, rows: rows.length };
      return [header, ...rows].map((line) => JSON.stringify(line)).join('\n');
    };
    const count = async () =>
      (await target.query('select count(*)::integer as users from pps_users')).rows;
    const twice = users.with(-1, { ...users[0]! });
    const error = await failureOf(restoreBackup(target, textOf(twice)));
    expect(error).toMatchObject({ code: 'bad-input' });
    expect(error.message).toContain('its rows do not fit');
    expect(await count()).toEqual([{ users: 0 }]);
    await restoreBackup(target, textOf(users));
    expect(await count()).toEqual([{ users: 5_001 }]);
  });

  it.each<[string, (lines: string[]) => string[], string, string]>([
    ['another file', () => ['{"format":"other"}'], 'bad-input', 'line 1 is invalid'],
    ['an empty file', () => [], 'bad-input', 'line 1 is invalid'],
    ['a missing line', (lines) => lines.slice(0, -1), 'bad-input', 'cut off'],
    ['half a line', (lines) => [...lines.slice(0, -1), '{"table":'], 'bad-input', 'is invalid'],
    [
      'a foreign table',
      (lines) => [...lines.slice(0, -1), '{"table":"pg_authid","row":{}}'],
      'bad-input',
      'is invalid',
    ],
    [
      'a newer schema',
      ([header = '', ...rows]) => [
        header.replace(`"schema":${SCHEMA_VERSION}`, `"schema":${SCHEMA_VERSION + 1}`),
        ...rows,
      ],
      'config',
      'newer release',
    ],
  ])('refuses a backup: %s', async (_name, change, code, message) => {
    await createBackend({ catalogue: catalogueOf(shows.feed), database: source }).service.open();
    const lines = (await backupOf(source)).trim().split('\n');
    const error = await failureOf(restoreBackup(target, change(lines).join('\n')));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect((await target.query(`select to_regclass('pps_settings') as it`)).rows).toEqual([
      { it: null },
    ]);
  });
});

describe('backup and restore', () => {
  let service: InstalledService;
  beforeAll(async () => {
    service = await installService();
    const catalogue = catalogueOf('show.rss');
    catalogue.clients.push({
      clientId: 'operator',
      clientSecret: 'operates',
      scopes: ['service:backup'],
    });
    await writeFile(join(service.folder, 'catalogue.json'), JSON.stringify(catalogue));
  });
  afterAll(async () => {
    service.killAll();
    await service.remove();
  });

  it(
    'copy a running service while it writes, and restore the copy',
    { timeout: toStart },
    async () => {
      const { folder } = service;
      const serve = (data: string) =>
        service.start(['--catalogue', 'catalogue.json', '--data', data, '--port', '0']);
      const running = serve('data');
      const url = await running.ready;
      const api = clientOf(url);
      const acknowledged = new Map<string, string>();
      const add = async (index: number) => {
        const email = `m${index}@example.org`;
        const { feedUrl } = await api.privateFeed({ email, sku: 'sid:open-show' });
        acknowledged.set(email, new URL(feedUrl).pathname);
      };
      await add(0);
      let next = 1;
      let stopped = false;
      const writers = Array.from({ length: 4 }, async () => {
        while (!stopped) await add((next += 1));
      });
      const before = [...acknowledged.values()];
      const backup = ['backup', '--catalogue', 'catalogue.json', '--url', url, '--file', 'b.jsonl'];
      const { code, errors } = await service.run(backup);
      stopped = true;
      await Promise.all(writers);
      expect([code, errors]).toEqual([0, '']);
      expect(acknowledged.size).toBeGreaterThan(before.length);
      expect((await stat(join(folder, 'b.jsonl'))).mode & 0o777).toBe(0o600);
      running.program.kill('SIGKILL');
      await once(running.program, 'close');

      const restored = await service.run(['restore', '--data', 'restored', '--file', 'b.jsonl']);
      expect(restored).toMatchObject({ code: 0, errors: '' });
      expect(restored.output).toMatch(/^The backup b\.jsonl is restored\./);
      const restoredUrl = await serve('restored').ready;
      for (const path of before) expect((await fetch(restoredUrl + path)).status).toBe(200);

      // A data folder that no service uses needs no client.
      const offline = await service.run(['backup', '--data', 'data', '--file', 'offline.jsonl']);
      expect(offline).toMatchObject({ code: 0, errors: '' });
      expect(offline.output).toMatch(/^The backup is in offline\.jsonl\./);
      const text = await readFile(join(folder, 'offline.jsonl'), 'utf8');
      for (const email of acknowledged.keys()) expect(text).toContain(`"${email}"`);
    },
  );

  it.each([
    [['backup', '--data', 'x'], 2, '--file is missing'],
    [['backup', '--file', 'x'], 2, 'Give --catalogue, or --client-id'],
    [['restore', '--file', 'x'], 2, 'Give --data or --database'],
    [['restore', '--file', 'absent', '--data', 'x'], 1, 'The backup absent cannot be read'],
    [['restore', '--file', 'x', '--data', 'x', '--database', 'postgres://x'], 2, 'Give either'],
    [['restore', '--file', 'x', '--database', 'mysql://x'], 2, 'starts with postgres://'],
    [['nothing'], 2, "Unknown command 'nothing'"],
  ])('explain the error in %j', async (args, status, message) => {
    const { code, errors } = await service.run(args);
    expect(code).toBe(status);
    expect(errors).toContain(message);
    expect(errors).not.toMatch(/\n\s+at /);
  });
});
