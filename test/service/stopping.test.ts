/** The service finishes the requests in progress when it stops, and does not wait for them forever. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStop } from '../../src/service/stop-server.js';
import { client } from '../support/feed-service/backend.js';
import {
  installService,
  type InstalledService,
} from '../support/feed-service/installed-service.js';

let service: InstalledService;
beforeAll(async () => {
  service = await installService();
});
afterEach(() => service.killAll());
afterAll(() => service.remove());

const form = new URLSearchParams({
  client_id: client.clientId,
  client_secret: client.clientSecret,
  grant_type: 'client_credentials',
  scope: 'vault:impersonate',
}).toString();

/** Sends a token request up to the last byte of its body. */
async function sendAllButLast(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    [
      'POST /oauth/token HTTP/1.1',
      'Host: service',
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${form.length}`,
      // The service answers this as soon as it works on the request.
      'Expect: 100-continue',
      '',
      '',
    ].join('\r\n'),
  );
  await once(socket, 'data');
  socket.write(form.slice(0, -1));
  return socket;
}

async function refuses(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    () => false,
    () => true,
  );
}

it('startServer finishes a request in progress when it closes, and accepts no new one', async () => {
  const { program, ready, ended } = service.start(['--catalogue', 'catalogue.json', '--port', '0']);
  const url = await ready;
  // An idle connection must not keep it open.
  const idle = connect(Number(new URL(url).port), '127.0.0.1');
  idle.on('error', () => undefined);
  const socket = await sendAllButLast(url);
  const answer = text(socket);
  program.kill('SIGTERM');
  await expect.poll(() => refuses(url)).toBe(true);
  expect(program.exitCode).toBeNull();
  socket.write(form.slice(-1));
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK[^]+"access_token"/);
  expect((await ended).code).toBe(0);
});

describe('createStop', () => {
  /** A server that answers nothing, with a connection to it. */
  async function serverWithConnection(sent: string, timeout?: number) {
    const server = createServer();
    const stop = createStop(server, timeout);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const arrived = once(server, sent ? 'request' : 'connection');
    socket.write(sent);
    await arrived;
    const cutOff = vi.spyOn(server, 'closeAllConnections');
    return { stop, cutOff, closed: once(socket, 'close') };
  }
  const request = 'GET / HTTP/1.1\r\nHost: service\r\n\r\n';

  it('does not wait for a connection that has sent nothing', async () => {
    const { stop, cutOff, closed } = await serverWithConnection('');
    await Promise.all([stop(), closed]);
    expect(cutOff).not.toHaveBeenCalled();
  });

  it('cuts off a request that does not end in time', async () => {
    const { stop, cutOff, closed } = await serverWithConnection(request, 20);
    await Promise.all([stop(), closed]);
    expect(cutOff).toHaveBeenCalledOnce();
  });

  it('cuts off no request before 10 s have passed', async () => {
    const { stop, cutOff, closed } = await serverWithConnection(request);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stopped = stop();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(cutOff).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(cutOff).toHaveBeenCalledOnce();
    vi.useRealTimers();
    await Promise.all([stopped, closed]);
  });
});
