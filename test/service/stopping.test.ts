/** The service finishes the requests in progress when it stops, and does not wait for them forever. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { client } from '../support/backend.js';
import { installService, type InstalledService } from '../support/installed-service.js';

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

it('finishes a request in progress, but takes no new one', async () => {
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

it('cuts off a request that does not end', { timeout: 60_000 }, async () => {
  const { program, ready, ended } = service.start(['--catalogue', 'catalogue.json', '--port', '0']);
  const socket = await sendAllButLast(await ready);
  socket.on('error', () => undefined);
  program.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});
