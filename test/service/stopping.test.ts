/** The service finishes the requests in progress when it stops, and does not wait for them forever. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, onTestFinished, vi, type MockInstance } from 'vitest';
import { createStop } from '../../src/service/node-server/stop-server.js';
import { client } from '../support/feed-service/backend.js';
import {} from '../support/feed-service/installed-service.js';
import { until } from '../support/waiting/until.js';
import { useInstalledService } from '../support/feed-service/for-file.js';

const service = await useInstalledService();

afterEach(() => service.killAll());

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
  await until(async () => expect(await refuses(url)).toBe(true));
  expect(program.exitCode).toBeNull();
  socket.write(form.slice(-1));
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK[^]+"access_token"/);
  expect((await ended).code).toBe(0);
});

it('serve ends at once by a second signal, though a request is in progress', async () => {
  const { program, ready, ended } = service.start(['--catalogue', 'catalogue.json', '--port', '0']);
  const url = await ready;
  const socket = await sendAllButLast(url);
  socket.on('error', () => undefined);
  program.kill('SIGINT');
  await until(async () => expect(await refuses(url)).toBe(true));
  program.kill('SIGINT');
  await ended;
  expect(program.signalCode).toBe('SIGINT');
});

describe('createStop', () => {
  const request = 'GET / HTTP/1.1\r\nHost: service\r\n\r\n';
  const halfHead = 'GET / HTTP/1.1\r\nHost: ser';
  const halfBody = 'POST / HTTP/1.1\r\nHost: service\r\nContent-Length: 9\r\n\r\nhalf';

  interface Stopping {
    stop: () => Promise<void>;
    /** Called if the stop did not end by itself within its time. */
    cutOff: MockInstance;
    sockets: Socket[];
    /** The answers that the server has not given. */
    answers: ServerResponse[];
    /** Resolves when the client sees that all connections are closed. */
    closed: Promise<unknown>;
  }

  /** A server that answers nothing, with connections that have each sent a text. */
  async function serverWith(sent: string[], timeout?: number): Promise<Stopping> {
    const answers: ServerResponse[] = [];
    const server = createServer((_, response) => answers.push(response));
    const stop = createStop(server, timeout);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    let received = 0;
    let accepted = 0;
    server.on('connection', (socket) => {
      accepted += 1;
      socket.on('data', (data) => (received += data.length));
    });
    const sockets = sent.map((text) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(text);
      return socket;
    });
    await vi.waitUntil(() => accepted === sent.length && received === sent.join('').length, 30_000);
    const cutOff = vi.spyOn(server, 'closeAllConnections');
    const closed = Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    );
    return { stop, cutOff, sockets, answers, closed };
  }
  const serverWithConnection = (sent: string, timeout?: number) => serverWith([sent], timeout);

  it.each([
    ['a connection that has sent nothing', ['']],
    ['a hundred of them', Array<string>(100).fill('')],
    ['half a head', [halfHead]],
    ['a hundred halves of heads', Array<string>(100).fill(halfHead)],
  ])('does not wait for %s', async (_name, sent) => {
    const { stop, cutOff, closed } = await serverWith(sent);
    await Promise.all([stop(), closed]);
    expect(cutOff).not.toHaveBeenCalled();
  });

  it('leaves no timer behind, which would keep the process until the longest time is over', async () => {
    const { stop, closed } = await serverWithConnection('');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await Promise.all([stop(), closed]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['nothing after its last answer', ''],
    ['half a head after its last answer', halfHead],
  ])('does not wait for a kept connection with %s', async (_name, next) => {
    const { stop, cutOff, sockets, answers, closed } = await serverWithConnection(request);
    answers[0]!.end('answer');
    await once(sockets[0]!, 'data');
    sockets[0]!.write(next);
    await Promise.all([stop(), closed]);
    expect(cutOff).not.toHaveBeenCalled();
  });

  it('lets a slow download end, then closes its kept connection', async () => {
    const { stop, cutOff, sockets, answers, closed } = await serverWithConnection(request);
    const received = text(sockets[0]!);
    const large = 'x'.repeat(5_000_000);
    answers[0]!.write('begin');
    const stopped = stop();
    answers[0]!.end(`${large}end`);
    expect(await received).toContain('xend');
    await Promise.all([stopped, closed]);
    expect(cutOff).not.toHaveBeenCalled();
  });

  it('answers each of two requests that came together', async () => {
    const { stop, cutOff, sockets, answers, closed } = await serverWithConnection(
      request + request,
    );
    await vi.waitUntil(() => answers.length === 2, 30_000);
    const received = text(sockets[0]!);
    const stopped = stop();
    for (const answer of answers) answer.end('answer');
    expect((await received).match(/answer/g)).toHaveLength(2);
    await Promise.all([stopped, closed]);
    expect(cutOff).not.toHaveBeenCalled();
  });

  it.each([
    ['a body that stays half', halfBody],
    ['an answer that nobody makes', request],
  ])('cuts off %s', async (_name, sent) => {
    const { stop, cutOff, closed } = await serverWithConnection(sent, 20);
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
