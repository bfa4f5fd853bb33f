/** packages/service/deploy/nginx.conf: nginx in front of two services on one database. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type RunningService } from '../../src/service.js';
import { clientOf } from '../support/feed-service/api-client.js';
import { catalogueOf, member, showFolder, sku } from '../support/feed-service/backend.js';
import { createDatabase } from '../support/feed-service/prepared-database.js';
import { describeWith } from '../support/programs/debian.js';
import { until } from '../support/waiting/until.js';
import { freePort } from '../support/programs/free-port.js';

describeWith('nginx', 'nginx-light', 'deploy/nginx.conf', () => {
  let folder: string;
  let shows: Awaited<ReturnType<typeof showFolder>>;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let services: RunningService[];
  let nginx: ChildProcess;
  let port: number;
  let feedPath: string;
  const lines: object[] = [];

  async function send(path: string, headers: Record<string, string> = {}) {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      headers: { Host: 'listen.example.com', ...headers },
      rejectUnauthorized: false,
    }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pps-nginx-'));
    shows = await showFolder();
    // Long enough to be worth compressing.
    const feed = await readFile(shows.feed, 'latin1');
    await writeFile(shows.feed, feed.replace('</channel>', `<!--${'.'.repeat(2000)}--></channel>`));
    database = await createDatabase();
    services = await Promise.all(
      [1, 2].map((number) =>
        startServer({
          catalogue: catalogueOf(shows.feed),
          database,
          port: 0,
          log: (line) => lines.push({ ...line, process: number }),
        }),
      ),
    );
    const [one, other] = services.map(({ url }) => new URL(url).host);
    const { feedUrl } = await clientOf(services[0]!.url).privateFeed({ email: member, sku });
    feedPath = new URL(feedUrl).pathname;

    const certificate = [
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
      '-subj',
      '/CN=listen.example.com',
    ];
    spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate], {
      cwd: folder,
    });
    port = await freePort();
    const path = fileURLToPath(new URL('../../packages/service/deploy/nginx.conf', import.meta.url));
    const config = (await readFile(path, 'utf8'))
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
      .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, `${folder}/cert.pem`)
      .replace(/\/etc\/letsencrypt\S+privkey\.pem/, `${folder}/key.pem`)
      .replace('/var/log/nginx/', `${folder}/`)
      .replace('127.0.0.1:8787', one!)
      .replace('# server 127.0.0.1:8788', `server ${other}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join('\n');
    await writeFile(
      join(folder, 'nginx.conf'),
      `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log ${folder}/access.log;\n${temporary}\n${config}\n}`,
    );
    nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
      stdio: 'ignore',
    });
    await until(async () => expect((await send('/health')).status).toBe(200));
  }, 60_000);

  afterAll(async () => {
    const closed = once(nginx, 'close');
    nginx.kill('SIGTERM');
    await closed;
    for (const service of services) await service.close();
    await database.close();
    await shows.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it('passes on compressed feeds, and 304 for the version that the client has', async () => {
    const plain = await send(feedPath);
    expect(plain.status).toBe(200);
    expect(plain.body).toContain('<title>Second</title>');
    const compressed = await send(feedPath, { 'Accept-Encoding': 'gzip' });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    const etag = compressed.headers.etag!;
    const again = await send(feedPath, { 'Accept-Encoding': 'gzip', 'If-None-Match': etag });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('serves the endpoints of operators to the machine itself only', async () => {
    for (const path of ['/metrics', '/ready', '/admin/grants']) {
      expect((await send(path)).status).toBe(404);
    }
  });

  it('gives each request an id, the same in the log of the service', async () => {
    const id = (await send('/health')).headers['x-request-id'];
    expect(id).toMatch(/^[\da-f]{32}$/);
    expect(lines).toContainEqual(expect.objectContaining({ id, path: '/health' }));
  });

  it('sends each URL to the same process, and different ones to both', async () => {
    const processOf = async (path: string) => {
      const id = (await send(path)).headers['x-request-id'];
      return (lines as { id?: string; process: number }[]).find((line) => line.id === id)?.process;
    };
    const found = new Set<number | undefined>();
    for (let number = 0; number < 20; number += 1) {
      const path = `/health?${number}`;
      const first = await processOf(path);
      expect(await processOf(path)).toBe(first);
      found.add(first);
    }
    expect([...found].sort()).toEqual([1, 2]);
  });

  it('limits how often one visitor may ask for the parser', async () => {
    const ask = async () => (await send('/rss?format=service&url=none')).status;
    // Another test may have used the limit up: it fills again.
    await expect.poll(ask, { timeout: 10_000, interval: 500 }).toBe(400);
    expect(await Promise.all(Array.from({ length: 15 }, ask))).toContain(429);
  });

  it('writes no URL to a log, not even of a failed request', async () => {
    await send(feedPath);
    await send(`/profile/email/${member}`);
    // More than the limit allows: nginx would log that with the URL.
    const rss = `/rss?format=service&url=${encodeURIComponent(services[0]!.url + feedPath)}`;
    await Promise.all(Array.from({ length: 15 }, () => send(rss)));
    await send(`/consume/en?rss=${encodeURIComponent(feedPath)}`);
    const secret = feedPath.split('/')[2]!;
    const logs = (await readdir(folder)).filter((file) => file.endsWith('.log'));
    expect(logs).toContain('private-podcast.log');
    for (const log of logs) {
      const content = await readFile(join(folder, log), 'utf8');
      for (const kept of [secret, member, '/feeds/']) expect(content).not.toContain(kept);
    }
  });
});
