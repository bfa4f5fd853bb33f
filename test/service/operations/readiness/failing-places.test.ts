/**
 * What fails at night, done for real: a full disk, a Postgres that turned read-only, a show's file that is
 * moved or may not be read. Each time /ready, /metrics, the log and the status command tell, and it passes.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { clientOf } from '../../../support/feed-service/api-client.js';
import { catalogueOf, member, sku } from '../../../support/feed-service/backend.js';
import { type RunningCommand } from '../../../support/feed-service/installed-service.js';
import { operator } from '../../../support/feed-service/operator-calls.js';
import { hasPostgres, startPostgres, withPostgres } from '../../../support/programs/postgres.js';
import { until } from '../../../support/waiting/until.js';
import { useInstalledService } from '../../../support/feed-service/for-file.js';

const service = await useInstalledService();

const MEBIBYTE = 2 ** 20;
const isRoot = process.getuid?.() === 0;
const canMount =
  isRoot && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
const asRoot = (name: string, isPossible: boolean) =>
  isPossible ? name : `${name} (skipped: needs root and Linux)`;

const feed = join(service.folder, 'show.rss');
const catalogue = catalogueOf(feed);
catalogue.clients.push({ ...operator, scopes: ['service:admin'] });
await writeFile(join(service.folder, 'catalogue.json'), JSON.stringify(catalogue));
afterEach(() => service.killAll());

const args = ['--catalogue', 'catalogue.json', '--port', '0'];

interface Ready {
  status: number;
  detail: string;
}

async function readyOf(url: string): Promise<Ready> {
  const answer = await fetch(`${url}/ready`);
  const { detail = '' } = (await answer.json()) as { detail?: string };
  return { status: answer.status, detail };
}

const holds = (check: () => Promise<boolean>) =>
  until(async () => {
    if (!(await check())) throw new Error('not yet');
  });
const isReady = (url: string) => holds(async () => (await readyOf(url)).status === 200);

async function metric(url: string, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

/** The first line of the log about a failure with this code. It may be read after the answer. */
const failure = (running: RunningCommand, code: string) =>
  until(() => {
    const lines = running.errors().split('\n').slice(0, -1);
    const found = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find((line) => line.code === code);
    if (!found) throw new Error('not yet');
    return found;
  });

const status = (url: string, ...more: string[]) =>
  service.run(['status', '--catalogue', 'catalogue.json', '--url', url, ...more]);

/** Makes members until that fails: a small write finds room on a full disk for a while. */
async function writeUntilRefused(url: string): Promise<void> {
  const client = clientOf(url);
  const make = (at: number) =>
    client.privateFeed({ email: `m${at}@example.org`, sku: 'sid:open-show' }).then(
      () => true,
      () => false,
    );
  for (let at = 0; await make(at); at++) {
    if (at > 5_000) throw new Error('The disk is not full.');
  }
}

describe.skipIf(!canMount)(asRoot('createReadiness: a full disk', canMount), () => {
  it('is told by all, reads go on, and writes come back with the space', async () => {
    const data = join(service.folder, 'data');
    await mkdir(data, { recursive: true });
    const script = 'mount -t tmpfs -o size=256m,mode=700 tmpfs "$0" && exec "$@"';
    const node = [process.execPath, join(service.folder, 'dist/service/cli.js')];
    const command = ['--mount', 'sh', '-c', script, data, ...node, ...args, '--data', data];
    const running = service.startProgram('unshare', command);
    const url = await running.ready;
    const { feedUrl } = await clientOf(url).privateFeed({ email: member, sku });
    await isReady(url);
    // The mount is in the namespace of the service alone.
    const seen = join(`/proc/${running.program.pid}/root`, data);
    const { bavail, bsize } = await statfs(seen);
    const fill = join(seen, 'fill');
    await writeFile(fill, Buffer.alloc(bavail * bsize)).catch(() => undefined);

    await writeUntilRefused(url);
    const { status: code, detail } = await readyOf(url);
    expect([code, detail]).toEqual([200, expect.stringContaining('cannot be written')]);
    expect(await metric(url, 'pps_ready')).toBe(1);
    expect(await metric(url, 'pps_database_writable')).toBe(0);
    expect((await fetch(feedUrl)).status).toBe(200);
    expect((await failure(running, '53100')).do).toContain('disk is full');
    const told = await status(url);
    expect(told.output).toContain('DEGRADED: The database cannot be written');

    await rm(fill);
    await holds(async () => (await metric(url, 'pps_database_writable')) === 1);
    await clientOf(url).privateFeed({ email: 'after@example.org', sku: 'sid:open-show' });
    expect(bavail * bsize).toBeGreaterThan(50 * MEBIBYTE);
  }, 300_000);
});

describe.skipIf(!hasPostgres)(withPostgres('createReadiness: a read-only Postgres'), () => {
  it('is told before any member needs a write, and passes', async () => {
    const server = await startPostgres();
    try {
      const database = await server.createDatabase();
      const name = new URL(database).pathname.slice(1);
      const running = service.start([...args, '--database', database]);
      const url = await running.ready;
      await isReady(url);
      const admin = database.replace(/[^/]+$/, 'postgres');
      const change = async (how: string) => {
        await server.query(admin, `alter database ${name} ${how}`);
        await server.query(
          admin,
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
          [name],
        );
      };
      await change('set default_transaction_read_only = on');
      await holds(async () => (await readyOf(url)).detail.includes('cannot be written'));
      expect(await metric(url, 'pps_database_writable')).toBe(0);
      expect((await failure(running, '25006')).do).toContain('accepts reads only');
      await change('reset default_transaction_read_only');
      await isReady(url);
      expect(await metric(url, 'pps_ready')).toBe(1);
      await until(() => expect(running.errors()).toContain('writable again'));
    } finally {
      service.killAll();
      await server.remove();
    }
  }, 300_000);
});

describe("createReadiness: a show's file", () => {
  const aside = () => `${feed}.aside`;
  afterEach(() => rename(aside(), feed).catch(() => undefined));

  it('that is away at the start makes the service unready until it is back', async () => {
    await rename(feed, aside());
    const running = service.start(args);
    const url = await running.ready;
    expect((await readyOf(url)).detail).toContain('No show could be read');
    expect(await metric(url, `pps_show_has_copy{sku="${sku}"}`)).toBe(0);
    expect(await failure(running, 'ENOENT')).toMatchObject({ source: 0, file: feed });
    const told = await status(url);
    expect(told.output).toContain(`${sku}\tno copy\tFAILS: ENOENT`);
    await rename(aside(), feed);
    await isReady(url);
    expect(await metric(url, `pps_show_has_copy{sku="${sku}"}`)).toBe(1);
    await until(() =>
      expect(running.errors()).toContain(`"show":"readable again","sku":"${sku}","source":0`),
    );
  }, 120_000);
});
