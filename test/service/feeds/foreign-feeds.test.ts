/** A stranger's feed can neither stop the service nor use it up. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createService, type Service } from '../../../src/service/service.js';
import type { ServiceConfig } from '../../../src/service/config.js';
import { createForeignFeeds } from '../../../src/service/feeds/foreign-feeds.js';
import { startServer } from '../../../src/service/node-server/start-server.js';
import { catalogueOf } from '../../support/feed-service/backend.js';
import { useDatabase } from '../../support/feed-service/for-file.js';
import { failure } from '../../support/operator/failures.js';
import { until } from '../../support/waiting/until.js';

const database = await useDatabase();

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function host(answer: Answer): Promise<string> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function serviceFor(config: Partial<ServiceConfig>): Service {
  const service = createService({
    catalogue: catalogueOf('show.rss'),
    database,
    log: () => undefined,
    ...config,
  });
  opened.push(() => service.close());
  return service;
}

/** Longer than a test waits, so that only a client that leaves can end a fetch. */
const onlyLeaving = { timeout: 3_600_000 };

const rssUrl = (feed: string) =>
  `http://127.0.0.1/rss?${new URLSearchParams({ url: feed, format: 'service' })}`;
const rss = (service: Service, feed: string, signal?: AbortSignal) =>
  service.fetch(new Request(rssUrl(feed), signal ? { signal } : {}));

const item = (notes: string) =>
  `<item><guid>g</guid><description><![CDATA[${notes}]]></description></item>`;
const feedOf = (items: string) => `<rss><channel><title>T</title>${items}</channel></rss>`;

describe('createForeignFeeds: while a feed is read', () => {
  it.each([
    ['notes that nest deeply', feedOf(item('<i>'.repeat(480_000) + '</b>'.repeat(480_000)))],
    ['very many episodes', feedOf(item('<p>Notes <b>and</b> more</p>').repeat(2_000))],
  ])('leaves the process free to answer others: %s', async (_what, feed) => {
    const sent = vi.fn();
    const allowed = await host((_request, response) => response.end(feed, sent));
    const service = serviceFor({ parserHosts: [allowed] });
    await service.open();
    const read = new AbortController();
    const reading = rss(service, `http://${allowed}/`).finally(() => read.abort());
    await until(() => expect(sent).toHaveBeenCalled());
    let healthy = 0;
    for (; healthy < 5 && !read.signal.aborted; healthy++) {
      const { status } = await service.fetch(new Request('http://127.0.0.1/health'));
      expect(status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    // If the feed were read in this thread, it would be read after one or two answers.
    expect(healthy).toBe(5);
    expect((await reading).status).toBe(200);
  });
});

describe('createForeignFeeds: many feeds at once', () => {
  it('reads four at a time, lets 16 wait, and answers 429 to the others', async () => {
    const waiting: ServerResponse[] = [];
    let most = 0;
    const allowed = await host((_request, response) => {
      waiting.push(response);
      most = Math.max(most, waiting.length);
    });
    const service = serviceFor({ parserHosts: [allowed] });
    await service.open();
    const asked = Array.from({ length: 60 }, (_, n) => rss(service, `http://${allowed}/${n}`));
    await until(() => expect(waiting).toHaveLength(4));
    // A feed that is refused in any case does not wait.
    expect((await rss(service, 'http://127.0.0.1:8080/')).status).toBe(403);
    let left = 20;
    const drain = setInterval(() => {
      for (const response of waiting.splice(0)) {
        left--;
        response.end(feedOf(''));
      }
      if (left === 0) clearInterval(drain);
    }, 5);
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(40);
    expect(refused[0]!.headers.get('Retry-After')).toBe('10');
    expect(await refused[0]!.json()).toMatchObject({ code: 'rate-limited' });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('gives up feeds in progress and waiting feeds when the clients leave', async () => {
    const seen: string[] = [];
    const closed = vi.fn();
    const allowed = await host((request, response) => {
      seen.push(request.url!);
      response.on('close', closed);
    });
    const service = serviceFor({ parserHosts: [allowed], fetchLimits: onlyLeaving });
    await service.open();
    const controller = new AbortController();
    const asked = Array.from({ length: 8 }, (_, n) =>
      rss(service, `http://${allowed}/${n}`, controller.signal),
    );
    await until(() => expect(seen).toHaveLength(4));
    controller.abort();
    await Promise.all(asked);
    await until(() => expect(closed).toHaveBeenCalledTimes(4));
    expect(seen).toHaveLength(4);
  });

  it('gives up a feed when the connection to the client closes', async () => {
    const closed = vi.fn();
    const seen = vi.fn();
    const allowed = await host((_request, response) => {
      seen();
      response.on('close', closed);
    });
    const running = await startServer({
      catalogue: catalogueOf('show.rss'),
      database,
      parserHosts: [allowed],
      fetchLimits: onlyLeaving,
      port: 0,
      log: () => undefined,
    });
    opened.push(() => running.close());
    const controller = new AbortController();
    const { search } = new URL(rssUrl(`http://${allowed}/`));
    const asked = fetch(`${running.url}/rss${search}`, { signal: controller.signal });
    await until(() => expect(seen).toHaveBeenCalled());
    controller.abort();
    await expect(asked).rejects.toThrow();
    await until(() => expect(closed).toHaveBeenCalled());
  });
});

describe('createForeignFeeds: while a feed is parsed', () => {
  it('tells the thread when the client leaves', async () => {
    const body = new TextEncoder().encode(feedOf(''));
    const fetched = { status: 200, headers: new Headers(), body, url: 'https://feeds.example/' };
    const close = () => Promise.resolve();
    const fetchFeed = Object.assign(() => Promise.resolve(fetched), { allows: () => true, close });
    const signals: (AbortSignal | undefined)[] = [];
    const run = (_name: string, _task: unknown, signal?: AbortSignal) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    };
    const feeds = createForeignFeeds(fetchFeed, { run, close });
    const controller = new AbortController();
    const reading = failure(feeds.read(fetched.url, controller.signal));
    await until(() => expect(signals).toHaveLength(1));
    expect(signals[0]?.aborted).toBe(false);
    controller.abort();
    expect((await reading).code).toBe('aborted');
    expect(signals[0]?.aborted).toBe(true);
  });
});

describe('createForeignFeeds: hosts', () => {
  it('refuses hosts that only the catalogue may use', async () => {
    const seen = vi.fn();
    const internal = await host((_request, response) => {
      seen();
      response.end(feedOf(''));
    });
    const service = serviceFor({ allowHosts: [internal] });
    const response = await rss(service, `http://${internal}/admin`);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      code: 'forbidden',
      detail: expect.stringContaining('--parser-host') as string,
    });
    expect(seen).not.toHaveBeenCalled();
  });
});
