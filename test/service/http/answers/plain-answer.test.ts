import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { sendAnswer, toResponse } from '../../../../src/service/http/answers/plain-answer.js';
import { useUnreadAnswers } from '../../../support/waiting/unread-answer.js';

const PIECE = 32 * 1024;
const asked = useUnreadAnswers();

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
