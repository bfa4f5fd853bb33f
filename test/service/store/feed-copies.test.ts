import fc from 'fast-check';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/service/store/database/open-database.js';
import { createFeedCopies } from '../../../src/service/store/feed-copies.js';
import { catalogueOf, createBackend, member } from '../../support/feed-service/backend.js';
import { useDatabase } from '../../support/feed-service/for-file.js';
import { roundTrip } from '../../support/laws/round-trip.js';

const database = await useDatabase();

const opened = await openDatabase({ database });

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

  it('gives a copy as it was put', async () => {
    const copies = createFeedCopies(opened);
    const text = fc.string({ unit: 'grapheme' });
    await roundTrip(
      fc.record(
        {
          xml: text,
          url: fc.webUrl(),
          conditions: fc.dictionary(
            fc.constantFrom('If-None-Match', 'If-Modified-Since'),
            text.filter((each) => !each.includes('\0')),
            { noNullPrototype: true },
          ),
        },
        { requiredKeys: ['xml', 'conditions'] },
      ),
      (copy) => copies.put('feed', copy, []),
      () => copies.get('feed'),
    );
  });

  it('keeps those of the feeds that are there, and no other', async () => {
    const copies = createFeedCopies(opened);
    for (const source of ['a', 'b', 'c'])
      await copies.put(source, { xml: source }, ['a', 'b', 'c']);
    await copies.put('b', { xml: 'B' }, ['c']);
    const found = await Promise.all(['a', 'b', 'c', 'A'].map((source) => copies.get(source)));
    expect(found.map((copy) => copy?.xml)).toEqual([undefined, 'B', 'c', undefined]);
  });
});
