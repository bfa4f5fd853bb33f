/** packages/service/deploy/nginx.conf: nginx in front of two services on one database. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import type { RequestOptions } from 'node:https';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type RunningService } from '../../src/service.js';
import { clientOf } from '../support/feed-service/api-client.js';
import { catalogueOf, member, showFolder, sku } from '../support/feed-service/backend.js';
import { events, sign } from '../support/feed-service/event-senders.js';
import { createDatabase } from '../support/feed-service/prepared-database.js';
import { describeWith } from '../support/programs/debian.js';
import { freePort } from '../support/programs/free-port.js';
import { startNginx, type Nginx } from '../support/programs/nginx.js';

interface NotServed {
  status: number;
  area: string;
  address: string;
}

/** The lines of nginx's own log. */
const notServed = (logs: Record<string, string>) =>
  logs['private-podcast.log']!.split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as NotServed);

const isFeed = (line: { path?: unknown }) => String(line.path).startsWith('/feeds/');

describeWith('nginx', 'nginx-light', 'deploy/nginx.conf', () => {
  let shows: Awaited<ReturnType<typeof showFolder>>;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let services: RunningService[];
  let nginx: Nginx;
  let feedPath: string;
  const lines: object[] = [];

  /** From an address of the test's own, so that no other test's requests count. */
  const from = (number: number) => ({ localAddress: `127.0.0.${number}` });
  const many = (path: string, count: number, options: RequestOptions) =>
    Promise.all(Array.from({ length: count }, () => nginx.send(path, options)));

  beforeAll(async () => {
    shows = await showFolder();
    // Long enough to be worth compressing.
    const feed = await readFile(shows.feed, 'latin1');
    await writeFile(shows.feed, feed.replace('</channel>', `<!--${'.'.repeat(2000)}--></channel>`));
    database = await createDatabase();
    services = await Promise.all(
      [1, 2].map((number) =>
        startServer({
          catalogue: { ...catalogueOf(shows.feed), events },
          database,
          port: 0,
          log: (line) => lines.push({ ...line, process: number }),
        }),
      ),
    );
    const [one, other] = services.map(({ url }) => new URL(url).host);
    const { feedUrl } = await clientOf(services[0]!.url).privateFeed({ email: member, sku });
    feedPath = new URL(feedUrl).pathname;

    nginx = await startNginx([one!, other!]);
  }, 60_000);

  afterAll(async () => {
    await nginx.stop();
    for (const service of services) await service.close();
    await database.close();
    await shows.remove();
  });

  it('passes on compressed feeds, and 304 for the version that the client has', async () => {
    const plain = await nginx.send(feedPath);
    expect(plain.status).toBe(200);
    expect(plain.body).toContain('<title>Second</title>');
    const compressed = await nginx.send(feedPath, {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    const etag = compressed.headers.etag!;
    const again = await nginx.send(feedPath, {
      headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': etag },
    });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('serves the endpoints of operators to the machine itself only', async () => {
    for (const path of ['/metrics', '/ready', '/admin/grants', '/admin/status']) {
      expect((await nginx.send(path)).status).toBe(404);
    }
  });

  it('gives each request an id, the same in the log of the service', async () => {
    const id = (await nginx.send('/health')).headers['x-request-id'];
    expect(id).toMatch(/^[\da-f]{32}$/);
    expect(lines).toContainEqual(expect.objectContaining({ id, path: '/health' }));
  });

  it('has a feed answered by each of the processes', async () => {
    const sent = await Promise.all(Array.from({ length: 20 }, () => nginx.send(feedPath)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    const found = new Set(
      (lines as { path?: string; process: number }[]).filter(isFeed).map((each) => each.process),
    );
    expect([...found].sort()).toEqual([1, 2]);
  });

  it('lets systems state their members, with a file that is larger than anything else', async () => {
    const body = `email\n${`${'a'.repeat(200)}@example.org\n`.repeat(1_000)}`;
    const headers = { 'Content-Type': 'text/csv' };
    const post = (path: string) => nginx.send(path, { ...from(8), method: 'POST', headers }, body);
    // The service's own answer: it has no token.
    expect((await post('/admin/members/site')).status).toBe(401);
    expect((await nginx.send('/admin/members?source=site', from(8))).status).toBe(401);
    expect((await post('/vault/entitlements/auto-onboard')).status).toBe(413);
    for (const path of [
      '/admin/membersx',
      '/admin/members%2f../grants',
      '/admin/members/../grants',
    ])
      expect((await nginx.send(path, from(8))).status, path).toBe(404);
  });

  it('limits how often one visitor may ask for the parser', async () => {
    const answers = await many('/rss?format=service&url=none', 15, from(2));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([400, 429]);
  });

  it('gives a podcast app every feed that it asks for at once from one address', async () => {
    const before = lines.filter(isFeed).length;
    const answers = await many(feedPath, 480, from(3));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(lines.filter(isFeed).length - before).toBe(480);
  });

  it('takes every event of a burst from one address, and refuses those that nobody signed', async () => {
    const body = JSON.stringify({ type: 'user.created', data: {} });
    const signed = () => sign.standard({ body });
    const send = (headers: Record<string, string>) =>
      nginx.send('/events/standard', { ...from(6), method: 'POST', headers }, body);
    const taken = await Promise.all(Array.from({ length: 480 }, () => send(signed())));
    expect(new Set(taken.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await Promise.all(
      Array.from({ length: 150 }, () => send({ ...signed(), 'Webhook-Id': 'another' })),
    );
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
  });

  it.each([
    ['GET', '/profile/email/jane%40example.com'],
    ['GET', '/vault/entitlements/none/access'],
    ['DELETE', '/admin/members/site/7'],
  ])(
    'passes every call of a publisher’s backend on, which has one address: %s %s',
    async (method, path) => {
      // The service's own answer: they have no token.
      const answers = await many(path, 300, { ...from(7), method });
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    },
  );

  it('turns a flood of anything else away, says when to come back, and counts it', async () => {
    const answers = await many('/health', 480, from(4));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(300);
    for (const { status, headers, body } of refused) {
      expect([status, headers['retry-after']]).toEqual([429, '5']);
      expect(JSON.parse(body)).toMatchObject({ status: 429, code: 'rate-limited' });
    }
    const logged = notServed(await nginx.logs()).filter(({ address }) => address === '127.0.0.4');
    expect(logged).toHaveLength(refused.length);
    expect(logged[0]).toMatchObject({ status: 429, area: 'other' });
  });

  it('says that a service is dead, in its answer and in the log', async () => {
    const dead = await startNginx([`127.0.0.1:${await freePort()}`]);
    try {
      const { status, headers } = await dead.send(feedPath);
      expect([status, headers['retry-after']]).toEqual([503, '10']);
      const logs = await dead.logs();
      const line = { status: 503, service: '502', area: 'feeds' };
      expect(notServed(logs)).toContainEqual(expect.objectContaining(line));
      expectNoSecret(logs);
    } finally {
      await dead.stop();
    }
  });

  it('writes no URL to a log where it has run out of connections', async () => {
    const narrow = await startNginx([new URL(services[0]!.url).host], 20);
    try {
      await Promise.allSettled(Array.from({ length: 60 }, () => narrow.send(feedPath)));
      const logs = await narrow.logs();
      expect(logs['stderr.log']).toContain('worker_connections are not enough');
      expectNoSecret(logs);
    } finally {
      await narrow.stop();
    }
  });

  it('speaks HTTP/2, on IPv6 too, and asks browsers for https alone', async () => {
    const session = connect(`https://[::1]:${nginx.port}`, { rejectUnauthorized: false });
    const stream = session.request({ ':path': '/health', ':authority': 'listen.example.com' });
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    expect(headers[':status']).toBe(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    stream.resume();
    await new Promise<void>((resolve) => session.close(resolve));
  });

  it.each([
    '/x\\..\\metrics',
    '/feeds/..\\metrics',
    '/feeds/%2e%2e/metrics',
    '//metrics',
    '/metrics/',
  ])('lets nobody past its rules by writing a path as %s', async (path) => {
    const { body } = await nginx.send(path);
    expect(body).not.toContain('# HELP');
  });

  it('writes no URL to a log, not even of a failed request', async () => {
    await nginx.send(feedPath);
    await nginx.send(`/profile/email/${member}`);
    // More than the limit allows: nginx would log that with the URL.
    const rss = `/rss?format=service&url=${encodeURIComponent(services[0]!.url + feedPath)}`;
    await many(rss, 15, { ...from(5), headers: { Referer: services[0]!.url + feedPath } });
    await nginx.send(`/consume/en?rss=${encodeURIComponent(feedPath)}`);
    const logs = await nginx.logs();
    expect(Object.keys(logs)).toEqual(
      expect.arrayContaining(['private-podcast.log', 'private-podcast-errors.log']),
    );
    expectNoSecret(logs);
  });

  function expectNoSecret(logs: Record<string, string>) {
    for (const content of Object.values(logs)) {
      for (const kept of [feedPath.split('/')[2]!, member, '/feeds/']) {
        expect(content.includes(kept)).toBe(false);
      }
    }
  }
});
