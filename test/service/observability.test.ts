/** The service as operators see it: readiness, metrics, request ids and the log. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/service/store/database/database.js';
import { createSubscribeToken } from '../../src/publisher/tokens/subscribe-token.js';
import {
  catalogueOf,
  client,
  createBackend,
  member,
  scope,
  sku,
  type Backend,
} from '../support/feed-service/backend.js';
import { betweenStatements } from '../support/feed-service/between.js';
import { events } from '../support/feed-service/event-senders.js';
import { operator, tokenOf } from '../support/feed-service/operator-calls.js';
import { createDatabase } from '../support/feed-service/prepared-database.js';
import { until } from '../support/waiting/until.js';
import { useDatabase, useShowFolder } from '../support/feed-service/for-file.js';

const database = await useDatabase();
const shows = await useShowFolder();

afterEach(() => vi.restoreAllMocks());

/** A database that can be made to fail. */
interface Fragile extends Database {
  answer?: ((text: string) => Promise<never> | undefined) | undefined;
}

function fragile(): Fragile {
  const it: Fragile = betweenStatements(database, (text, run) => it.answer?.(text) ?? run());
  return it;
}

/** Fails where an access token is written. What a service does by itself goes on. */
const failAtTokens = (error: Error) => (text: string) =>
  text.includes('insert into pps_tokens') ? Promise.reject(error) : undefined;

function open(config: Partial<Parameters<typeof createBackend>[0]> = {}): Backend {
  return createBackend({ catalogue: catalogueOf(shows.feed), database, ...config });
}

/** The answer of /ready once it is 200: a machine that is busy may take a while to read the first show. */
const ready = (backend: Backend) =>
  until(async () => {
    const response = await backend.send('/ready');
    expect(response.status).toBe(200);
    return response;
  });

describe('checkReady: GET /ready', () => {
  it.each(['fails', 'does not answer'])(
    'answers that it is degraded while the database %s, and 503 after --stale-minutes',
    async (how) => {
      const failing = fragile();
      const lines: object[] = [];
      const lasting = open({ database: failing, log: (line) => lines.push(line) });
      const brief = open({ database: failing, log: () => undefined, staleMinutes: 0 });
      const feed = await lasting.feedUrl(member);
      for (const backend of [lasting, brief]) await ready(backend);
      const held: (() => void)[] = [];
      failing.answer = () =>
        new Promise((_resolve, reject) => {
          held.push(() => reject(new Error('gone')));
          if (how === 'fails') held.pop()!();
        });
      const answer = await lasting.send('/ready');
      expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'degraded' }]);
      await until(async () => expect((await brief.send('/ready')).status).toBe(503));
      const feeds = await Promise.all([lasting, brief].map((backend) => backend.send(feed)));
      expect(feeds.map(({ status }) => status)).toEqual([200, 503]);
      expect((await brief.send('/health')).status).toBe(200);
      delete failing.answer;
      for (const release of held) release();
      for (const backend of [lasting, brief]) {
        await until(async () =>
          expect(await (await backend.send('/ready')).json()).toEqual({ status: 'ready' }),
        );
      }
      await until(() =>
        expect(lines).toContainEqual(expect.objectContaining({ links: 'current again' })),
      );
    },
  );
});

describe('databaseFailure', () => {
  const coded = (code: string) => Object.assign(new Error('gone'), { code });
  /** What no connection looks like: to Node, to Postgres, and to pg, which gives no code. */
  const away: Error[] = [
    ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'CERT_HAS_EXPIRED', 'ERR_TLS_X'],
    ...['08006', '57P01', '53300', '53100'],
  ].map(coded);
  away.push(
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Client has encountered a connection error and is not queryable'),
  );

  it('answers each call from memory, or 503 with Retry-After, whichever of its statements finds no database', async () => {
    const failing = fragile();
    const catalogue = catalogueOf(shows.feed);
    catalogue.clients.push({ ...operator, scopes: ['service:admin', 'service:backup'] });
    catalogue.events = events;
    const secret = 's'.repeat(32);
    const subscribe = { secret, allowedOrigins: ['https://www.example.com'] };
    const lines: object[] = [];
    const log = (line: object) => lines.push(line);
    const backend = open({ database: failing, catalogue, subscribe, log });
    const feed = await backend.feedUrl(member);
    const bearer = async (path: string, scopes?: string, Accept = 'application/json') => {
      const token = await tokenOf(backend, scopes ? operator : client, scopes ?? scope);
      return { path, headers: { Authorization: `Bearer ${token}`, Accept } };
    };
    const token = await createSubscribeToken({ email: member, sku }, secret);
    const calls: (RequestInit & { path: string })[] = [
      await bearer(`/profile/email/${member}`),
      await bearer('/admin/grants', 'service:admin'),
      await bearer('/admin/grants', 'service:admin', 'text/csv'),
      await bearer('/admin/grants', 'service:admin', 'application/x-ndjson'),
      await bearer('/admin/status', 'service:admin'),
      await bearer('/admin/backup', 'service:backup'),
      await bearer('/admin/members', 'service:admin'),
      { ...(await bearer(`/admin/grants/${sku}/${member}`, 'service:admin')), method: 'DELETE' },
      { ...(await bearer('/admin/members/site/7', 'service:admin')), method: 'DELETE' },
      { path: '/subscribe', headers: { Authorization: `Bearer ${token}` } },
    ];
    for (const { path, ...init } of calls) {
      for (let passing = 0; ; passing += 1) {
        let asked = 0;
        failing.answer = () => {
          asked += 1;
          return asked > passing ? Promise.reject(away[passing % away.length]!) : undefined;
        };
        const answer = await backend.send(path, init);
        await answer.text().catch(() => undefined);
        delete failing.answer;
        if (asked <= passing) break;
        // What is noted after the answer, or counted for it, must not end it.
        if (answer.ok) continue;
        const told = [
          path.split('?')[0],
          passing,
          answer.status,
          answer.headers.has('Retry-After'),
        ];
        expect(told).toEqual([path.split('?')[0], passing, 503, true]);
      }
    }
    expect(await (await backend.token()).json()).toHaveProperty('access_token');
    failing.answer = () => Promise.reject(away[0]!);
    const url = encodeURIComponent(feed);
    const fromMemory = [feed, `/rss?format=service&url=${url}`, `/consume/en?rss=${url}`];
    for (const path of fromMemory) {
      expect((await backend.send(path)).status, path.split('?')[0]).toBeLessThan(400);
    }
    expect(lines.filter((line) => 'at' in line)).toEqual([]);
  });
});

