// @ts-check
/** Takes a port: the one that was asked for, or a usual one, or any. */
import { once } from 'node:events';
import { PrivatePodcastError } from 'private-podcast-subscribe/api';

const usualPort = 8080;

/**
 * @param {import('node:http').Server} server
 * @param {string} host
 * @param {number} port
 */
async function tryPort(server, host, port) {
  server.listen(port, host);
  await once(server, 'listening');
}

/** @param {unknown} error */
const isTaken = (error) =>
  error instanceof Error &&
  'code' in error &&
  ['EADDRINUSE', 'EACCES'].includes(String(error.code));

/**
 * @param {import('node:http').Server} server
 * @param {string} host
 * @param {number} [port] Without it, any port will do.
 * @returns {Promise<string>} The server's origin.
 * @throws {PrivatePodcastError} `config` where the port is taken.
 */
export async function listen(server, host, port) {
  try {
    await tryPort(server, host, port ?? usualPort);
  } catch (cause) {
    if (!isTaken(cause)) throw cause;
    if (port !== undefined) {
      throw new PrivatePodcastError(
        'config',
        `Port ${port} is taken. Choose another with --port.`,
        {
          cause,
        },
      );
    }
    await tryPort(server, host, 0);
  }
  const { port: taken } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://${host}:${taken}`;
}
