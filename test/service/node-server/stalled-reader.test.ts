import { once } from 'node:events';
import { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { startServer } from '../../../src/service/node-server/start-server.js';
import { endIfStalled } from '../../../src/service/node-server/stalled-reader.js';
import { catalogueOf, showFolder } from '../../support/feed-service/backend.js';
import { useUnreadAnswers } from '../../support/waiting/unread-answer.js';

const TIMEOUT = 50;
/** More than the buffers of the system hold. */
const SIZE = 64 * 1024 * 1024;
const unread = useUnreadAnswers();

/** An answer whose connection ends if the client reads nothing of it. */
async function asked() {
  const answer = await unread();
  endIfStalled(answer.response, TIMEOUT);
  return answer;
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
