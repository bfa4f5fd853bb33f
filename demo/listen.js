// @ts-check
/** Takes a port: the one that was asked for, or a usual one, or any. */
import { once } from 'node:events';
import { PrivatePodcastError } from 'private-podcast-subscribe/api';

const usualPort = 8080;

/**
 * @param {import('node:http').Server} server
 * @param {string} host
 * @param {number} [port] Without it, any port will do.
 * @returns {Promise<string>} The server's origin.
 * @throws {PrivatePodcastError} `config` where the port or the host cannot be used.
 */
export async function listen(server, host, port) {
  try {
    await tryPort(server, host, port ?? usualPort);
  } catch (error) {
    if (port !== undefined || codeOf(error) !== 'EADDRINUSE') throw explain(error, host, port);
    await tryPort(server, host, 0);
  }
  const { port: taken } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}

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
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * @param {unknown} cause
 * @param {string} host
 * @param {number} port
 */
function explain(cause, host, port = usualPort) {
  const advice =
    codeOf(cause) === 'EADDRINUSE' || codeOf(cause) === 'EACCES'
      ? `Port ${port} is taken or not allowed. Choose another with --port.`
      : `${host} is no address of this machine. Choose another with --host.`;
  return new PrivatePodcastError('config', advice, { cause });
}
