import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startServer } from '../../src/service/node-server.js';
import { endIfStalled } from '../../src/service/stalled-reader.js';
import { catalogueOf, showFolder } from '../support/feed-service/backend.js';

const TIMEOUT = 50;
/** More than the buffers of the system hold. */
const SIZE = 64 * 1024 * 1024;
const opened: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** A client that has asked for an answer, which it does not read yet. */
async function asked() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  opened.push(server, { close: () => client.destroy() });
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: service\r\nConnection: close\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  endIfStalled(response, TIMEOUT);
  return { response, client };
}

describe('endIfStalled', () => {
  it('ends the connection of a client that does not read its answer', async () => {
    const { response, client } = await asked();
    response.end(Buffer.alloc(SIZE));
    await once(response.socket!, 'close');
    expect(client.bytesRead).toBeLessThan(SIZE);
  });

  it('waits for an answer that takes longer to make', async () => {
    const { response, client } = await asked();
    await once(response, 'timeout');
    response.end('late');
    expect(await text(client)).toMatch(/late$/);
  });

  it('ends the connection also if the answer was late', async () => {
    const { response, client } = await asked();
    await once(response, 'timeout');
    response.end(Buffer.alloc(SIZE));
    await once(response.socket!, 'close');
    expect(client.bytesRead).toBeLessThan(SIZE);
  });
});

describe('startServer', () => {
  it('watches every answer for a client that does not read it', async () => {
    const watch = vi.spyOn(ServerResponse.prototype, 'setTimeout');
    const shows = await showFolder();
    const service = await startServer({ catalogue: catalogueOf(shows.feed), port: 0 });
    for (const path of ['/health', '/feeds/none/sid:none_private.rss']) {
      watch.mockClear();
      await (await fetch(service.url + path)).text();
      expect(watch.mock.calls).toContainEqual([30_000, expect.any(Function)]);
    }
    watch.mockRestore();
    await service.close();
    await shows.remove();
  });
});
