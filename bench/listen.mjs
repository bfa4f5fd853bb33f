/** A server on a free port of this machine. */
import { createServer } from 'node:http';

/** @param {import('node:http').RequestListener} listener */
export async function listen(listener) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { server, url: `http://127.0.0.1:${port}` };
}
