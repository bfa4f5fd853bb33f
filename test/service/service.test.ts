import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import type { PGlite } from '@electric-sql/pglite';
import type { Pool } from 'pg';
import type { ServiceDatabase } from '../../src/service/store/database/database.js';
import {
  catalogueOf,
  client,
  createBackend,
  failureOf,
  lapsed,
  member,
  showFolder,
  type Backend,
} from '../support/feed-service/backend.js';
import { betweenStatements } from '../support/feed-service/between.js';
import { useDatabase } from '../support/feed-service/for-file.js';

const database = await useDatabase();

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Starting Postgres takes seconds: the tests share one, emptied before each. */
beforeEach(async () => {
  await database.exec('drop schema public cascade; create schema public');
});

function backendOf(config: Parameters<typeof createBackend>[0]): Backend {
  const backend = createBackend(config);
  opened.push(() => backend.service.close());
  return backend;
}

describe('createService', () => {
  it('opens once for simultaneous requests', async () => {
    const backend = backendOf({ catalogue: catalogueOf('show.rss') });
    const answers = await Promise.all(Array.from({ length: 8 }, () => backend.token()));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { access_token: token } = (await answers[0]!.json()) as { access_token: string };
    const user = await backend.send('/profile/email/a@example.org?forceCreation=true', {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(user.status).toBe(200);
  });

  it('rejects if it cannot be opened, and tries again at the next request', async () => {
    const catalogue = catalogueOf('show.rss');
    const { products } = catalogue;
    catalogue.products = [];
    const backend = backendOf({ catalogue, database });
    expect((await failureOf(backend.service.open())).code).toBe('config');
    expect((await failureOf(backend.send('/health'))).code).toBe('config');
    catalogue.products = products;
    expect((await backend.send('/health')).status).toBe(200);
  });

  it('answers unknown paths and methods with problem details', async () => {
    const backend = backendOf({ catalogue: catalogueOf('show.rss'), database });
    for (const response of [
      await backend.send('/nothing'),
      await backend.send('/rss', { method: 'DELETE' }),
    ]) {
      expect(response.status).toBe(404);
      expect(response.headers.get('Content-Type')).toBe('application/problem+json');
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
    expect(await (await backend.send('/health')).json()).toEqual({ status: 'ok' });
  });

  it('uses its public URL in feed URLs', async () => {
    const shows = await showFolder();
    opened.push(() => shows.remove());
    const backend = backendOf({
      catalogue: catalogueOf(shows.feed),
      database,
      publicUrl: 'https://public.example/podcasts/',
    });
    const url = await backend.feedUrl(member);
    expect(url).toMatch(/^https:\/\/public\.example\/podcasts\/feeds\/[\w-]{32}\/sid:/);
    const query = new URLSearchParams({ url, format: 'service' });
    expect((await backend.send(`/rss?${query.toString()}`)).status).toBe(200);
    const consume = await backend.send(`/consume/en?rss=${encodeURIComponent(url)}`);
    const page = await backend.send(consume.headers.get('Location')!.replace('.', '/consume'));
    expect(page.headers.get('Set-Cookie')).toContain('; Path=/podcasts/consume/en/');
    expect(await page.text()).toContain('parser-url="https://public.example/podcasts"');
  });
});

describe('createService: the database', () => {
  it('may be a Pool of pg, or a PGlite', () => {
    expectTypeOf<Pool>().toExtend<ServiceDatabase>();
    expectTypeOf<PGlite>().toExtend<ServiceDatabase>();
  });

  it('holds no token, client secret or feed URL', async () => {
    const shows = await showFolder();
    opened.push(() => shows.remove());
    const backend = backendOf({ catalogue: catalogueOf(shows.feed), database });
    const url = await backend.feedUrl(member);
    const token = ((await (await backend.token()).json()) as { access_token: string }).access_token;
    const { rows } = await database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_name like 'pps\\_%'`,
    );
    const kept = await Promise.all(
      rows.map(async ({ name }) => (await database.query(`select * from ${name}`)).rows),
    );
    expect(kept.flat().length).toBeGreaterThan(4);
    const text = JSON.stringify(kept);
    expect(text).not.toContain(token);
    expect(text).not.toContain(client.clientSecret);
    expect(text).not.toContain(new URL(url).pathname.split('/')[2]);
  });

  it('deletes expired tokens', async () => {
    let time = new Date('2026-01-01T00:00:00Z');
    const backend = backendOf({ catalogue: catalogueOf('show.rss'), database, now: () => time });
    await backend.token();
    time = new Date('2026-01-03T00:00:00Z');
    await backend.token();
    expect((await database.query('select * from pps_tokens')).rows).toHaveLength(1);
  });
});

describe('createService: the log', () => {
  it('has a line for each request, without secrets', async () => {
    const lines: object[] = [];
    const shows = await showFolder();
    opened.push(() => shows.remove());
    const backend = backendOf({
      catalogue: catalogueOf(shows.feed),
      database,
      now: () => new Date('2026-03-01T00:00:00Z'),
      log: (line) => lines.push(line),
    });
    const url = await backend.feedUrl(member);
    const userId = await backend.userId(lapsed);
    await backend.send(url);
    await backend.send(`${url}?again`);
    await backend.send(`/rss?format=service&url=${encodeURIComponent(url)}`);
    await backend.send(`/consume/en?rss=${encodeURIComponent(url)}`);
    await backend.send(`/feeds/${encodeURIComponent(url)}`);
    await backend.send(`/profile/email/${member}?token=s3cret`);
    expect(lines.filter((line) => 'path' in line)).toHaveLength(lines.length);
    expect(lines.at(-1)).toEqual({
      time: '2026-03-01T00:00:00.000Z',
      id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      method: 'GET',
      path: '/profile/email/:email',
      status: 401,
      milliseconds: 0,
    });
    expect(lines.at(-2)).toMatchObject({ path: '(no route)', status: 404 });
    const text = JSON.stringify(lines);
    const secret = new URL(url).pathname.split('/')[2]!;
    for (const value of [secret, member, lapsed, userId, client.clientSecret, 's3cret']) {
      expect(text).not.toContain(value);
    }
  });

  it('gives the place of a failure, but not its message', async () => {
    const lines: object[] = [];
    const backend = backendOf({
      catalogue: catalogueOf('show.rss'),
      log: (line) => lines.push(line),
      database: betweenStatements(database, (text, run) =>
        text.includes('insert into pps_tokens')
          ? Promise.reject(new TypeError(`duplicate key: ${member}`))
          : run(),
      ),
    });
    const response = await backend.token();
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain(member);
    expect(lines[0]).toMatchObject({ error: 'TypeError' });
    expect(JSON.stringify(lines)).not.toContain(member);
  });
});
