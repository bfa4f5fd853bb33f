import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../../src/service/store/database/migrations.js';
import { catalogueOf, createBackend, member } from '../../support/feed-service/backend.js';
import { useDatabase } from '../../support/feed-service/for-file.js';

const database = await useDatabase();

await migrate(database);

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

describe('createFeedCopies', () => {
  it('serves members after a restart while the host of the show is down', async () => {
    const asked: (string | undefined)[] = [];
    const host = createServer((request, response) => {
      asked.push(request.headers['if-none-match']);
      response.setHeader('ETag', '"1"');
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else
        response.end(
          '<rss><channel><title>På radio</title><item><guid>1</guid></item></channel></rss>',
        );
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const { port } = host.address() as AddressInfo;
    const start = () =>
      createBackend({
        catalogue: catalogueOf(`http://127.0.0.1:${port}/feed`),
        allowHosts: [`127.0.0.1:${port}`],
        database,
        log: () => undefined,
      });
    const read = async (backend: ReturnType<typeof start>) =>
      (await backend.send(await backend.feedUrl(member))).text();

    const first = start();
    const feed = await read(first);
    expect(feed).toContain('<title>På radio</title>');
    await first.service.close();
    const second = start();
    expect(await read(second)).toBe(feed);
    await second.service.close();
    expect(asked).toEqual([undefined, '"1"']);

    await closed(host);
    const third = start();
    expect(await read(third)).toBe(feed);
    await third.service.close();
  });
});
