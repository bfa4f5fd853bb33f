/** A poll that Node's server answers itself is answered as Hono's route would. */
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, describe, expect, it } from 'vitest';
import type { ServiceConfig } from '../../../src/service/config.js';
import { openService, type OpenService } from '../../../src/service/service.js';
import {
  catalogueOf,
  createBackend,
  member,
  origin,
  sku,
  withAnotherKey,
} from '../../support/feed-service/backend.js';
import { useDatabase, useShowFolder } from '../../support/feed-service/for-file.js';

const database = await useDatabase();
const shows = await useShowFolder();

let service: OpenService;
/** Paths of the member's feeds, by sku. */
const paths: Record<string, string> = {};
let lines: Record<string, unknown>[] = [];
let wasPoll: boolean;
const server = createServer((request, response) => {
  wasPoll = service.answerPoll(request, response);
  if (!wasPoll) void listener(request, response);
});
const listener = getRequestListener((request) => service.fetch(request));

const catalogue = catalogueOf(shows.feed);
const [product] = catalogue.products;
catalogue.products.push(
  { ...product!, sku: 'sid:signed', recordings: 'signed', access: 'everyone' },
  { ...product!, sku: 'sid:gone', feed: join(shows.folder, 'gone.rss'), access: 'everyone' },
);
const config: ServiceConfig = {
  catalogue,
  database,
  publicUrl: origin,
  now: () => Date.parse('2026-03-01T12:00:00Z'),
  log: (line) => lines.push(line as Record<string, unknown>),
};
const backend = createBackend(config);
for (const name of [sku, 'sid:signed', 'sid:gone']) {
  paths[name] = new URL(await backend.feedUrl(member, name)).pathname;
}
await backend.service.close();
service = await openService(config);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
// Renders them, so that all answers come from the cache.
for (const path of Object.values(paths)) await service.fetch(new Request(origin + path));
const etag = (await service.fetch(new Request(origin + paths[sku]!))).headers.get('ETag')!;
afterAll(async () => {
  server.close();
  await service.close();
});

interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
}

/** The parts that an answer shows to the client, and to the operator in the log. */
interface Seen {
  status: number;
  headers: Record<string, string>;
  body: string;
  lines: object[];
  /** How often each kind of answer was counted, before and after. */
  counted: string[];
}

/** Headers that describe the connection, or that are new each time. */
const PASSING = /^(?:connection|date|keep-alive|transfer-encoding|content-length)$/;

