import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createBackup,
  PAGE,
  readBackup,
  readBackupHeader,
  restoreBackup,
} from '../../../src/service/store/backup.js';
import { createLedger } from '../../../src/service/store/ledger/ledger.js';
import { hash } from '../../../src/service/crypto/secrets.js';
import { LEASE_SETTING } from '../../../src/service/store/cleaning.js';
import { connectDatabase } from '../../../src/service/store/database/open-database.js';
import { SCHEMA_VERSION } from '../../../src/service/store/database/schema.js';
import {
  catalogueOf,
  createBackend,
  failureOf,
  member,
  sku,
  stranger,
} from '../../support/feed-service/backend.js';
import { betweenStatements } from '../../support/feed-service/between.js';
import {
  batches,
  fillTables,
  rowsOf,
  shortLived,
  withoutShortLived,
} from '../../support/feed-service/filled-tables.js';
import { operator, tokenOf } from '../../support/feed-service/operator-calls.js';
import {
  installService,
  type InstalledService,
} from '../../support/feed-service/installed-service.js';
import { createDatabase, type TestDatabase } from '../../support/feed-service/prepared-database.js';
import { useShowFolder } from '../../support/feed-service/for-file.js';

const shows = await useShowFolder();

/** Milliseconds: services start an embedded Postgres. */
const toStart = 180_000;

let source: TestDatabase;
let target: TestDatabase;
beforeAll(async () => {
  [source, target] = await Promise.all([createDatabase(), createDatabase()]);
});
beforeEach(async () => {
  for (const database of [source, target]) {
    await database.exec('drop schema public cascade; create schema public');
  }
});
afterAll(async () => {
  await Promise.all([source.close(), target.close()]);
});

/** The same rows may come in another order. */
const linesOf = (backup: string) => backup.split('\n').sort();

const withoutGrants = () => ({ ...catalogueOf(shows.feed), grants: [] });

/** Has a service make its tables and its key. */
const openEmpty = (database: TestDatabase) =>
  createBackend({ catalogue: withoutGrants(), database }).service.open();

async function backupOf(database: TestDatabase): Promise<string> {
  let text = '';
  for await (const lines of createBackup(await connectDatabase({ database }))) text += lines;
  return text;
}

async function restore(text: string): Promise<void> {
  await restoreBackup(target, readBackup(text));
}

type Row = Record<string, unknown>;

/** Nothing that a database compresses. */
const noise = Array.from({ length: 2_000 }, (_, index) => hash(String(index))).join('');

