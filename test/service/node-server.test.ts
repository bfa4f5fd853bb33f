import { Server } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { startServer } from '../../src/service/node-server.js';
import { catalogueOf, showFolder } from '../support/feed-service/backend.js';

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
