import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, Server, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { startServer } from '../../../src/service/node-server/start-server.js';
import { catalogueOf, failureOf, showFolder } from '../../support/feed-service/backend.js';
import { until } from '../../support/waiting/until.js';

afterEach(() => vi.restoreAllMocks());

it('startServer logs the errors of its server, and goes on', async () => {
  const shows = await showFolder();
  const listen = vi.spyOn(Server.prototype, 'listen');
  const lines: object[] = [];
  const running = await startServer({
    catalogue: catalogueOf(shows.feed),
    port: 0,
    log: (line) => lines.push(line),
  });
  const [server] = listen.mock.contexts as Server[];
  for (const code of ['EMFILE', 'ENFILE'])
    server!.emit('error', Object.assign(new Error(), { code }));
  expect(lines.filter((line) => 'error' in line && line.error === 'Error')).toHaveLength(2);
  expect((await fetch(`${running.url}/health`)).status).toBe(200);
  await running.close();
  await shows.remove();
});

it('startServer lets go of the data folder if the port is taken', async () => {
  const shows = await showFolder();
  const dataDir = await mkdtemp(join(tmpdir(), 'pps-port-'));
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const config = { catalogue: catalogueOf(shows.feed), dataDir, log: () => undefined };
  expect(await failureOf(startServer({ ...config, port }))).toMatchObject({
    code: 'config',
    message: expect.stringContaining(`Cannot listen on port ${port}`) as string,
  });
  const running = await startServer({ ...config, port: 0 });
  expect((await fetch(`${running.url}/health`)).status).toBe(200);
  await running.close();
  holder.close();
  await rm(dataDir, { recursive: true });
  await shows.remove();
});

it('startServer logs no failure of its own when a client leaves amid a body', async () => {
  const shows = await showFolder();
  const lines: object[] = [];
  const catalogue = catalogueOf(shows.feed);
  const running = await startServer({ catalogue, port: 0, log: (line) => lines.push(line) });
  const client = connect(Number(new URL(running.url).port), '127.0.0.1');
  const type = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100';
  client.write(
    `POST /oauth/token HTTP/1.1\r\nHost: service\r\nExpect: 100-continue\r\n${type}\r\n\r\n`,
  );
  // The service has begun to wait for the body.
  client.once('data', () => client.write('grant_', () => client.destroy()));
  await until(() => expect(lines).toContainEqual(expect.objectContaining({ status: 400 })));
  expect(lines.filter((line) => 'error' in line)).toEqual([]);
  await running.close();
  await shows.remove();
});
