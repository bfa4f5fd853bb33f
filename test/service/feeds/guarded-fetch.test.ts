import { promises } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FetchLimits } from '../../../src/service/feeds/guarded-fetch.js';
import {
  createGuardedFetch,
  type AllowedHosts,
  type GuardedFetch,
  type FetchPlatform,
} from '../../../src/service/feeds/guarded-fetch.js';
import { failureOf } from '../../support/feed-service/backend.js';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of opened.splice(0)) await close();
});

type Settings = Partial<AllowedHosts> & FetchLimits;

function guarded(
  { hosts = [], anyPublic = true, option = '--allow-host', ...limits }: Settings = {},
  platform?: FetchPlatform,
): GuardedFetch {
  const fetchFeed = createGuardedFetch({ hosts, anyPublic, option }, limits, platform);
  opened.push(() => fetchFeed.close());
  return fetchFeed;
}

/** A server on loopback; its `host:port`. */
async function host(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('createGuardedFetch: allowed URLs', () => {
  it.each([
    '',
    'feed',
    'ftp://example.org/',
    'file:///etc/passwd',
    'data:text/xml,<rss/>',
    'https://user:password@example.org/',
  ])('rejects %j as a URL', async (url) => {
    expect((await failureOf(guarded()(url))).code).toBe('bad-input');
  });

  it('allows the configured hosts, on the given port only', async () => {
    const allowed = await host((_request, response) => response.end('here'));
    const other = await host((_request, response) => response.end('there'));
    const fetchFeed = guarded({ hosts: [allowed] });
    const feed = await fetchFeed(`http://${allowed}/feed`);
    expect(Buffer.from(feed.body).toString()).toBe('here');
    expect(feed.url).toBe(`http://${allowed}/feed`);
    expect((await failureOf(fetchFeed(`http://${other}/`))).code).toBe('forbidden');
  });
});

describe('createGuardedFetch: redirects', () => {
  const redirectTo = (location: string) =>
    host((_request, response) => response.writeHead(302, { Location: location }).end());

  it('follows up to three redirects', async () => {
    const allowed = await host((request, response) => {
      const left = Number(request.url!.slice(1));
      if (left === 0) response.end('arrived');
      else response.writeHead(307, { Location: `/${left - 1}` }).end();
    });
    const fetchFeed = guarded({ hosts: [allowed] });
    const feed = await fetchFeed(`http://${allowed}/3`);
    expect(feed.url).toBe(`http://${allowed}/0`);
    expect((await failureOf(fetchFeed(`http://${allowed}/4`))).code).toBe('network');
  });

  it('resolves a relative redirect against the host that sent it', async () => {
    const other = await host((request, response) => {
      if (request.url === '/feed') response.end('arrived');
      else response.writeHead(302, { Location: '/feed' }).end();
    });
    const first = await redirectTo(`http://${other}/`);
    const feed = await guarded({ hosts: [first, other] })(`http://${first}/`);
    expect(feed.url).toBe(`http://${other}/feed`);
  });

  it.each([
    ['http://127.0.0.1:8080/', 'forbidden'],
    ['http://[::ffff:169.254.169.254]/', 'forbidden'],
    ['file:///etc/passwd', 'bad-input'],
  ])('refuses a redirect to %s', async (location, code) => {
    const allowed = await redirectTo(location);
    const fetchFeed = guarded({ hosts: [allowed] });
    expect((await failureOf(fetchFeed(`http://${allowed}/`))).code).toBe(code);
  });
});

describe('createGuardedFetch: limits', () => {
  it('counts bytes after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    const allowed = await host((_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    );
    expect(bomb.byteLength).toBeLessThan(2_000);
    const within = guarded({ hosts: [allowed], maxBytes: 1_000_000 });
    expect((await within(`http://${allowed}/`)).body.byteLength).toBe(1_000_000);
    const below = guarded({ hosts: [allowed], maxBytes: 999_999 });
    expect((await failureOf(below(`http://${allowed}/`))).code).toBe('bad-feed');
  });

  it.each<[string, RequestListener]>([
    ['headers', () => undefined],
    ['a body', (_request, response) => void response.write('<rss>')],
  ])('stops waiting for %s', async (_name, answer) => {
    let reachDeadline = () => undefined as unknown;
    const allowed = await host((request, response) => {
      answer(request, response);
      reachDeadline();
    });
    const fetchFeed = guarded({ hosts: [allowed] });
    const { setTimeout } = globalThis;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
      if (ms === 10_000) reachDeadline = run;
      return setTimeout(run, ms);
    }) as typeof setTimeout);
    expect((await failureOf(fetchFeed(`http://${allowed}/`))).code).toBe('timeout');
  });

  it('uses the configured limits, or the defaults of 10 s and 10 MiB', async () => {
    const tenMebibytes = 10 * 1024 * 1024;
    const allowed = await host((request, response) =>
      response.end(Buffer.alloc(Number(request.url!.slice(1)))),
    );
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const deadlines = () =>
      timers.mock.calls.map(([, ms]) => ms).filter((ms) => ms === 10_000 || ms === 7_000);
    const fetchFeed = guarded({ hosts: [allowed] });
    const { body } = await fetchFeed(`http://${allowed}/${tenMebibytes}`);
    expect(body.byteLength).toBe(tenMebibytes);
    const tooLarge = fetchFeed(`http://${allowed}/${tenMebibytes + 1}`);
    expect((await failureOf(tooLarge)).code).toBe('bad-feed');
    const configured = guarded({ hosts: [allowed], timeout: 7_000 });
    await configured(`http://${allowed}/0`);
    expect(deadlines()).toEqual([10_000, 10_000, 7_000]);
  });

  it('gives up connecting while a host name is being looked up', async () => {
    const fetchFeed = guarded({}, { lookup: () => undefined });
    expect((await failureOf(fetchFeed('https://feeds.example.org/'))).code).toBe('timeout');
  });
});

