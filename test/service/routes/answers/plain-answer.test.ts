import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { sendAnswer, toResponse } from '../../../../src/service/routes/answers/plain-answer.js';

const PIECE = 32 * 1024;
const opened: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** A client on a connection of its own that has asked for an answer, which it does not read yet. */
async function asked(): Promise<{ response: ServerResponse; client: Socket }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  opened.push(server, { close: () => client.destroy() });
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: service\r\nConnection: close\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  return { response, client };
}

describe('sendAnswer', () => {
  it('makes no piece for a client that has not read the ones before', async () => {
    const { response, client } = await asked();
    let most = 0;
    async function* pieces() {
      for (let count = 0; count < 1_000; count += 1) {
        most = Math.max(most, response.writableLength + (response.socket?.writableLength ?? 0));
        yield new Uint8Array(PIECE);
        await new Promise(setImmediate);
      }
    }
    const sent = sendAnswer(response, { status: 200, headers: {}, body: pieces() });
    await once(response.socket!, 'drain');
    let read = 0;
    client.on('data', ({ byteLength }) => (read += byteLength)).resume();
    await Promise.all([sent, once(client, 'close')]);
    expect(read).toBeGreaterThan(1_000 * PIECE);
    expect(most).toBeLessThan(3 * PIECE);
  });

  it('makes no more pieces once the client has left', async () => {
    const { response, client } = await asked();
    let hasEnded = false;
    async function* pieces() {
      try {
        for (;;) {
          yield new Uint8Array(PIECE);
          await new Promise(setImmediate);
        }
      } finally {
        hasEnded = true;
      }
    }
    const sent = sendAnswer(response, { status: 200, headers: {}, body: pieces() });
    client.once('data', () => client.destroy()).resume();
    await sent;
    expect(hasEnded).toBe(true);
  });
});

describe('toResponse', () => {
  it('makes a piece when it is read', async () => {
    let made = 0;
    async function* pieces() {
      for (; made < 3; made += 1) yield await Promise.resolve(Uint8Array.of(made));
    }
    const reader = toResponse({ status: 200, headers: {}, body: pieces() }).body!.getReader();
    await new Promise(setImmediate);
    expect((await reader.read()).value).toEqual(Uint8Array.of(0));
    await new Promise(setImmediate);
    expect(made).toBe(0);
    await reader.read();
    expect(made).toBe(1);
  });
});
