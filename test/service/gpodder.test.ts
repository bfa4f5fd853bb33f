/** A real podcast client, gPodder's `gpo`, with a member's feed. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type RunningService } from '../../src/service.js';
import { clientOf, extendedClientOf } from '../support/feed-service/api-client.js';
import { catalogueOf, member, sku } from '../support/feed-service/backend.js';
import { describeWith } from '../support/programs/debian.js';

/** Milliseconds for the whole story: it starts Python for each step. */
const TIMEOUT_MS = 180_000;

describeWith('gpo', 'gpodder', 'gPodder', () => {
  let home: string;
  let media: Server;
  let service: RunningService;
  const recording = Buffer.alloc(10_000, 'sound');

  const run = promisify(execFile);
  async function gpo(...args: string[]): Promise<string> {
    const env = { ...process.env, GPODDER_HOME: home, NO_COLOR: '1', TERM: 'dumb' };
    const { stdout, stderr } = await run('gpo', args, { env });
    return stdout + stderr;
  }

  async function publish(titles: readonly string[]): Promise<void> {
    const { port } = media.address() as AddressInfo;
    const items = titles.map(
      (title) =>
        `<item><title>${title}</title><guid isPermaLink="false">${title}</guid><pubDate>Sun, 01 Nov 2026 10:00:00 GMT</pubDate><enclosure url="http://127.0.0.1:${port}/${title}.mp3" type="audio/mpeg" length="${recording.length}"/></item>`,
    );
    await writeFile(
      join(home, 'show.rss'),
      `<rss version="2.0"><channel><title>The Member Show</title><link>https://show.example.org/</link><description>For members</description>${items.join('')}</channel></rss>`,
    );
  }

  async function downloads(): Promise<Buffer[]> {
    const files = await readdir(home, { recursive: true });
    const audio = files.filter((file) => file.endsWith('.mp3'));
    return Promise.all(audio.map((file) => readFile(join(home, file))));
  }

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'pps-gpodder-'));
    media = createServer((_request, response) =>
      response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end(recording),
    ).listen(0, '127.0.0.1');
    await once(media, 'listening');
    await publish(['Episode-One']);
    const catalogue = catalogueOf(join(home, 'show.rss'));
    catalogue.clients.push({
      clientId: 'operator',
      clientSecret: 'operates',
      scopes: ['service:admin'],
    });
    service = await startServer({ catalogue, port: 0, log: () => undefined });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await service.close();
    media.close();
    await rm(home, { recursive: true, force: true });
  });

  /** As an operator does, over HTTP. */
  async function reset(): Promise<void> {
    const token = (await (
      await fetch(`${service.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: 'operator',
          client_secret: 'operates',
          grant_type: 'client_credentials',
          scope: 'service:admin',
        }),
      })
    ).json()) as { access_token: string };
    const { status } = await fetch(`${service.url}/admin/feeds/reset`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token.access_token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ sku, email: member }),
    });
    expect(status).toBe(204);
  }

  it(
    'subscribes, is known as connected, downloads, sees a new episode, and nothing after a reset',
    { timeout: TIMEOUT_MS },
    async () => {
      const { feedUrl } = await clientOf(service.url).privateFeed({ email: member, sku });
      await gpo('subscribe', feedUrl);
      // The service takes note of the app beside the request.
      const client = extendedClientOf(service.url);
      const apps = async () =>
        (await client.connections({ email: member, sku })).map(({ app }) => app);
      await expect.poll(apps).toEqual(['gpodder']);
      const list = await gpo('list');
      expect(list).toContain('The Member Show');
      expect(list).toContain(feedUrl);
      expect(await gpo('episodes', feedUrl)).toContain('Episode-One');

      await gpo('download', feedUrl);
      expect(await downloads()).toEqual([recording]);

      await publish(['Episode-Two', 'Episode-One']);
      await gpo('update', feedUrl);
      expect(await gpo('episodes', feedUrl)).toContain('Episode-Two');

      await reset();
      expect(await apps()).toEqual([]);
      await publish(['Episode-Three', 'Episode-Two', 'Episode-One']);
      await gpo('update', feedUrl);
      const after = await gpo('episodes', feedUrl);
      expect(after).toContain('Episode-Two');
      expect(after).not.toContain('Episode-Three');

      // The member's page gives a new link, and the app sees everything again.
      const fresh = await clientOf(service.url).privateFeed({ email: member, sku });
      await gpo('subscribe', fresh.feedUrl);
      expect(await gpo('episodes', fresh.feedUrl)).toContain('Episode-Three');
    },
  );
});