describe('restoreBackup', () => {
  it('moves members, grants and feed URLs to another database', async () => {
    const catalogue = catalogueOf(shows.feed);
    const from = createBackend({ catalogue, database: source });
    const url = await from.feedUrl(member);
    const ledger = createLedger({
      database: await connectDatabase({ database: source }),
      now: () => new Date(),
      addressesOf: () => 'typed',
      caughtUp: () => Promise.resolve(),
    });
    await ledger.putGrants([{ sku, email: stranger }]);
    const granted = await from.feedUrl(stranger);
    // The day of the first load moves, too.
    expect((await from.send(url)).status).toBe(200);
    const text = await backupOf(source);
    await restore(text);
    const to = createBackend({ catalogue, database: target });
    expect((await to.send(url)).status).toBe(200);
    expect((await to.send(granted)).status).toBe(200);
    expect(await to.feedUrl(member)).toBe(url);
    expect(linesOf(await backupOf(target))).toEqual(linesOf(text));
  });

  it('restores only into an empty database', async () => {
    await openEmpty(source);
    await openEmpty(target);
    const before = await backupOf(target);
    const error = await failureOf(restore(await backupOf(source)));
    expect(error.code).toBe('config');
    expect(error.message).toContain('already holds data');
    expect(linesOf(await backupOf(target))).toEqual(linesOf(before));
  });

  it('takes more members than one statement, and takes back the first if a later one fails', async () => {
    const users = Array.from({ length: 5_001 }, (_, index) => ({
      table: 'pps_users',
      row: { id: `email|${index}`, email: `m${index}@example.org` },
    }));
    const textOf = (users: object[]) => {
      const key = { table: 'pps_settings', row: { name: 'feed-key', value: 'key' } };
      const rows = [key, ...users];
      const header = { format: 'private-podcast-service backup', schema: 1, rows: rows.length };
      return [header, ...rows].map((line) => JSON.stringify(line)).join('\n');
    };
    const count = async () =>
      (await target.query('select count(*)::integer as users from pps_users')).rows;
    const twice = users.with(-1, { ...users[0]! });
    const error = await failureOf(restore(textOf(twice)));
    expect(error).toMatchObject({ code: 'config' });
    expect(error.message).toContain('its rows do not fit');
    expect(await count()).toEqual([{ users: 0 }]);
    await restore(textOf(users));
    expect(await count()).toEqual([{ users: 5_001 }]);
  });

  /** Each changes one row of a table. */
  const damages: Record<string, [string, (row: Row) => Row, string?]> = {
    'a duplicate of a key': ['pps_users', (row) => ({ ...row, id: 'email|one' })],
    'a duplicate of an address': ['pps_users', (row) => ({ ...row, email: 'one@example.org' })],
    'another type': ['pps_entitlements', (row) => ({ ...row, version: 'first' })],
    'a date that is none': ['pps_grants', (row) => ({ ...row, since: 'yesterday-ish' })],
    'a missing parent': ['pps_entitlements', (row) => ({ ...row, user_id: 'email|gone' })],
    'a missing column': ['pps_entitlements', ({ id, user_id }) => ({ id, user_id })],
    'a column without a value': ['pps_grants', (row) => ({ ...row, since: null })],
    'a NUL': ['pps_users', (row) => ({ ...row, email: 'a\0@example.org' })],
    'a lone surrogate': ['pps_users', (row) => ({ ...row, email: 'a\ud800@example.org' })],
    'a key that no index can hold': ['pps_users', (row) => ({ ...row, id: noise })],
    'a table of another release': ['pps_users', (row) => row, 'pps_later'],
    'no key of the feed links': ['pps_settings', (row) => ({ ...row, name: 'other' })],
  };

  it.each(Object.entries(damages))(
    'says in one sentence that a backup is damaged, and leaves nothing: %s',
    async (_name, [table, change, asTable = table]) => {
      await openEmpty(source);
      await fillTables(source);
      const text = await backupOf(source);
      const damaged = text
        .trim()
        .split('\n')
        .map((line) => {
          const read = JSON.parse(line) as { table?: string; row: Row };
          const isMeant =
            read.table === table &&
            (table === 'pps_settings' ||
              Object.values(read.row).some((value) => String(value).includes('two')));
          return isMeant ? JSON.stringify({ table: asTable, row: change(read.row) }) : line;
        });
      expect(damaged.join('\n')).not.toBe(text.trim());
      const error = await failureOf(restore(damaged.join('\n')));
      expect(error.code).toBe('config');
      expect(error.message).toMatch(/^This is not a usable backup: [^.\n]+\.$/);
      expect(await rowsOf(target)).toEqual({});
      await restore(text);
      expect(linesOf(await backupOf(target))).toEqual(linesOf(text));
    },
  );

  it.each<[string, (lines: string[]) => string[], string, string]>([
    ['another file', () => ['{"format":"other"}'], 'config', 'line 1 is invalid'],
    ['an empty file', () => [], 'config', 'line 1 is invalid'],
    ['a missing line', (lines) => lines.slice(0, -1), 'config', 'cut off'],
    ['half a line', (lines) => [...lines.slice(0, -1), '{"table":'], 'config', 'is invalid'],
    [
      'a foreign table',
      (lines) => [...lines.slice(0, -1), '{"table":"pg_authid","row":{}}'],
      'config',
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
    await openEmpty(source);
    const lines = (await backupOf(source)).trim().split('\n');
    const error = await failureOf(restore(change(lines).join('\n')));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect((await target.query(`select to_regclass('pps_settings') as it`)).rows).toEqual([
      { it: null },
    ]);
  });
});

describe('createBackup', () => {
  it('holds every table of the schema, but for those that are meant to be left out', async () => {
    await openEmpty(source);
    await fillTables(source);
    const before = await rowsOf(source);
    const found = await source.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_name like 'pps\\_%'`,
    );
    // A new table has to be decided on here: it gets rows above, and is in a backup or in this list.
    expect(found.rows.map(({ name }) => name).sort()).toEqual(
      [...batches, ...Object.keys(before)].sort(),
    );
    const text = await backupOf(source);
    expect(text).not.toContain(LEASE_SETTING);
    await restore(text);
    const after = await rowsOf(target);
    for (const table of shortLived) expect(before[table]).toHaveLength(2);
    expect(after).toEqual(withoutShortLived(before));
  });

  it('says in its first line how many rows of each table it holds', async () => {
    await openEmpty(source);
    await fillTables(source);
    const { counts, rows } = readBackupHeader(await backupOf(source));
    expect(counts).toMatchObject({ pps_users: 2, pps_grants: 2, pps_connections: 2 });
    expect(rows).toBe(Object.values(counts).reduce((sum, count) => sum + count));
  });

  it('is read page by page, is of one moment, and leaves time for others', async () => {
    const pages: number[] = [];
    const catalogue = withoutGrants();
    catalogue.clients.push({ ...operator, scopes: ['service:backup'] });
    const backend = createBackend({
      catalogue,
      database: betweenStatements(source, async (_text, run) => {
        const found = await run();
        pages.push(found.rows.length);
        return found;
      }),
    });
    await backend.service.open();
    const count = 5 * PAGE;
    await source.query(
      `insert into pps_users select 'email|' || i, 'm' || i || '@example.org' from generate_series(1, $1) i`,
      [count],
    );
    const token = await tokenOf(backend, operator, 'service:backup');
    const answer = await backend.send('/admin/backup', {
      headers: { Authorization: `Bearer ${token}` },
    });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader.read()).value!;
    // The rest has not been read yet, and what comes now is not in it.
    expect((await backend.send('/health')).status).toBe(200);
    expect(await backend.userId(stranger)).toMatch(/^email\|/);
    await source.query(`update pps_users set email = 'later' || email`);
    expect(text.split('\n').length).toBeLessThan(2 * PAGE);
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value;
    expect(text.trim().split('\n')).toHaveLength(1 + readBackupHeader(text).rows);
    expect(readBackupHeader(text).counts.pps_users).toBe(count);
    expect(text).not.toContain('later');
    expect(text).not.toContain(stranger);
    expect(Math.max(...pages)).toBe(PAGE);
    expect((await source.query("select name from pg_cursors where name <> ''")).rows).toEqual([]);
  });

  it('leaves no cursor if its reader does not read to the end', async () => {
    await openEmpty(source);
    const pages = createBackup(await connectDatabase({ database: source }));
    await pages.next();
    expect((await source.query("select name from pg_cursors where name <> ''")).rows).toHaveLength(
      1,
    );
    await pages.return(undefined);
    expect((await source.query("select name from pg_cursors where name <> ''")).rows).toEqual([]);
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
    'say in one line that a backup is damaged, and restore a whole one into the same folder',
    { timeout: toStart },
    async () => {
      await openEmpty(source);
      await fillTables(source);
      const whole = await backupOf(source);
      const restoreFrom = async (text: string) => {
        await writeFile(join(service.folder, 'a.jsonl'), text);
        return service.run(['restore', '--data', 'anew', '--file', 'a.jsonl']);
      };
      const cut = await restoreFrom(whole.slice(0, whole.length / 2));
      expect(cut).toMatchObject({ code: 1, output: '' });
      expect(cut.errors).toMatch(
        /^This is not a usable backup: it has \d+ of \d+ rows[^.\n]+\.\n$/,
      );
      expect(existsSync(join(service.folder, 'anew'))).toBe(false);

      const refused = await restoreFrom(whole.replaceAll('email|two', 'email|one'));
      expect(refused).toMatchObject({ code: 1, output: '' });
      expect(refused.errors).toMatch(
        /^This is not a usable backup: its rows do not fit into pps_users[^.\n]+\.\n$/,
      );
      expect(await restoreFrom(whole)).toMatchObject({ code: 0, errors: '' });
    },
  );
});