const counters = async () =>
  (await (await service.fetch(new Request(`${origin}/metrics`))).text())
    .split('\n')
    .filter((line) => /^pps_\w+_(?:count|total)\{.*(?:\/feeds\/|no route|cache)/.test(line));

async function seen(ask: () => Promise<Pick<Seen, 'status' | 'headers' | 'body'>>): Promise<Seen> {
  const before = new Set(await counters());
  lines = [];
  const { status, headers, body } = await ask();
  const written = lines.map((line) => ({ ...line, id: line.id === headers['x-request-id'] }));
  const kept = Object.entries(headers).filter(([name]) => !PASSING.test(name));
  const counted = (await counters()).filter((line) => !before.has(line));
  return {
    status,
    headers: Object.fromEntries(
      kept.map(([name, value]) => [name, value.replace(/^[\da-f]{8}-[\da-f-]{27}$/, 'new')]),
    ),
    body,
    lines: written,
    counted: counted.map((line) => line.replace(/ \d+$/, '')),
  };
}

const byRoute = ({ method, path, headers }: Asked) =>
  seen(async () => {
    const response = await service.fetch(new Request(origin + path, { method, headers }));
    const { status, headers: sent } = response;
    return { status, headers: Object.fromEntries(sent), body: await response.text() };
  });

const byServer = ({ method, path, headers }: Asked) =>
  seen(async () => {
    const { port } = server.address() as AddressInfo;
    const request = send({
      port,
      method,
      path,
      headers: { host: 'feeds.example.org', ...headers },
    });
    const [response] = (await once(request.end(), 'response')) as [IncomingMessage];
    const body = await text(response);
    return {
      status: response.statusCode!,
      headers: response.headers as Record<string, string>,
      body,
    };
  });

describe('createPolls', () => {
  it.each<[string, number, boolean, () => Partial<Asked>]>([
    ['a first poll', 200, true, () => ({})],
    ['a poll of a version that it has', 304, true, () => ({ headers: { 'if-none-match': etag } })],
    ['a weak tag', 304, true, () => ({ headers: { 'if-none-match': `"x", W/${etag}` } })],
    ['another version', 200, true, () => ({ headers: { 'if-none-match': '"x"' } })],
    ['compression', 200, true, () => ({ headers: { 'accept-encoding': 'gzip, br' } })],
    ["a proxy's request id", 200, true, () => ({ headers: { 'x-request-id': 'of-proxy_1=' } })],
    ['a bad request id', 200, true, () => ({ headers: { 'x-request-id': 'a b' } })],
    ['another secret', 404, true, () => ({ path: withAnotherKey(paths[sku]!) })],
    ['another product', 404, true, () => ({ path: paths[sku]!.replace(sku, 'sid:signed') })],
    ['signed recordings', 200, true, () => ({ path: paths['sid:signed']! })],
    ['a show that cannot be read', 502, true, () => ({ path: paths['sid:gone']! })],
    ['HEAD', 200, false, () => ({ method: 'HEAD' })],
    ['HEAD of another secret', 404, false, () => ({ method: 'HEAD', path: '/feeds/x/y' })],
    ['POST', 404, false, () => ({ method: 'POST' })],
    ['a preflight', 204, false, () => ({ method: 'OPTIONS' })],
    ['a query', 200, false, () => ({ path: `${paths[sku]!}?again` })],
    ['an encoded sku', 200, false, () => ({ path: paths[sku]!.replace('sid:', 'sid%3A') })],
    ['a detour', 404, false, () => ({ path: `${paths[sku]!}/../x` })],
    ['a path that is no feed', 404, false, () => ({ path: '/feeds/x' })],
  ])('answers alike on both ways: %s', async (_name, status, isPoll, asked) => {
    const ask: Asked = { method: 'GET', path: paths[sku]!, headers: {}, ...asked() };
    const expected = await byRoute(ask);
    expect(await byServer(ask)).toEqual(expected);
    expect([expected.status, wasPoll]).toEqual([status, isPoll]);
    expect(expected.lines.length).toBeGreaterThan(0);
    expect(expected.counted.length).toBeGreaterThan(0);
  });

  it('signs recordings for the name that it was asked by, if it has no public URL', async () => {
    const withUrl = service;
    service = await openService({ ...config, publicUrl: undefined });
    const asked = { method: 'GET', path: paths['sid:signed']!, headers: {} };
    for (const host of ['localhost:8080', 'FEEDS.example.net', 'a.example:80']) {
      const { body } = await byServer({ ...asked, headers: { host } });
      const response = await service.fetch(new Request(`http://${host}${asked.path}`));
      expect(await response.text()).toBe(body);
      expect(body).toContain(`"${new URL(`http://${host}`).origin}/recordings/`);
    }
    await service.close();
    service = withUrl;
  });

  it('finds nothing under a Host that is no host', async () => {
    const withUrl = service;
    service = await openService({ ...config, publicUrl: undefined });
    const asked = { path: paths['sid:signed']!, headers: {} };
    for (const host of ['999.999.999.999', 'xn--a', '4294967296']) {
      for (const method of ['GET', 'HEAD']) {
        const { status, lines: logged } = await byServer({ ...asked, method, headers: { host } });
        expect({ host, status, logged: logged.length }).toEqual({ host, status: 404, logged: 1 });
      }
    }
    await service.close();
    service = withUrl;
  });
});