describe('createGuardedFetch: host names', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is not held up by names whose server never answers', async () => {
    const noAnswer = new Promise<never>(() => undefined);
    // Not `dns.lookup`, of which four would occupy all threads of Node's pool.
    vi.spyOn(promises.Resolver.prototype, 'resolve4').mockImplementation((name) =>
      name.startsWith('hanging') ? noAnswer : Promise.resolve(['127.0.0.1']),
    );
    vi.spyOn(promises.Resolver.prototype, 'resolve6').mockResolvedValue([]);
    const fetchFeed = guarded();
    const hanging = Array.from({ length: 8 }, (_, at) =>
      failureOf(fetchFeed(`https://hanging-${at}.example/`)),
    );
    // Its name is looked up, and turns out to be this machine's.
    expect((await failureOf(fetchFeed('https://other.example/'))).code).toBe('forbidden');
    const codes = (await Promise.all(hanging)).map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['timeout']));
  });
});

describe('createGuardedFetch: failures', () => {
  it.each([401, 404, 500])('reports a response of %i as unavailable', async (status) => {
    const allowed = await host((_request, response) => response.writeHead(status).end());
    const fetchFeed = guarded({ hosts: [allowed] });
    const error = await failureOf(fetchFeed(`http://${allowed}/secret-path`));
    expect(error).toMatchObject({ code: 'unavailable', status });
  });

  it('does not reveal the URL', async () => {
    const allowed = await host((request) => request.socket.destroy());
    const fetchFeed = guarded({ hosts: [allowed] });
    const error = await failureOf(fetchFeed(`http://${allowed}/secret-path`));
    expect(error.code).toBe('network');
    expect(Object.entries(error.cause as Error)).toEqual([['code', 'UND_ERR_SOCKET']]);
    expect((error.cause as Error).message).toBe('UND_ERR_SOCKET');
    expect(error.message).not.toMatch(/127\.0\.0\.1|secret-path/);
  });
});
