/** GET /admin/status, /ready and /metrics on shows, backups and a feed's host that comes and goes. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openCatalogue } from '../../../../src/service/catalogue/live-catalogue.js';
import { statusLines } from '../../../../src/service/commands/status.js';
import { createShownShows } from '../../../../src/service/operations/readiness/shown-shows.js';
import { createLastBackup } from '../../../../src/service/store/last-backup.js';
import { statusSchema } from '../../../../src/service/operations/status/status-schema.js';
import {
  catalogueOf,
  createBackend,
  member,
  show,
  sku,
  type Backend,
} from '../../../support/feed-service/backend.js';
import { betweenStatements } from '../../../support/feed-service/between.js';
import {
  adminCall,
  grantPath,
  operator,
  tokenOf,
} from '../../../support/feed-service/operator-calls.js';
import { createDatabase } from '../../../support/feed-service/prepared-database.js';
import { useDatabase, useShowFolder } from '../../../support/feed-service/for-file.js';

const database = await useDatabase();
const shows = await useShowFolder();

function open(feed: string, config: Partial<Parameters<typeof createBackend>[0]> = {}): Backend {
  const catalogue = catalogueOf(feed);
  const scopes = ['service:admin', 'service:backup'];
  catalogue.clients.push({ ...operator, scopes });
  // A member who is named twice counts once, by the grant that ends last.
  catalogue.grants?.push({ sku, email: member, until: '2026-01-01' });
  return createBackend({ catalogue, database, log: () => undefined, ...config });
}

async function statusOf(backend: Backend) {
  const answer = await adminCall(backend, 'GET', '/admin/status');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  return statusSchema.parse(await answer.json());
}

async function backupOf(backend: Backend): Promise<Response> {
  const token = await tokenOf(backend, operator, 'service:backup');
  return backend.send('/admin/backup', { headers: { Authorization: `Bearer ${token}` } });
}

async function metric(backend: Backend, name: string): Promise<number | undefined> {
  const text = await (await backend.send('/metrics')).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

describe('readStatus: GET /admin/status', () => {
  it('counts members, grants by source and end, and links by app', async () => {
    const now = Date.parse('2026-06-01T12:00:00Z');
    // The service of another test may come with another catalogue.
    const own = await createDatabase();
    const backend = open(shows.feed, { database: own, now: () => now });
    const feed = await backend.feedUrl(member);
    await backend.send(feed, { headers: { 'User-Agent': 'Overcast/3.0' } });
    for (const [email, until] of [
      ['a@example.org', undefined],
      ['b@example.org', '2026-06-01'],
      ['c@example.org', '2026-05-31'],
      ['d@example.org', '2026-06-01T13:30:00+02:00'],
    ]) {
      await adminCall(backend, 'PUT', grantPath(email!), { until });
    }
    const found = await statusOf(backend);
    expect(found).toMatchObject({ ready: true, members: 1 });
    expect(found.grants).toEqual([
      { sku, source: 'admin', inForce: 2, ended: 2 },
      { sku, source: 'catalogue', inForce: 1, ended: 1 },
    ]);
    expect(found.versions.database).toMatch(/^Postgres \d/);
    await expect
      .poll(async () => (await statusOf(backend)).apps, { timeout: 20_000 })
      .toEqual([{ app: 'overcast', name: 'Overcast', links: 1 }]);
    await backend.service.close();
    await own.close();
  });

  it('needs the scope service:admin', async () => {
    const backend = open(shows.feed);
    expect((await backend.call('/admin/status')).status).toBe(403);
  });

  it('knows the last backup once it is complete, also in another process', async () => {
    let now = Date.parse('2026-06-01T12:00:00Z');
    const own = await createDatabase();
    const backend = open(shows.feed, { database: own, now: () => now });
    expect((await statusOf(backend)).lastBackup).toBeUndefined();
    expect(await metric(backend, 'pps_backup_age_seconds')).toBeUndefined();
    const backup = await (await backupOf(backend)).text();
    expect(backup).not.toContain('write-probe');
    now += 90_000;
    const other = open(shows.feed, { database: own, now: () => now });
    expect((await statusOf(other)).lastBackup).toBe('2026-06-01T12:00:00.000Z');
    expect(await metric(other, 'pps_backup_age_seconds')).toBe(90);
    await own.close();
  });
});

describe('createLastBackup', () => {
  it('keeps the time that it knows while the database does not answer', async () => {
    let answer = () => Promise.resolve({ rows: [{ value: '2026-06-01T12:00:00.000Z' }] });
    const lastBackup = createLastBackup({ query: () => answer() });
    expect(await lastBackup()).toEqual(new Date('2026-06-01T12:00:00Z'));
    answer = () => Promise.reject(new Error('gone'));
    expect(await lastBackup()).toEqual(new Date('2026-06-01T12:00:00Z'));
  });
});

describe('sendBackup: GET /admin/backup', () => {
  it('notes no backup that broke off', async () => {
    const own = await createDatabase();
    let fetched = 0;
    const breaking = betweenStatements(own, (text, run) =>
      text.startsWith('fetch') && (fetched += 1) > 1 ? Promise.reject(new Error('gone')) : run(),
    );
    const backend = open(shows.feed, { database: breaking });
    await expect((await backupOf(backend)).text()).rejects.toThrow();
    expect((await statusOf(backend)).lastBackup).toBeUndefined();
    await backend.service.close();
    await own.close();
  });
});

describe('createShownShows', () => {
  it('pauses before it reads an old show again that could not be read', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const catalogue = await openCatalogue(catalogueOf(shows.feed));
    const read = vi.fn(() => Promise.reject(new Error('down')));
    const shown = createShownShows({
      catalogue,
      wasShown: () => true,
      read,
      shows: () => [{ sku, ageSeconds: 301, error: undefined }],
      log: () => undefined,
    });
    shown.keepFresh();
    // All that follows a failure has happened by then.
    await setImmediate();
    shown.keepFresh();
    expect(read).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2_000);
    shown.keepFresh();
    expect(read).toHaveBeenCalledTimes(2);
    await setImmediate();
  });

  it('counts a service without products as ready', async () => {
    const catalogue = { ...catalogueOf(shows.feed), products: [], grants: [] };
    const backend = createBackend({ catalogue, database });
    expect((await backend.send('/ready')).status).toBe(200);
  });

  it('stays ready with the last copy while the host is down, and says how old that is', async () => {
    let now = Date.parse('2026-06-01T12:00:00Z');
    const answer = () => createServer((_request, response) => response.end(show));
    const listen = (server: Server, port = 0) =>
      new Promise<number>((resolve) => {
        server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
      });
    const first = answer();
    const port = await listen(first);
    const lines: object[] = [];
    const secret = 'a-secret-in-the-address';
    const backend = open(`http://127.0.0.1:${port}/${secret}.rss`, {
      allowHosts: [`127.0.0.1:${port}`],
      now: () => now,
      log: (line) => lines.push(line),
    });
    const age = `pps_show_copy_age_seconds{sku="${sku}"}`;
    // The first reading may take longer than /ready waits.
    await expect
      .poll(async () => (await backend.send('/ready')).status, { timeout: 20_000 })
      .toBe(200);
    expect(await metric(backend, age)).toBe(0);

    await closed(first);
    now += 400_000;
    // Nobody asks for the show: whoever watches has it read.
    await expect
      .poll(() => metric(backend, `pps_feed_source_up{sku="${sku}",source="0"}`), {
        timeout: 20_000,
      })
      .toBe(0);
    expect(await metric(backend, age)).toBe(400);
    expect((await backend.send('/ready')).status).toBe(200);
    const found = await statusOf(backend);
    expect(found.shows[0]).toMatchObject({
      ageSeconds: 400,
      failure: { code: 'ECONNREFUSED', do: expect.stringContaining('does not answer') as string },
    });
    expect(JSON.stringify([found, lines])).not.toContain(secret);
    expect(lines).toContainEqual(expect.objectContaining({ sku, code: 'ECONNREFUSED' }));

    const second = answer();
    await listen(second, port);
    now += 61_000;
    await expect.poll(() => metric(backend, age), { timeout: 20_000 }).toBe(0);
    expect((await statusOf(backend)).shows[0]!.failure).toBeUndefined();
    await backend.service.close();
    await closed(second);
  });
});

describe('statusLines', () => {
  it('are what a person reads, without what would control the terminal', () => {
    const lines = statusLines(
      {
        ready: false,
        detail: 'The database cannot be written.',
        versions: { service: '1.2.3', schema: 9, node: '22.0.0', database: 'Postgres 18' },
        shows: [
          { sku: 'sid:a', ageSeconds: 59 },
          { sku: 'sid:b', failure: { error: 'unavailable', code: 'ENOENT', do: 'Move it back.' } },
        ],
        members: 2,
        grants: [{ sku: 'sid:a', source: 'admin', inForce: 1, ended: 3 }],
        apps: [{ name: 'Evil\u202eReader', links: 1 }],
        oldLinks: { 'moved-in': 4, 'moved-out': 3, rotated: 2, reset: 1 },
        lastBackup: '2026-06-01T12:00:00.000Z',
      },
      new Date('2026-06-03T13:00:00Z'),
    );
    expect(lines).toEqual([
      'NOT READY: The database cannot be written.',
      'Versions: service 1.2.3, schema 9, Node 22.0.0, Postgres 18',
      'Last backup: 2 days ago',
      'Shows:',
      '  sid:a\tcopy of 59 seconds ago',
      '  sid:b\tno copy\tFAILS: ENOENT',
      '  \t→ Move it back.',
      'Members: 2',
      'Grants, by podcast and source:',
      '  sid:a\tadmin\t1 in force, 3 ended',
      'Apps of the last 30 days, by feed links:',
      '  Evil\\u{202e}Reader\t1',
      'Old links: 4 moved in, 3 moved out, 2 rotated, 1 reset',
    ]);
  });
});