describe('createApp: GET /metrics', () => {
  it('counts requests by path pattern, and database queries', async () => {
    const failing = fragile();
    const backend = open({ database: failing, log: () => undefined });
    const url = await backend.feedUrl(member);
    await backend.send(url);
    await backend.send(url);
    await backend.send('/nothing/here');
    failing.answer = failAtTokens(new Error('gone'));
    await backend.token();
    const response = await backend.send('/metrics');
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; version=/);
    const text = await response.text();
    const duration = 'pps_http_request_duration_seconds_count';
    expect(text).toContain(
      `${duration}{method="GET",path="/feeds/:secret/:filename",status="200"} 2\n`,
    );
    expect(text).toContain(`${duration}{method="GET",path="(no route)",status="404"} 1\n`);
    expect(text).toContain(`${duration}{method="POST",path="/oauth/token",status="500"} 1\n`);
    expect(text).toMatch(/^pps_database_query_duration_seconds_count\{result="ok"\} \d\d+$/m);
    expect(text).toMatch(/^pps_database_query_duration_seconds_count\{result="error"\} 1$/m);
    expect(text).not.toContain(new URL(url).pathname.split('/')[2]);
    expect(text).not.toContain(member);
  });

  it('counts parses, and hits and misses of the caches', async () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    // In a database that others used, the show has a copy, and the service begins with that.
    const fresh = await createDatabase();
    const backend = open({ database: fresh, now: () => now });
    const read = async (url: string, times: number) => {
      const query = new URLSearchParams({ url, format: 'service' });
      for (let at = 0; at < times; at++) await backend.send(`/rss?${query.toString()}`);
    };
    await read(await backend.feedUrl(member), 3);
    const text = await (await backend.send('/metrics')).text();
    expect(text).toContain('pps_feed_parse_duration_seconds_count{result="ok"} 1\n');
    expect(text).toContain('pps_feed_cache_total{cache="show",result="miss"} 1\n');
    expect(text).toContain('pps_feed_cache_total{cache="show",result="hit"} 2\n');
    expect(text).toContain('pps_feed_cache_total{cache="rendered",result="miss"} 1\n');
    // A source's feed is rendered before it is taken, and the first member shares that.
    expect(text).toContain('pps_feed_cache_total{cache="rendered",result="hit"} 3\n');
    await backend.service.close();
    await fresh.close();
  });

  it('counts for one service alone', async () => {
    await open().send('/health');
    expect(await (await open().send('/metrics')).text()).not.toContain('path="/health"');
  });
});

describe('requestId', () => {
  it('is in the answer and in every line of the log about the request', async () => {
    const lines: object[] = [];
    const failing = fragile();
    const backend = open({ database: failing, log: (line) => lines.push(line) });
    await backend.service.open();
    failing.answer = failAtTokens(new TypeError('gone'));
    const response = await backend.send('/oauth/token', {
      method: 'POST',
      headers: { 'X-Request-Id': 'from-the-proxy' },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect(response.headers.get('X-Request-Id')).toBe('from-the-proxy');
    const failed = await backend.token();
    const id = failed.headers.get('X-Request-Id');
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(lines).toMatchObject([
      { id: 'from-the-proxy', path: '/oauth/token', status: 400 },
      { id, error: 'TypeError' },
      { id, path: '/oauth/token', status: 500 },
    ]);
    for (const line of lines) expect(line).toHaveProperty('time');
  });
});

describe('openLog', () => {
  it('writes failures only, to the standard error, unless a log is given', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const failing = fragile();
    const backend = open({ database: failing });
    expect((await backend.send('/health')).status).toBe(200);
    expect(write).not.toHaveBeenCalled();
    failing.answer = failAtTokens(new TypeError(member));
    expect((await backend.token()).status).toBe(500);
    expect(write).toHaveBeenCalledOnce();
    expect(JSON.parse(String(write.mock.calls[0]![0]))).toMatchObject({ error: 'TypeError' });
    expect(String(write.mock.calls[0]![0])).not.toContain(member);
  });
});
